// Runs pure tests again and again in one process, for `mutate.ts`: what did not change is not read again. Its parent sends what to run and hears
// whether all of it passes; it runs in the folder whose tests it runs.

import path from 'node:path';
import { createVitest, type TestSpecification } from 'vitest/node';

export interface Asked {
  /** The folder, from the root, whose tests are run. */
  readonly within: string;
  /** A folder in it whose tests come first. */
  readonly first: string;
  /** Files, from the root, that are no longer as they were. */
  readonly changed: readonly string[];
}

const outcome = { passed: false };
const vitest = await createVitest('test', {
  project: ['pure'],
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [
    {
      onTestRunEnd: (_modules, _errors, reason) => {
        outcome.passed = reason === 'passed';
      },
    },
  ],
});
await vitest.standalone();

process.once('disconnect', () => process.exit());
process.on('message', (asked: Asked) => {
  void pass(asked).then((passed) => process.send?.(passed));
});

/** Whether all pass: those beside what changed, then the others, and last those that try many inputs, each only where the ones before do. */
async function pass({ within, first, changed }: Asked): Promise<boolean> {
  for (const file of changed) vitest.invalidateFile(path.resolve(file));
  const tests = await vitest.globTestSpecifications([`${within}/`]);
  const placeOf = ({ moduleId }: TestSpecification): number => {
    if (moduleId.startsWith(`${path.resolve(first)}/`)) return 0;
    return moduleId.endsWith('.property.test.ts') ? 2 : 1;
  };
  for (const place of [0, 1, 2]) {
    const some = tests.filter((each) => placeOf(each) === place);
    outcome.passed = some.length === 0;
    if (some.length > 0) await vitest.runTestSpecifications(some);
    if (!outcome.passed) return false;
  }
  return true;
}
