// The console in the browser of the browser tests: lists of many rows that are scrolled, and how long after a press the heading of another screen
// is drawn. Measured besides: the same for a load of the whole product from the browser's cache.

import { okBody } from '@countinghouse/testkit/caller';
import { type Organisation, openWorld } from '@countinghouse/testkit/world';
import type { Browser, Page } from '@playwright/test';
import { screens } from '../packages/console/src/lib/screen/paths.ts';
import { startBrowser } from './browser.ts';
import { bodyOf } from './intents.ts';
import { percentile } from './percentile.ts';
import { absolute, type Row } from './row.ts';

export interface ConsoleSizes {
  /** Accounts, and as many intents between them. */
  readonly rows: number;
  /** How many screens of the menu are opened, and how often each after the first time. */
  readonly screens: number;
  readonly turns: number;
}
export const fullConsole: ConsoleSizes = { rows: 10_000, screens: screens.length, turns: 4 };
export const quickConsole: ConsoleSizes = { rows: 200, screens: 4, turns: 1 };

/** Source: decision 0262. */
const LONGEST_TASK_MS_MAX = 50;
const HEADING_MS_MAX = 300;
const INTENTS_A_CALL = 500;
const WINDOW = { width: 1440, height: 900 };
const DRAWN_WITHIN_MS = 60_000;
/** What a wheel that is turned fast does, so often a second. */
const WHEEL = { px: 2_000, everyMs: 33 };
/** Jumps to places far apart, as whoever drags the bar makes them. */
const JUMPS = 40;
const REST_MS = 1_000;
/** A list that was scrolled to its end was scrolled by at least so much a row. */
const ROW_PX_MIN = 20;

const lists = [
  { at: '/dashboard/ledger/accounts', label: 'Ledger accounts' },
  { at: '/dashboard/balances', label: 'Accounts and balances' },
] as const;

/** No rows where there is no browser. */
export async function measureConsole(note: (line: string) => void, { rows, turns, ...sizes }: ConsoleSizes): Promise<readonly Row[]> {
  const browser = await startBrowser('console', note);
  if (browser === null) return [];
  const world = await openWorld();
  try {
    const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 0 });
    await fill(organisation, rows);
    const page = await openPage(browser, world.url, organisation.caller.headers['cookie'] ?? '');
    const scrolled: Row[] = [];
    for (const { at, label } of lists) scrolled.push(await scroll(page, at, label, rows));
    const opened = screens.slice(0, sizes.screens);
    const within = await openInTurns(page, opened, turns, push);
    const loads = await openInTurns(page, opened, 1, load);
    return [
      ...scrolled,
      absolute(
        {
          name: 'console-heading',
          title: 'heading of another screen drawn, p95',
          value: percentile(within, 0.95),
          unit: 'ms',
          note: `${within.length} openings; half within ${percentile(within, 0.5).toFixed(0)} ms, all within ${percentile(within, 1).toFixed(0)}`,
        },
        { atMost: HEADING_MS_MAX },
      ),
      absolute(
        {
          name: 'console-load-heading',
          title: 'the same when all is loaded anew from the cache, p95',
          value: percentile(loads, 0.95),
          unit: 'ms',
          note: `${loads.length} loads; half within ${percentile(loads, 0.5).toFixed(0)} ms`,
        },
        null,
      ),
    ];
  } finally {
    await browser.close();
    await world.close();
  }
}

/** So many accounts, opened by as many intents, each of which moves money between two of them. */
async function fill(organisation: Organisation, rows: number): Promise<void> {
  const { caller, tenantId, fxSnapshotId, glAccountId } = organisation;
  okBody(await caller.post('/api/internal/opening-rules', { rules: [{ prefix: 'CUSTOMER-', gl_account: glAccountId, currency: 'USD' }] }));
  const account = (i: number): string => `CUSTOMER-${(i % rows) + 1}`;
  for (let from = 0; from < rows; from += INTENTS_A_CALL) {
    const some = Array.from({ length: Math.min(INTENTS_A_CALL, rows - from) }, (_, i) => {
      const [debit, credit] = [account(2 * (from + i)), account(2 * (from + i) + 1)];
      return { ...bodyOf({ tenantId, fxSnapshotId, debit, credit }, `row-${from + i}`), constraints: { open_missing: true } };
    });
    const told = okBody(await caller.post('/api/v1/intents/batch', { intents: some, atomic: true }));
    if (told['executed'] !== some.length) throw new Error(`not posted: ${JSON.stringify(told).slice(0, 500)}`);
  }
}

