// npm test: the whole. The checks all at once, then what needs a database, a document, a browser, one after another.
// The last line counts the steps; the exit code is 0 only if none failed.
import { checks } from './check.ts';
import { runAloud, runQuietly, type Step } from './step.ts';
import { isInstalled, systemPrograms } from './system-programs.ts';

const vitest = (project: string): Step => ({
  name: `vitest ${project}`,
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--reporter=dot'],
});
const suites: readonly Step[] = [
  vitest('db'),
  vitest('dom'),
  { name: 'docs', args: ['node_modules/vitepress/bin/vitepress.js', 'build', 'docs'] },
  { name: 'playwright', args: ['node_modules/@playwright/test/cli.js', 'test'] },
  // Every row of the bench runs; what is measured so quickly is not judged.
  { name: 'bench', args: ['bench/run.ts', '--quick'] },
];

const outcomes = await Promise.all(checks.map(runQuietly));
for (const suite of suites) outcomes.push(await runAloud(suite));
const required = process.env['REQUIRE_SYSTEM_TESTS'] === '1';
for (const program of systemPrograms) {
  if (isInstalled(program)) continue;
  console.log(`NOT RUN ${program.shows}: ${program.command} is missing (Debian package ${program.debianPackage})`);
  if (required) outcomes.push(false);
}
const failed = outcomes.filter((passed) => !passed).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
