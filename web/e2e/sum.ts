// The closing lines that script/test reads: what failed, how to run it alone, and N passed, M failed.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class Sum implements Reporter {
  private passed = 0;
  private failed: TestCase[] = [];
  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === 'passed') ++this.passed;
    else if (result.status !== 'skipped') this.failed.push(test);
  }
  onEnd() {
    for (const test of this.failed) {
      const file = test.location.file.replace(/.*\/(e2e\/)/, '$1');
      console.log(`failed: ${file}: ${test.title}`);
      console.log(`  alone: npm --prefix web run e2e -- ${file} -g ${JSON.stringify(test.title)}`);
    }
    console.log(`${this.passed} passed, ${this.failed.length} failed`);
  }
}
