// What a run of the database tests on a Citus cluster came to: files, cases that passed and failed, and each that was told NOT RUN, with its reason.

import type { Reporter, TestCase, TestModule } from 'vitest/node';

export default class CitusReport implements Reporter {
  readonly #notRun: string[] = [];
  readonly #cases = { passed: 0, failed: 0, skipped: 0, pending: 0 };

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    this.#cases[result.state] += 1;
    if (result.state === 'skipped' && result.note !== undefined)
      this.#notRun.push(`${test.module.relativeModuleId} > ${test.fullName}: ${result.note}`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { passed, failed, skipped } = this.#cases;
    const sound = modules.filter((module) => module.state() === 'passed').length;
    for (const line of this.#notRun) console.log(`NOT RUN ${line}`);
    console.log(
      `On the cluster: ${sound} of ${modules.length} files; ${passed} cases passed, ${failed} failed, ${this.#notRun.length} told NOT RUN, ${skipped - this.#notRun.length} left out by the tests themselves`,
    );
  }
}
