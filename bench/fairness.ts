// What others do to somebody who posts one intent after the other: a neighbour at ten times its load, large bodies at once, heavy
// readers. Quiet and loaded stretches take turns, and each is compared with the quiet one beside it.

import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PRINTED_EVENTS_MAX } from '@countinghouse/contract/features/events';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { okBody } from '@countinghouse/testkit/caller';
import type { Organisation, World } from '@countinghouse/testkit/world';
import { measureHttp } from './http.ts';
import { bodyOf } from './intents.ts';
import type { LoadAsked, LoadDone, LoadRequest } from './load-callers.ts';
import type { Rate } from './rate.ts';
import { type Row, relative } from './row.ts';

const ACCOUNTS = 100;
const NEIGHBOUR_CALLERS = 2;
const NEIGHBOUR_CALLERS_BUSY = 20;
const LARGE_BODIES = 20;
const READERS = 16;
const LOOKING = 4;
const BATCH = 500;
const BUSY = 503;
/** Together with the rest of the body a little under 1 MB, which is the most that is taken. */
const NOTES_IN_BODY = 9_500;
const NOTES_IN_INTENT = 14;

export interface FairnessSize {
  readonly rounds: number;
  /** Between two stretches nothing goes on for so long. */
  readonly settleMs: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** How long the ledger is that is read. */
  readonly postings: number;
}

interface Setting {
  readonly name: string;
  readonly title: string;
  readonly goal: number;
  /** What goes on beside the poster in a quiet stretch; null: nothing. */
  readonly usual: LoadAsked | null;
  readonly load: LoadAsked;
}

/** Throws where a call of the poster was not answered with 200. */
export async function measureFairness(world: World, size: FairnessSize, note: (line: string) => void): Promise<readonly Row[]> {
  const [own, neighbour] = [await makeOrganisation(world), await makeOrganisation(world)];
  await fill(own, size.postings);
  const rows: Row[] = [];
  for (const setting of await settingsOf(world, own, neighbour)) rows.push(await measure(world, own, setting, size, note));
  return rows;
}

const makeOrganisation = (world: World): Promise<Organisation> => world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS });

const intentBody = ({ tenantId, fxSnapshotId }: Organisation, key: string, debit = 'USD-DEBIT', credit = 'USD-CREDIT'): JsonObject =>
  bodyOf({ tenantId, fxSnapshotId, debit, credit }, key);

async function fill(organisation: Organisation, postings: number): Promise<void> {
  for (let made = 0; made < postings; made += BATCH) {
    const intents = Array.from({ length: Math.min(BATCH, postings - made) }, (_, i) =>
      intentBody(organisation, `fill-${made + i}`, `USD-${((made + i) % ACCOUNTS) + 1}`, `USD-${((made + i + 1) % ACCOUNTS) + 1}`),
    );
    okBody(await organisation.caller.post('/api/v1/intents/batch', { intents }));
  }
}

async function settingsOf(world: World, own: Organisation, neighbour: Organisation): Promise<readonly Setting[]> {
  const busy = { ...loadOf(world, neighbour, [executeOf(neighbour)]), callers: NEIGHBOUR_CALLERS_BUSY };
  return [
    {
      name: 'fairness-neighbour',
      title: 'one poster, a neighbour at ten times its load',
      goal: 2,
      usual: { ...busy, callers: NEIGHBOUR_CALLERS },
      load: busy,
    },
    {
      name: 'fairness-bodies',
      title: `one poster, ${LARGE_BODIES} bodies of 1 MB at once`,
      goal: 3,
      usual: null,
      load: { ...loadOf(world, own, largeBodiesOf(own)), callers: LARGE_BODIES, together: true },
    },
    {
      name: 'fairness-readers',
      title: `one poster, ${READERS} heavy readers`,
      goal: 3,
      usual: null,
      load: { ...loadOf(world, own, await heavyReadsOf(own)), callers: READERS },
    },
    {
      name: 'fairness-health',
      title: `one poster, ${LOOKING} who look at Kernel Health`,
      goal: 3,
      usual: null,
      load: { ...loadOf(world, own, [{ method: 'GET', path: '/api/v1/health' }]), callers: LOOKING },
    },
  ];
}

const loadOf = (world: World, organisation: Organisation, requests: readonly LoadRequest[]): LoadAsked => ({
  port: Number(new URL(world.url).port),
  headers: headersOf(world, organisation),
  requests,
  callers: 1,
  together: false,
});

const headersOf = (world: World, { tenantId, caller }: Organisation): Readonly<Record<string, string>> => ({
  host: new URL(world.url).host,
  origin: world.url,
  'content-type': 'application/json',
  'x-tenant-id': tenantId,
  ...caller.headers,
});

const executeOf = (organisation: Organisation): LoadRequest => ({
  method: 'POST',
  path: '/api/v1/intents/execute',
  body: JSON.stringify(intentBody(organisation, 'KEY', 'USD-1', 'USD-2')),
});

/** One intent that carries a megabyte, and a batch that comes to as much. */
function largeBodiesOf(organisation: Organisation): readonly LoadRequest[] {
  const notes = (count: number): JsonObject => ({
    notes: Array.from({ length: count }, (_, line) => ({ line, text: `what is said of line ${line}`, tags: ['a', 'b', 'c'], open: true })),
  });
  const one = { ...intentBody(organisation, 'KEY', 'USD-1', 'USD-2'), constraints: notes(NOTES_IN_BODY) };
  const many = Array.from({ length: BATCH }, (_, i) => ({
    ...intentBody(organisation, `KEY-${i}`, 'USD-1', 'USD-2'),
    constraints: notes(NOTES_IN_INTENT),
  }));
  return [
    { method: 'POST', path: '/api/v1/intents/execute', body: JSON.stringify(one) },
    { method: 'POST', path: '/api/v1/intents/batch', body: JSON.stringify({ intents: many }) },
  ];
}

