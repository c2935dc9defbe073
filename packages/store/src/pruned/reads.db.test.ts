// What is read of a log whose older rows left is what was read before: page by page, across what stayed, the windows of blocks and where they meet.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { pruneBooks, writeAllTiles } from '@countinghouse/testkit/prune-books';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAccountsAt, listDuesAt, listGlAt } from '../balances-at.ts';
import { connect, withRows } from '../connection.ts';
import { listBalancesAsOf } from '../features/balances/reads.ts';
import { countEvents, listEvents, listEventsAt, listEventsOfIntent } from '../features/events/reads.ts';
import { findHoldOfIntent } from '../features/holds/reads.ts';
import { allIntents, type IntentFilter, listIntents } from '../features/intents/list.ts';
import { hasEventAt } from '../features/periods/reads.ts';
import { allPostings, listBookedPostings, type PostingFilter, type PostingPlace } from '../features/postings/list.ts';
import { listJournal } from '../features/reports/reads.ts';
import { read, type Tx } from '../reader.ts';

/** More than a window of blocks holds. */
const INTENTS = 2_400;
const DECIDED_AFTER = 2_200;
/** Nine full tiles of the tree. */
const LEAVE = 9 * 256;
const ACCOUNTS = 5;
const DAY_MS = 86_400_000;
/** Pages of a list that is whole long before. */
const PAGES_MAX = 100;
const begunMs = Date.now();
const day = (n: number): string => new Date(begunMs + n * DAY_MS).toISOString().slice(0, 10);
const scanned = 1_000;
const far = Number.MAX_SAFE_INTEGER;

const db = useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-pruned-'));
const where = () => withRows(db.where, { s3: null, dataDir: folder });
let t: TestLedger;
let books: Books;

interface Page<P, T> {
  readonly items: readonly T[];
  readonly next: P | null;
}

/** All pages behind one another; each in a transaction of its own, as calls are. Throws where they come to no end. */
async function pages<P, T>(readPage: (tx: Tx, after: P | null) => Promise<Page<P, T>>): Promise<T[]> {
  const all: T[] = [];
  let after: P | null = null;
  for (let n = 0; n < PAGES_MAX; n++) {
    const at: P | null = after;
    const page: Page<P, T> = await read(t.readerPool, { tenantId: books.tenantId }, (tx) => readPage(tx, at));
    all.push(...page.items);
    if (page.next === null) return all;
    after = page.next;
  }
  throw new Error(`more than ${PAGES_MAX} pages`);
}

const postings = (limit: number, more: Partial<PostingFilter> = {}) =>
  pages<PostingPlace, unknown>(async (tx, before) => {
    const page = await listBookedPostings(tx, books.tenantId, { ...allPostings, ...more }, { limit, scanned, before });
    return { items: page.postings, next: page.next };
  });
const intents = (limit: number, more: Partial<IntentFilter> = {}) =>
  pages<number, unknown>(async (tx, after) => {
    const toSeq = after === null ? null : after - 1;
    const page = await listIntents(tx, books.tenantId, { ...allIntents, toSeq, ...more }, { limit, scanned });
    return { items: page.intents, next: page.next };
  });
const events = (first: 'newest' | 'oldest') =>
  pages<number, unknown>(async (tx, after) => {
    const range =
      first === 'newest' ? { afterSeq: null, toSeq: after === null ? INTENTS : after - 1 } : { afterSeq: after, toSeq: INTENTS };
    const filter = { ...range, typePrefixes: null, entityId: null, actorId: null };
    const page = await listEvents(tx, books.tenantId, filter, { limit: 400, first });
    return { items: page.events.map(({ head: _, ...event }) => event), next: page.more ? (page.events.at(-1)?.seq ?? null) : null };
  });
const journal = () =>
  pages<{ readonly seq: number; readonly line: number }, unknown>(async (tx, after) => {
    const asked = { from: null, to: null, entityId: null, throughSeq: INTENTS };
    const items = await listJournal(tx, books.tenantId, asked, after ?? { seq: 0, line: 0 }, 700);
    return { items, next: items.length < 700 ? null : (items.at(-1) ?? null) };
  });
const counted = (tx: Tx) =>
  countEvents(tx, books.tenantId, { afterSeq: 100, toSeq: INTENTS, typePrefixes: ['intent.'], entityId: null, actorId: null }, far);
const asOf = (seq: number) => read(t.readerPool, { tenantId: books.tenantId }, (tx) => listBalancesAsOf(tx, books.tenantId, seq, null));

/** What was known at a seq, and then, of the same transaction, what is known now. */
const knownThenAndNow = () =>
  read(t.readerPool, { tenantId: books.tenantId }, async (tx) => {
    const told: unknown[] = [];
    for (const knownAtSeq of [300, null]) {
      const asked = { dates: [day(0), day(1)], knownAtSeq, entityId: null };
      told.push(...(await listAccountsAt(tx, books.tenantId, asked)));
      told.push(new Set(await listGlAt(tx, books.tenantId, asked)));
      told.push(await listDuesAt(tx, books.tenantId, { ...asked, entityId: randomUUID() }));
    }
    return told;
  });
const intentAndHold = () =>
  read(t.readerPool, { tenantId: books.tenantId }, async (tx) => ({
    events: (await listEventsOfIntent(tx, books.tenantId, oldIntent)).map(({ seq, intent_id }) => ({ seq, intent_id })),
    hold: await findHoldOfIntent(tx, books.tenantId, new Date().toISOString(), oldIntent),
  }));

