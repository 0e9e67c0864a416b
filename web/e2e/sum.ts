// The closing line that script/test reads: N passed, M failed.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class Sum implements Reporter {
  private passed = 0;
  private failed = 0;
  onTestEnd(_test: TestCase, result: TestResult) {
    if (result.status === 'passed') ++this.passed;
    else if (result.status !== 'skipped') ++this.failed;
  }
  onEnd() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
  }
}