async function heavyReadsOf({ caller }: Organisation): Promise<readonly LoadRequest[]> {
  const { accounts } = okBody(await caller.post('/api/internal/accounts/list', {})) as {
    readonly accounts: readonly { readonly id: string }[];
  };
  const id = accounts[0]?.id ?? '';
  const { as_of } = okBody(await caller.get('/api/v1/balances')) as { readonly as_of: { readonly seq: number } };
  const day = new Date().toISOString().slice(0, 10);
  const first = Math.max(1, as_of.seq - PRINTED_EVENTS_MAX + 1);
  const gets = [
    `/api/internal/accounts/${id}/statement?limit=200`,
    `/api/internal/accounts/${id}/statement/totals?q=invoice`,
    `/api/internal/accounts/${id}/statement.csv`,
    `/api/v1/balances?seq=${Math.ceil(as_of.seq / 2)}`,
    `/api/v1/balances?value_date=${day}`,
    '/api/v1/events?limit=500',
    `/api/v1/events/export/csv?from_seq=1&to_seq=${as_of.seq}`,
    `/api/v1/events/export/pdf?from_seq=${first}&to_seq=${as_of.seq}`,
    '/api/internal/ledger/journal.csv',
    '/api/internal/ledger/journal.hledger',
    '/api/internal/ledger/reports/trial-balance?format=pdf',
    '/api/internal/ledger/reports/balance-sheet?format=csv',
    '/api/internal/ledger/reports/cash-position',
  ].map((path): LoadRequest => ({ method: 'GET', path }));
  return [...gets, { method: 'POST', path: '/api/internal/accounts/list', body: '{}' }];
}

interface Round {
  /** p99 of the poster under the load, and in the quiet stretch before. */
  readonly value: number;
  readonly baselineMs: number;
  readonly ratio: number;
  /** Calls of the load that were answered, and of what goes on beside a quiet stretch. */
  readonly loadPerSecond: number;
  readonly usualPerSecond: number;
}

async function measure(
  world: World,
  organisation: Organisation,
  { name, title, goal, usual, load }: Setting,
  { rounds, settleMs, ...times }: FairnessSize,
  note: (line: string) => void,
): Promise<Row> {
  let failed = 0;
  const found: Round[] = [];
  const beside = async (what: LoadAsked | null): Promise<{ readonly p99Ms: number; readonly perSecond: number }> => {
    await sleep(settleMs);
    const running = what === null ? null : startLoad(what);
    const startedMs = performance.now();
    const rate = await post(world, organisation, times);
    const done = await running?.stop();
    failed += done?.failed ?? 0;
    // Who is refused for being many is a figure; a path that is gone, or a body that is not taken, is no load at all.
    if (done !== undefined && (done.answered === 0 || done.failures.some(({ status }) => status !== BUSY)))
      throw new Error(`${name}: the load is not answered: ${JSON.stringify(done.failures)}`);
    for (const { what } of done?.failures ?? []) note(what);
    return { p99Ms: rate.p99Ms ?? Number.NaN, perSecond: ((done?.answered ?? 0) * 1000) / (performance.now() - startedMs) };
  };
  for (let round = 1; round <= rounds; round++) {
    const quiet = await beside(usual);
    const loaded = await beside(load);
    found.push({
      value: loaded.p99Ms,
      baselineMs: quiet.p99Ms,
      ratio: loaded.p99Ms / quiet.p99Ms,
      loadPerSecond: loaded.perSecond,
      usualPerSecond: quiet.perSecond,
    });
    note(`round ${round}  ${name}  quiet ${quiet.p99Ms.toFixed(1)} ms, loaded ${loaded.p99Ms.toFixed(1)} ms`);
  }
  const middle = found.sort((a, b) => a.ratio - b.ratio)[Math.floor((rounds - 1) / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  const before = usual === null ? '' : `, ${Math.round(middle.usualPerSecond)} in the quiet stretch`;
  const loadDone = `${Math.round(middle.loadPerSecond)} calls/s beside it${before}${failed === 0 ? '' : `, ${failed} of them FAILED`}`;
  const row = relative(
    { name, title: `p99 of ${title}`, value: middle.value, unit: 'ms', note: loadDone },
    { name: 'quiet', value: middle.baselineMs },
    { atMost: goal },
  );
  return { ...row, ok: row.ok && failed === 0 };
}

const post = (
  world: World,
  organisation: Organisation,
  { warmUpMs, measureMs }: Pick<FairnessSize, 'warmUpMs' | 'measureMs'>,
): Promise<Rate> =>
  measureHttp({
    port: Number(new URL(world.url).port),
    path: '/api/v1/intents/execute',
    headers: headersOf(world, organisation),
    body: JSON.stringify(intentBody(organisation, 'KEY')),
    accounts: ACCOUNTS,
    connections: 1,
    warmUpMs,
    measureMs,
  });

const callers = fileURLToPath(new URL('./load-callers.ts', import.meta.url));

function startLoad(asked: LoadAsked): { stop(): Promise<LoadDone> } {
  const child = fork(callers, { stdio: 'inherit' });
  const done = new Promise<LoadDone>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadDone));
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)));
  });
  done.catch(() => {}); // awaited by `stop`
  child.send(asked);
  return {
    stop: async () => {
      child.send('stop');
      const told = await done;
      child.disconnect();
      return told;
    },
  };
}
