// From screen to screen, as links within the product lead, and no longer at each than it takes to draw it.

import { type Locator, type Page, type Request, test } from '@playwright/test';

const SETTLED_WITHIN_MS = 30_000;
/** So often in a row nothing was under way, two frames apart: what one answer leads to is asked for within these. */
const QUIET_LOOKS = 3;
const keepsPictures = process.env['PICTURES'] === '1';

interface Router {
  readonly state: { readonly status: string };
  readonly history: { push(href: string): void };
}
declare const __TSR_ROUTER__: Router | undefined;

/** What a page asked for since it is listened to, and which of that has ended, one way or the other. */
interface Heard {
  readonly began: WeakSet<Request>;
  readonly ended: WeakSet<Request>;
}
const heardOf = new WeakMap<Page, Heard>();

function listen(page: Page): Heard {
  const known = heardOf.get(page);
  if (known !== undefined) return known;
  const heard: Heard = { began: new WeakSet(), ended: new WeakSet() };
  page.on('request', (request) => heard.began.add(request));
  page.on('requestfinished', (request) => heard.ended.add(request));
  page.on('requestfailed', (request) => heard.ended.add(request));
  heardOf.set(page, heard);
  return heard;
}

/** Events arrive for as long as a screen is open. */
const staysOpen = (request: Request): boolean => request.url().includes('/api/v1/events/stream');

/** Waits until a screen is drawn and asks for nothing more. Fails with what it still asks for after 30 seconds. */
export async function settled(page: Page): Promise<void> {
  const { began, ended } = listen(page);
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (let quiet = 0; quiet < QUIET_LOOKS; ) {
    const { isIdle, answered } = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return {
        isIdle: typeof __TSR_ROUTER__ === 'undefined' || __TSR_ROUTER__.state.status === 'idle',
        answered: performance.getEntries().map(({ name }) => name),
      };
    });
    // What began before anybody listened has ended when the browser itself says so.
    const hasEnded = (request: Request): boolean => (began.has(request) ? ended.has(request) : answered.includes(request.url()));
    const asked = await page.requests();
    // What a page before this one asked for has nobody to wait for it.
    const since = Math.max(
      0,
      asked.findLastIndex((request) => request.isNavigationRequest()),
    );
    const underWay = asked.slice(since).filter((request) => !hasEnded(request) && !staysOpen(request));
    quiet = isIdle && underWay.length === 0 ? quiet + 1 : 0;
    if (performance.now() > until) throw new Error(`${page.url()} still asks for ${underWay.map((r) => r.url()).join(', ')}`);
  }
}

/** Goes to a screen without loading the product again where it is loaded, and waits until it is drawn. */
export async function visit(page: Page, to: string): Promise<void> {
  listen(page);
  const isLoaded = await page.evaluate((href) => {
    if (typeof __TSR_ROUTER__ === 'undefined') return false;
    __TSR_ROUTER__.history.push(href);
    return true;
  }, to);
  if (!isLoaded) await page.goto(to);
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
  await settled(page);
}

interface Shift {
  readonly value: number;
  /** What moved. */
  readonly moved: readonly string[];
}
declare global {
  interface Window {
    shifts?: Shift[];
  }
}

/** Notes from the next load on what moves on the screen without anybody pressing anything. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const nameOf = (node: Node | null | undefined): string =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className} ${node.textContent?.slice(0, 30)}` : 'nothing';
    const shifts: Shift[] = [];
    window.shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources?: readonly { readonly node?: Node }[];
      })[])
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved: (entry.sources ?? []).map(({ node }) => nameOf(node)) });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** What moved since it was asked last. */
export const takeShifts = (page: Page): Promise<readonly Shift[]> => page.evaluate(() => window.shifts?.splice(0) ?? []);

/** Keeps a picture in test-results/browser/ for whoever wants to see the screen: with PICTURES=1 only, since each costs as much as a check. */
export async function keepPicture(of: Page | Locator, name: string, { fullPage = false } = {}): Promise<void> {
  if (keepsPictures) await of.screenshot({ path: test.info().outputPath(`${name}.png`), ...('goto' in of && { fullPage }) });
}
