// Three projects: `pure` needs nothing, `db` a PostgreSQL of its own (started once a run), `dom` a simulated browser.
import os from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { guidePages } from './packages/console/guide/plugin.ts';

const TIMEOUT_MS = 60_000; // a loaded machine is slow, not wrong
const POLL_MS = 30_000;
const DATABASE_TIMEOUT_MS = 180_000;
/** Some wait, for the database or for a fault to be over, while others compute: two processors carry three. */
const DATABASE_WORKERS = Math.max(3, os.availableParallelism() - 1);
/** Small files that take minutes: they start servers, or play for a time. Begun last they would be waited for alone. */
const longest = [
  'test/simulation/',
  'test/conformance/archive',
  'test/stop',
  'test/lifecycle',
  'test/own-postgres',
  'test/replicas',
  'test/memory',
  'test/hledger',
  'test/backup',
  'store/src/backup/',
  'store/src/embedded/',
  'server/src/files/costly',
  'verifier/src/vectors.test',
  'verifier/src/verify.test',
  'cli/src/',
];

/** The longest first, the others as they are: the largest first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): number => Number(longest.some((part) => moduleId.includes(part)));
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a));
  }
}

const never = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    // What has to come about comes about later on a loaded machine.
    expect: { poll: { timeout: POLL_MS } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...never, '**/*.db.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: TIMEOUT_MS,
          maxWorkers: os.availableParallelism(),
        },
      },
      {
        test: {
          name: 'db',
          // Files share the modules of their worker, and nothing else: each has a database of its own.
          isolate: false,
          include: ['packages/**/*.db.test.ts', 'test/**/*.db.test.ts'],
          exclude: never,
          environment: 'node',
          globalSetup: ['packages/testkit/src/global-setup.ts'],
          setupFiles: ['packages/testkit/src/spreadable.ts'],
          testTimeout: DATABASE_TIMEOUT_MS,
          hookTimeout: DATABASE_TIMEOUT_MS,
          maxWorkers: DATABASE_WORKERS,
        },
      },
      {
        plugins: [react(), guidePages],
        test: {
          name: 'dom',
          include: ['packages/console/**/*.test.tsx'],
          exclude: never,
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['packages/console/src/test-setup.ts'],
          testTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
});