async function openPage(browser: Browser, url: string, cookies: string): Promise<Page> {
  const context = await browser.newContext({ viewport: WINDOW, baseURL: url });
  await context.addCookies(
    cookies.split('; ').map((cookie) => {
      const at = cookie.indexOf('=');
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url };
    }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(DRAWN_WITHIN_MS);
  return page;
}

/** Turns the wheel until the end of a list, jumps about in it, and tells for how long the page answered nobody at most. */
async function scroll(page: Page, at: string, label: string, rows: number): Promise<Row> {
  await page.goto(at);
  const list = page.getByRole('grid', { name: label, exact: true });
  await list.getByRole('row').nth(1).waitFor();
  const told = await list.evaluate(scrollThrough, { wheel: WHEEL, jumps: JUMPS, restMs: REST_MS });
  if (told.px < rows * ROW_PX_MIN) throw new Error(`${label}: only ${told.px} px were scrolled`);
  return absolute(
    {
      name: `console-scroll-${at.split('/').at(-1)}`,
      title: `${label}, ${rows} rows scrolled: the longest task`,
      value: told.longestMs,
      unit: 'ms',
      note: `${told.long} tasks over 50 ms in ${told.turns} turns; ${Math.round(told.px)} px, ${told.seen} rows seen`,
    },
    { atMost: LONGEST_TASK_MS_MAX },
  );
}

interface Scrolled {
  readonly longestMs: number;
  /** Turns of the wheel, jumps included. */
  readonly turns: number;
  /** Tasks of over 50 ms. */
  readonly long: number;
  readonly px: number;
  /** Different rows that were drawn. */
  readonly seen: number;
}

/** Runs in the page. A task is long from 50 ms on: what the browser tells no less of. */
async function scrollThrough(
  list: HTMLElement | SVGElement,
  { wheel, jumps, restMs }: { readonly wheel: typeof WHEEL; readonly jumps: number; readonly restMs: number },
): Promise<Scrolled> {
  // What was under way with the load belongs to that.
  await new Promise((resolve) => setTimeout(resolve, restMs));
  let scroller: Element = list;
  while (scroller.scrollHeight <= scroller.clientHeight + 1 && scroller.parentElement !== null) scroller = scroller.parentElement;
  let [longestMs, long, turns] = [0, 0, 0];
  new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) {
      longestMs = Math.max(longestMs, duration);
      long += 1;
    }
  }).observe({ type: 'longtask' });
  const seen = new Set<string>();
  const goTo = async (top: number): Promise<void> => {
    scroller.scrollTop = top;
    turns += 1;
    await new Promise((resolve) => setTimeout(resolve, wheel.everyMs));
    for (const row of list.querySelectorAll('[data-index]')) seen.add(row.getAttribute('data-index') ?? '');
  };
  const end = scroller.scrollHeight - scroller.clientHeight;
  for (let top = 0; top < end; top += wheel.px) await goTo(top);
  const px = scroller.scrollTop;
  // Far apart, and each time elsewhere.
  for (let jump = 0; jump < jumps; jump++) await goTo((end * ((jump * 37) % jumps)) / jumps);
  await new Promise((resolve) => setTimeout(resolve, restMs));
  return { longestMs, long, turns, px, seen: seen.size };
}

type Open = (page: Page, path: string, title: string) => Promise<number>;

/** Opens screens, each once to have it at hand and then so many times, and tells the milliseconds of each that counts. */
async function openInTurns(page: Page, opened: typeof screens, turns: number, open: Open): Promise<readonly number[]> {
  const took: number[] = [];
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (let turn = 0; turn <= turns; turn++)
    for (const [i, { path, title }] of opened.entries()) {
      // The same heading stands on the screen before: there is nothing to wait for.
      const same = opened.at(i - 1)?.title === title;
      const ms = await open(page, path, title);
      if (turn > 0 && !same) took.push(ms);
    }
  return took;
}

/** As a press on a link of the menu does. */
const push: Open = (page, path, title) =>
  page.evaluate(
    async ({ path, title }) => {
      const { history } = (globalThis as unknown as { __TSR_ROUTER__: { history: { push(href: string): void } } }).__TSR_ROUTER__;
      const pressedMs = performance.now();
      history.push(path);
      while (document.querySelector('h1')?.textContent?.trim() !== title) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const tookMs = performance.now() - pressedMs;
      // Somebody reads a screen before they go on.
      await new Promise((resolve) => setTimeout(resolve, 150));
      return tookMs;
    },
    { path, title },
  );

const load: Open = async (page, path, title) => {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction((asked) => document.querySelector('h1')?.textContent?.trim() === asked, title, { polling: 'raf' });
  return page.evaluate(() => performance.now());
};
