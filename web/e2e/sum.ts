// The closing lines that script/test reads: what failed, how to run it alone, and N passed, M failed.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

// The first line of the error, and the line of the test.
function reason(result: TestResult): string {
  const error = result.error;
  // eslint-disable-next-line no-control-regex
  const words = (error?.message ?? result.status).replace(/\x1b\[[0-9;]*m/g, '').split('\n')[0];
  return `${words} (line ${error?.location?.line ?? '?'})`;
}

export default class Sum implements Reporter {
  private passed = 0;
  private failed: { test: TestCase; why: string }[] = [];
  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === 'passed') ++this.passed;
    else if (result.status !== 'skipped') this.failed.push({ test, why: reason(result) });
  }
  onEnd() {
    for (const { test, why } of this.failed) {
      const file = test.location.file.replace(/.*\/(e2e\/)/, '$1');
      console.log(`failed: ${file}: ${test.title}: ${why}`);
      console.log(`  alone: npm --prefix web run e2e -- ${file} -g ${JSON.stringify(test.title)}`);
    }
    console.log(`${this.passed} passed, ${this.failed.length} failed`);
  }
}
