// Connections that break at the worst moment: the commit was sent, or has happened, and nobody hears of it.

import type { Outcome } from '@countinghouse/store/writer/batch';
import { LedgerUnavailable } from '@countinghouse/store/writer/failures';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { type CuttingProxy, type Fate, openCuttingProxy } from '@countinghouse/testkit/cutting-proxy';
import { useDatabase } from '@countinghouse/testkit/database';
import { findFaults } from '@countinghouse/testkit/soundness';
import { afterEach, describe, expect, test } from 'vitest';

const CUTS_MIN = 20;
const CALLERS = 40;
const ACCOUNTS = 10;
const LOAD_TIMEOUT_MS = 50_000;
const SILENCES_MIN = 8;
const SHORT_PATIENCE_MS = 330;
const DEADLINE_MS = 20_000;

const db = useDatabase();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A ledger whose writer, and only that, goes through the proxy; `everything` sends all its connections through it. */
async function openBehindProxy(
  fateOf?: () => Fate,
  everything = false,
  patienceMs?: number,
): Promise<{ readonly t: TestLedger; readonly proxy: CuttingProxy; readonly books: Books }> {
  let armed = false;
  const proxy = await openCuttingProxy(db.where, () => (armed ? (fateOf?.() ?? 'pass') : 'pass'));
  closing.push(proxy.close);
  const throughProxy = { ...db.where, host: proxy.host };
  const t = openLedger(everything ? throughProxy : db.where, {
    writerWhere: throughProxy,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  closing.push(t.close);
  const books = await makeBooks(t, ACCOUNTS);
  armed = true;
  return { t, proxy, books };
}

/** What a receipt promises, whether it is the first or a repeated one. */
interface Told {
  readonly idemKey: string;
  readonly kind: 'written' | 'duplicate';
  readonly seq: number;
  readonly eventId: string;
  readonly eventHash: string;
}

function toldBy(idemKey: string, outcome: Outcome): Told {
  if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.code}`);
  const { seq, eventId, eventHash } = outcome.kind === 'written' ? must(outcome.events[0]) : outcome.prior;
  return { idemKey, kind: outcome.kind, seq, eventId, eventHash };
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing there');
  return value;
}

/** Sends one intent until it is answered, as a client with a key does. */
async function postUntilAnswered(books: Books, intent: ReturnType<Books['intent']>): Promise<Told> {
  for (;;) {
    try {
      return toldBy(intent.idemKey, await books.submit(intent));
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
    }
  }
}

/** Callers that post one intent after the other, each one to three times with its key, until told to stop. */
async function postUnderLoad(books: Books, goOn: () => boolean): Promise<readonly Told[]> {
  const told: Told[] = [];
  const until = performance.now() + LOAD_TIMEOUT_MS;
  const call = async (caller: number): Promise<void> => {
    for (let n = 0; goOn() && performance.now() < until; n++) {
      const from = (caller + n) % ACCOUNTS;
      const intent = books.intent(`A${from + 1}`, `A${((from + 1 + (n % (ACCOUNTS - 1))) % ACCOUNTS) + 1}`, `${(n % 97) + 1}.25`);
      const together = Array.from({ length: 1 + (n % 2) }, () => postUntilAnswered(books, intent));
      told.push(...(await Promise.all(together)));
      if (n % 3 === 0) told.push(await postUntilAnswered(books, intent));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
  return told;
}

/** Every receipt is true: one event a key, the same for all who were told, and told as written at most once. */
async function expectTrue(t: TestLedger, tenantId: string, told: readonly Told[]): Promise<void> {
  const rows = await t.loginPool.query<{ idem_key: string; seq: number; event_id: string; event_hash: string }>(
    'select idem_key, seq, event_id, event_hash from events where tenant_id = $1 and idem_key is not null',
    [tenantId],
  );
  const stored = new Map<string, (typeof rows.rows)[number][]>();
  for (const row of rows.rows) stored.set(row.idem_key, [...(stored.get(row.idem_key) ?? []), row]);
  const lost = told.filter((receipt) => !stored.has(receipt.idemKey));
  const doubled = [...stored.values()].filter((found) => found.length > 1);
  const untrue = told.filter((receipt) => {
    const row = stored.get(receipt.idemKey)?.[0];
    return row?.seq !== receipt.seq || row.event_id !== receipt.eventId || row.event_hash !== receipt.eventHash;
  });
  const writtenTwice = [...Map.groupBy(told, (r) => r.idemKey).values()].filter((of) => of.filter((r) => r.kind === 'written').length > 1);
  expect({ lost, doubled, untrue, writtenTwice }).toEqual({ lost: [], doubled: [], untrue: [], writtenTwice: [] });
  expect(stored.size).toBe(new Set(told.map((r) => r.idemKey)).size);
}

/** The fates one after the other, over and over. */
function inTurn(...fates: readonly Fate[]): () => Fate {
  let at = 0;
  return () => must(fates[at++ % fates.length]);
}

describe('a connection that breaks under load', () => {
  test('after COMMIT: nothing acknowledged is lost, nothing is doubled, everybody is told the truth', async () => {
    const { t, proxy, books } = await openBehindProxy(inTurn('cut-when-committed', 'pass', 'cut-when-sent', 'pass', 'pass'));
    const told = await postUnderLoad(books, () => proxy.met['cut-when-committed'] < CUTS_MIN);
    expect(proxy.met['cut-when-committed']).toBeGreaterThanOrEqual(CUTS_MIN);
    expect(proxy.met['cut-when-sent']).toBeGreaterThanOrEqual(CUTS_MIN - 1);
    await expectTrue(t, books.tenantId, told);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });

  test('in the middle of the data, before COMMIT: the batch is written once all the same', async () => {
    const { t, proxy, books } = await openBehindProxy(inTurn('cut-in-copy', 'pass', 'pass'));
    const told = await postUnderLoad(books, () => proxy.met['cut-in-copy'] < CUTS_MIN);
    expect(proxy.met['cut-in-copy']).toBeGreaterThanOrEqual(CUTS_MIN);
    await expectTrue(t, books.tenantId, told);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });
});

describe('a lost commit', () => {
  test('that happened is answered as written, without a second try', async () => {
    const { t, proxy, books } = await openBehindProxy(inTurn('cut-when-committed', 'pass'));
    const outcome = written(await books.post('A1', 'A2', '5'));
    expect(proxy.met['cut-when-committed']).toBe(1);
    await expectTrue(t, books.tenantId, [toldBy(must(outcome.events[0]?.idemKey), outcome)]);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });

  test('whose outcome cannot be found out is told as unknown, and the same key then finds it', async () => {
    const { t, proxy, books } = await openBehindProxy(inTurn('cut-when-committed', 'pass'), true);
    const intent = books.intent('A1', 'A2', '5');
    const first = books.submit(intent);
    const away = (async () => {
      while (proxy.met['cut-when-committed'] === 0) await new Promise((resolve) => setImmediate(resolve));
      await proxy.refuse();
    })();
    await expect(first).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await away;
    await proxy.admit();
    const told = toldBy(intent.idemKey, await books.submit(intent));
    expect(told.kind).toBe('duplicate');
    await expectTrue(t, books.tenantId, [told]);
  });
});

describe('a connection that falls silent, half open', () => {
  test('after COMMIT: the outcome is found out on another one, and the organisation goes on', async () => {
    const { t, proxy, books } = await openBehindProxy(inTurn('silent-when-committed', 'pass'), false, SHORT_PATIENCE_MS);
    const outcome = written(await books.post('A1', 'A2', '5'));
    expect(proxy.met['silent-when-committed']).toBe(1);
    const next = written(await books.post('A1', 'A2', '6'));
    const told = [outcome, next].map((o) => toldBy(must(o.events[0]?.idemKey), o));
    await expectTrue(t, books.tenantId, told);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });

  test('in the middle of the data: whoever waits there with the lock is ended, and the batch is written once', async () => {
    const { t, proxy, books } = await openBehindProxy(inTurn('silent-in-copy', 'pass'), false, SHORT_PATIENCE_MS);
    const outcome = written(await books.post('A1', 'A2', '5'));
    expect(proxy.met['silent-in-copy']).toBe(1);
    await expectTrue(t, books.tenantId, [toldBy(must(outcome.events[0]?.idemKey), outcome)]);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });

  test('under load, over and over: nothing acknowledged is lost, nothing is doubled', async () => {
    const fates = inTurn('silent-when-committed', 'pass', 'silent-in-copy', 'pass', 'pass');
    const { t, proxy, books } = await openBehindProxy(fates, false, SHORT_PATIENCE_MS);
    const told = await postUnderLoad(books, () => proxy.met['silent-when-committed'] < SILENCES_MIN);
    expect(proxy.met['silent-when-committed']).toBeGreaterThanOrEqual(SILENCES_MIN);
    await expectTrue(t, books.tenantId, told);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });
});

describe('a network that takes everything and answers nothing', () => {
  test('is told as an unknown outcome by who was under way and as an absent database by the others; then all goes on', async () => {
    const { t, proxy, books } = await openBehindProxy(undefined, true, SHORT_PATIENCE_MS);
    const before = toldBy('before', await books.post('A1', 'A2', '1', { idemKey: 'before' }));
    proxy.freeze();
    const startedMs = performance.now();
    const during = books.intent('A1', 'A2', '2');
    await expect(books.submit(during)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await expect(books.post('A1', 'A2', '3')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(performance.now() - startedMs).toBeLessThan(DEADLINE_MS);
    proxy.thaw();
    const after = await postUntilAnswered(books, during);
    await expectTrue(t, books.tenantId, [before, after]);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });
});

describe('a database that is away', () => {
  test('is told as such, nothing is written meanwhile, and it works again by itself', async () => {
    const { t, proxy, books } = await openBehindProxy();
    const before = toldBy('before', await books.post('A1', 'A2', '1', { idemKey: 'before' }));
    await proxy.refuse();
    const during = books.intent('A1', 'A2', '2');
    const refused = await Promise.allSettled(Array.from({ length: 20 }, () => books.submit(during)));
    for (const r of refused) expect(r).toMatchObject({ status: 'rejected', reason: { code: 'DATABASE_UNAVAILABLE' } });
    await expectTrue(t, books.tenantId, [before]);
    await proxy.admit();
    const after = await postUntilAnswered(books, during);
    expect(after.kind).toBe('written');
    await expectTrue(t, books.tenantId, [before, after]);
    expect(await findFaults(t, books.tenantId)).toEqual([]);
  });
});