const reads: Readonly<Record<string, () => Promise<unknown>>> = {
  'balances as of any seq': () =>
    Promise.all([1, 8, 100, 300, 449, 767, 1_500, LEAVE - 1, LEAVE, LEAVE + 1, LEAVE + 90, INTENTS].map(asOf)),
  'postings, whose pages end anywhere': () => postings(700),
  'postings, whose pages end where the last that stayed is': () => postings(INTENTS - LEAVE, { afterSeq: LEAVE - 300 }),
  'postings of an account': () => postings(700, { accountId: books.accounts[1] ?? null }),
  'postings up to an amount': () => postings(100, { amountTo: '50' }),
  'postings of a stretch': () => postings(50, { afterSeq: 400, toSeq: 700 }),
  intents: () => intents(700),
  'intents, by what few have': () => intents(100, { amountTo: '50' }),
  'intents that were approved or rejected': () => intents(100, { amountFrom: '5000' }),
  'events, newest first': () => events('newest'),
  'events, oldest first': () => events('oldest'),
  'whether events are there': () =>
    read(t.readerPool, { tenantId: books.tenantId }, async (tx) => {
      const told: boolean[] = [];
      for (const { event_id, seq } of named) told.push(await hasEventAt(tx, books.tenantId, event_id, seq));
      return told;
    }),
  'how many events there are': () => read(t.readerPool, { tenantId: books.tenantId }, counted),
  'the journal': journal,
  'balances at dates, as they were known and as they are': knownThenAndNow,
  'an intent, and the hold that it is of': intentAndHold,
};
const before = new Map<string, unknown>();
/** It leaves. */
let oldIntent = '';
/** Some of them leave. */
let named: readonly { readonly event_id: string; readonly seq: number }[] = [];

/** Intents that wait for a second person; answers what decides them. */
async function proposed(): Promise<() => Promise<void>> {
  const [actor, checker] = [books.owner, { kind: 'user' as const, id: randomUUID() }];
  written(await books.submit({ type: 'member.add', actor, userId: checker.id, role: 'owner' }));
  written(await books.submit({ type: 'limit.set', actor, key: 'high_risk_amount', value: '5000' }));
  const waiting: string[] = [];
  for (const amount of ['6000', '6500', '7000', '7500', '8000', '8500']) {
    written(await books.post('A1', 'A2', amount));
    waiting.push(books.lastApproval());
  }
  return async () => {
    for (const [n, id] of waiting.entries())
      written(
        await books.submit(
          n % 2 === 0
            ? { type: 'approval.approve', actor: checker, id, comment: '', payloadHash: null }
            : { type: 'approval.reject', actor: checker, id, comment: '' },
        ),
      );
  };
}

beforeAll(async () => {
  t = openLedger(where());
  books = await makeBooks(t, ACCOUNTS);
  const later = day(2);
  const posted = Array.from({ length: INTENTS }, (_, n) => {
    const intent = books.intent(`A${(n % ACCOUNTS) + 1}`, `A${((n + 1 + (n % (ACCOUNTS - 1))) % ACCOUNTS) + 1}`, `${n + 1}.00000001`);
    // What counts on a later day stays.
    return n % 7 === 0 ? { ...intent, rows: intent.rows.map((row) => ({ ...row, valueDate: later })) } : intent;
  });
  const decide = await proposed();
  // Proposed in the first of the blocks, decided in the last that leave.
  for (const outcome of await t.ledger.submitMany(books.tenantId, posted.slice(0, DECIDED_AFTER))) written(outcome);
  await decide();
  for (const outcome of await t.ledger.submitMany(books.tenantId, posted.slice(DECIDED_AFTER))) written(outcome);
  await writeAllTiles(t, books);
  oldIntent = posted[100]?.intentId ?? '';
  named = await read(t.readerPool, { tenantId: books.tenantId }, (tx) =>
    listEventsAt(tx, books.tenantId, [1, 100, 101, 102, 700, INTENTS]),
  );
  for (const [name, ask] of Object.entries(reads)) before.set(name, await ask());
  const owner = await connect(where(), 'owner', { statement_timeout: 0 });
  const { left } = await pruneBooks(t, owner, books, { last: LEAVE, folder });
  await owner.end();
  if (left.events < LEAVE / 2 || left.events > LEAVE - LEAVE / 10)
    throw new Error(`${left.events} events left: too many, or too few stayed`);
}, 60_000);
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

describe('read where rows left', () => {
  test.each(Object.entries(reads))('%s', { timeout: 60_000 }, async (name, ask) => {
    const was = before.get(name);
    if (Array.isArray(was)) expect(was.length).toBeGreaterThan(5);
    expect(await ask()).toEqual(was);
  });

  test('a page whose bytes are full where a window ends says that there may be more', async () => {
    const filter = { afterSeq: null, toSeq: LEAVE + 1, typePrefixes: null, entityId: null, actorId: null };
    const page = await read(t.readerPool, { tenantId: books.tenantId }, (tx) =>
      listEvents(tx, books.tenantId, filter, { limit: 2, first: 'newest', bytesMax: 1 }),
    );
    expect(page).toMatchObject({ events: [{ seq: LEAVE + 1 }], more: true });
  });
});
