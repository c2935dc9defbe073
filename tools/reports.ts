// What the runners wrote down of a test run: which files took longest, where to begin when `npm test` has become slow, and which tests failed.
// Files run beside each other, so that their seconds come to more than those of the run. The browser tests empty their folder of test-results/:
// reports are kept elsewhere.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const vitestReport = (project: string): string => `node_modules/.cache/vitest-${project}.json`;
/** Arguments that run a project of vitest and have it write its report down. */
export const vitestArgs = (project: string): readonly string[] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  project,
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${vitestReport(project)}`,
];
export const playwrightReport = 'node_modules/.cache/playwright.json';

interface Timed {
  readonly file: string;
  readonly ms: number;
}
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status: string;
    /** Of the file, where it could not be run. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly { readonly duration: number; readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

const read = <T>(report: string): T | null => {
  const file = path.join(root, report);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
};
const sum = (of: readonly number[]): number => of.reduce((all, one) => all + one, 0);
const msOf = ({ suites = [], specs }: Suite): number =>
  sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map((r) => r.duration)))) + sum(suites.map(msOf));

const PROJECTS = ['pure', 'dom', 'db'];
const reportOf = (project: string): VitestReport['testResults'] => read<VitestReport>(vitestReport(project))?.testResults ?? [];
const reportOfBrowser = (): readonly Suite[] => read<{ readonly suites: readonly Suite[] }>(playwrightReport)?.suites ?? [];

/** What an earlier run wrote down tells nothing of the next. */
export function forgetReports(): void {
  for (const report of [...PROJECTS.map(vitestReport), playwrightReport]) rmSync(path.join(root, report), { force: true });
}

/** Of those with a database or a browser, the longest first. */
export function slowestFiles(count: number): readonly Timed[] {
  return [
    ...reportOf('db').map(({ name, startTime, endTime }) => ({ file: path.relative(root, name), ms: endTime - startTime })),
    ...reportOfBrowser().map((suite) => ({ file: `test/e2e/${suite.file}`, ms: msOf(suite) })),
  ]
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count);
}

const SHORT_FORMS = /^test\/simulation\/short-.*\.db\.test\.ts$/;

/** What the short forms of the workloads took, one after the other; null where they were not run. */
export function shortFormsMs(): number | null {
  const files = reportOf('db').filter(({ name }) => SHORT_FORMS.test(path.relative(root, name)));
  return files.length === 0 ? null : sum(files.map(({ startTime, endTime }) => endTime - startTime));
}

const SAID_LINES = 6;
const firstLines = (message: string | undefined): string => (message ?? '').split('\n').slice(0, SAID_LINES).join('\n');

/** Each with its file, its name and the beginning of what it said. */
export function failedTests(): readonly string[] {
  const ofVitest = PROJECTS.flatMap(reportOf).flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}\n${firstLines(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${firstLines(failureMessages[0])}`);
  });
  return [...ofVitest, ...reportOfBrowser().flatMap(failedIn)];
}

const failedIn = ({ file, suites = [], specs }: Suite): readonly string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(
      ({ title, tests }) =>
        `test/e2e/${file} › ${title}\n${firstLines(tests.flatMap(({ results }) => results).at(-1)?.errors[0]?.message)}`,
    ),
  ...suites.flatMap(failedIn),
];
