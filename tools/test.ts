// npm test: the whole. The checks all at once; what keeps about one processor busy, two beside each other; then the database tests and the
// browser tests, which keep all of them busy, one after the other. At its end a table of seconds by step and what failed; the last line counts
// the steps, and the exit code is 0 only if none failed.
import { rmSync } from 'node:fs';
import { makeScratchFolder } from '@countinghouse/testkit/scratch-folder';
import { checks } from './check.ts';
import { failedTests, forgetReports, shortFormsMs, slowestFiles, vitestArgs } from './reports.ts';
import { type Outcome, runAloud, runQuietly, type Step } from './step.ts';
import { isInstalled, systemPrograms } from './system-programs.ts';

const vitest = (project: string): Step => ({ name: `vitest ${project}`, args: vitestArgs(project) });
/** Two lanes beside each other, the steps of each one after the other. */
const lanes: readonly (readonly Step[])[] = [
  // Every row of the bench runs; what is measured so quickly is not judged, so it may share the machine.
  [{ name: 'bench', args: ['bench/run.ts', '--quick'] }],
  [vitest('dom'), { name: 'docs', args: ['node_modules/vitepress/bin/vitepress.js', 'build', 'docs'] }],
];
const suites: readonly Step[] = [vitest('db'), { name: 'playwright', args: ['node_modules/@playwright/test/cli.js', 'test'] }];
const SLOWEST_SHOWN = 15;
/** Of databases, backups and archives that tests make and take away again. */
const SCRATCH_BYTES_MIN = 8_000_000_000;
/** What the short forms of the workloads are to take in all, on a machine of their own. */
const SHORT_FORMS_MS = 240_000;

async function oneByOne(steps: readonly Step[], run: (step: Step) => Promise<Outcome>): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) outcomes.push(await run(step));
  return outcomes;
}

forgetReports();
const scratch = makeScratchFolder(SCRATCH_BYTES_MIN);
process.env['TMPDIR'] = scratch;
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
const beganMs = performance.now();
const outcomes = await Promise.all(checks.map(runQuietly));
for (const lane of await Promise.all(lanes.map((steps) => oneByOne(steps, runQuietly)))) outcomes.push(...lane);
outcomes.push(...(await oneByOne(suites, runAloud)));
const totalMs = performance.now() - beganMs;

let failed = outcomes.filter(({ passed }) => !passed).length;
const required = process.env['REQUIRE_SYSTEM_TESTS'] === '1';
for (const program of systemPrograms) {
  if (isInstalled(program)) continue;
  const { command, debianPackage, npmPackage, shows } = program;
  console.log(
    `NOT RUN ${shows}: ${command} is missing (${debianPackage === undefined ? `npm package ${npmPackage}` : `Debian package ${debianPackage}`})`,
  );
  if (required && debianPackage !== undefined) failed += 1;
}
const line = (ms: number, name: string): string => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`;
for (const { name, ms, passed } of outcomes.toSorted((a, b) => b.ms - a.ms)) console.log(line(ms, passed ? name : `${name} FAILED`));
console.log(line(totalMs, 'in all'));
console.log('\nthe files that took longest, two or three at a time:');
for (const { file, ms } of slowestFiles(SLOWEST_SHOWN)) console.log(line(ms, file));
const shortForms = shortFormsMs();
if (shortForms !== null)
  console.log(`${line(shortForms, 'the short forms of the workloads')}, of ${SHORT_FORMS_MS / 1000} s at most where nothing else runs`);
// Whoever reads only the end of a long log, or is given no more of it, is told what failed.
for (const { name, passed, said } of outcomes) if (!passed && said !== '') console.log(`\n${name} ended with:\n${said}`);
for (const test of failedTests()) console.log(`\nfailed: ${test}`);
console.log(`${outcomes.filter(({ passed }) => passed).length} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
