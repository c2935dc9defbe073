// The files of a test run that took longest, from what the runners wrote down: where to begin when `npm test` has become slow. Files run beside
// each other, so that their seconds come to more than those of the run. The runners empty test-results/: reports are kept elsewhere.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
export const vitestReport = (project: string): string => `node_modules/.cache/vitest-${project}.json`;
export const playwrightReport = 'node_modules/.cache/playwright.json';

interface Timed {
  readonly file: string;
  readonly ms: number;
}
interface VitestReport {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}
interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly { readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[] }[];
}

const read = <T>(report: string): T | null => {
  const file = path.join(root, report);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
};
const sum = (of: readonly number[]): number => of.reduce((all, one) => all + one, 0);
const msOf = ({ suites = [], specs }: Suite): number =>
  sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map((r) => r.duration)))) + sum(suites.map(msOf));

/** The longest first. */
export function slowestFiles(count: number): readonly Timed[] {
  const vitest = read<VitestReport>(vitestReport('db'))?.testResults ?? [];
  const playwright = read<{ readonly suites: readonly Suite[] }>(playwrightReport)?.suites ?? [];
  return [
    ...vitest.map(({ name, startTime, endTime }) => ({ file: path.relative(root, name), ms: endTime - startTime })),
    ...playwright.map((suite) => ({ file: `test/e2e/${suite.file}`, ms: msOf(suite) })),
  ]
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count);
}
