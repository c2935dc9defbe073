// npm run check: everything that needs neither a database nor a browser, all at once, in a minute or so.
import { vitestArgs } from './reports.ts';
import { runQuietly, type Step } from './step.ts';

const tsc = (project: string): Step => ({ name: `tsc ${project}`, args: ['node_modules/typescript/bin/tsc', '-p', project] });

/** The checks, in no order. */
export const checks: readonly Step[] = [
  { name: 'tidy', args: ['tools/tidy/run.ts'] },
  // Each with its own libraries: the kernel's project has no I/O types, the console's has a browser's, the verifier's is JavaScript, and its page's with a browser's.
  tsc('packages/kernel'),
  tsc('packages/contract'),
  tsc('packages/console'),
  tsc('packages/verifier'),
  tsc('packages/verifier/page'),
  tsc('test'),
  tsc('.'),
  { name: 'biome', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--colors=off'] },
  { name: 'oxlint', args: ['node_modules/oxlint/bin/oxlint', '-c', 'tools/oxlint.json', '--type-aware', '--deny-warnings'] },
  { name: 'knip', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'vitest pure', args: vitestArgs('pure') },
];

if (import.meta.main) {
  const outcomes = await Promise.all(checks.map(runQuietly));
  process.exit(outcomes.every(({ passed }) => passed) ? 0 : 1);
}
