// Browser tests: the real server on an empty data directory, a real database, a real browser.
// A picture of what failed and the trace of its second attempt stay in test-results/browser/; with PICTURES=1 pictures of the screens too.

import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './test/e2e/browser.ts';
import { address, dataDir, dnsPort, port } from './test/e2e/server-under-test.ts';
import { playwrightReport } from './tools/reports.ts';

const START_TIMEOUT_MS = 120_000; // builds the console, makes the database and the demo
const STOP_TIMEOUT_MS = 20_000;
const TEST_TIMEOUT_MS = 90_000;
const EXPECT_TIMEOUT_MS = 15_000; // a loaded machine is slow, not wrong

/** Walks over all screens, which take a minute or two: begun last they would be waited for alone. */
const walks = ['**/accessibility.e2e.ts', '**/money.e2e.ts', '**/organisation.e2e.ts', '**/stored-xss.e2e.ts', '**/health.e2e.ts'];

const folder = fileURLToPath(dataDir);
const { executablePath, env } = await findBrowser();

export default defineConfig({
  testDir: 'test/e2e',
  projects: [
    { name: 'walks', testMatch: walks },
    { name: 'journeys', testMatch: '**/*.e2e.ts', testIgnore: walks },
  ],
  // Node reads TypeScript as it is, and keeps what it compiled; to transform all packages once more takes 15 s of a fresh clone's first run.
  build: { external: ['**/packages/**', '**/test/walks/**'] },
  outputDir: 'test-results/browser',
  workers: 2,
  // What passes only at its second attempt is named as flaky in the list: a fault of the test or of the product, to be found with its trace.
  retries: 1,
  fullyParallel: true,
  forbidOnly: true,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  reporter: [['list'], ['json', { outputFile: playwrightReport }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: address,
    // Requests that a test makes beside its page say where they come from, as those of the page do.
    extraHTTPHeaders: { origin: address },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs as much as the test itself: only second attempts keep one, and with TRACE=1 whatever fails.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(env === undefined ? {} : { env }),
      args: [
        '--no-sandbox',
        // There is none: what stands in for one took up to three fifths of a processor.
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-domain-reliability',
        '--disable-default-apps',
        '--font-render-hinting=none',
      ],
    },
  },
  webServer: {
    // What the developer has set for a server of their own must not reach this one: it would work on their database.
    command: `rm -rf '${folder}' && exec env -u DATABASE_URL -u PUBLIC_URL -u SMTP_URL -u HOST node tools/start.js`,
    // Tests make accounts from many addresses, as people do.
    // Receivers, key sets, providers and name servers of tests are on this machine.
    env: {
      PORT: port,
      DATA_DIR: folder,
      TRUSTED_PROXIES: '127.0.0.1',
      EGRESS_ALLOW: '127.0.0.1',
      DNS_SERVERS: `127.0.0.1:${dnsPort}`,
      BALLAST_MB: '0',
    },
    url: `${address}/readyz`,
    reuseExistingServer: false,
    timeout: START_TIMEOUT_MS,
    gracefulShutdown: { signal: 'SIGTERM', timeout: STOP_TIMEOUT_MS },
    stdout: 'pipe',
  },
});
