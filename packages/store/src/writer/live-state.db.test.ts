import { randomBytes } from 'node:crypto';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyState } from './copy-state.ts';
import { lookAtState } from './live-state.ts';
import { loadState } from './load-state.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

async function stateOf({ tenantId }: Books): Promise<TenantState> {
  const client = await t.writerPool.connect();
  return loadState(client, tenantId).finally(() => client.release());
}

/** Looks as if the writer had this state, and counts the loads. */
async function look(books: Books, live: TenantState | null): Promise<{ readonly seen: TenantState; readonly loads: number }> {
  let loads = 0;
  const pool = {
    query: t.writerPool.query.bind(t.writerPool),
    connect: () => {
      loads += 1;
      return t.writerPool.connect();
    },
  } as unknown as pg.Pool;
  const bring = (): Promise<void> => Promise.reject(new Error('this writer cannot be brought anywhere'));
  const seen = await lookAtState({ pool, clock: t.clock, tenantId: books.tenantId, live: () => live, bring }, (state) => state);
  return { seen, loads };
}

describe('the state for whoever only looks', () => {
  test('is the writer’s own, without a load, where it is at the end of the log', async () => {
    const books = await makeBooks(t);
    const state = await stateOf(books);
    const { seen, loads } = await look(books, state);
    expect(loads).toBe(0);
    expect(seen).toBe(state);
  });
  test('is loaded where the writer has none, or another process wrote since', async () => {
    const books = await makeBooks(t);
    const before = await stateOf(books);
    written(await books.post('A1', 'A2', '5'));
    for (const live of [null, before]) {
      const { seen, loads } = await look(books, live);
      expect(loads).toBe(1);
      expect(seen.head.seq).toBe(before.head.seq + 1);
    }
  });
  test('is loaded where the writer has another event at the end than the log', async () => {
    const books = await makeBooks(t);
    const live = await stateOf(books);
    live.head.hash = 'f'.repeat(64);
    expect((await look(books, live)).loads).toBe(1);
  });
  test('that is ahead of the log is answered once the log is there, and never where the log goes on differently', async () => {
    const books = await makeBooks(t);
    const live = await stateOf(books);
    const ahead = copyState(live);
    ahead.head.seq += 1;
    ahead.head.hash = 'f'.repeat(64);
    const looking = look(books, ahead);
    written(await books.post('A1', 'A2', '5'));
    const { seen, loads } = await looking;
    expect(loads).toBe(1);
    expect(seen.accountByCode.get('A1')?.balanceE8).toBe(500_000_000n);

    const after = await stateOf(books);
    let released = false;
    const next = copyState(after);
    const posting = books.post('A1', 'A2', '1').then((outcome) => {
      released = true;
      return written(outcome).events[0];
    });
    const event = await posting;
    next.head.seq += 1;
    next.head.hash = event?.eventHash ?? '';
    expect(released).toBe(true);
    expect(await look(books, next)).toEqual({ seen: next, loads: 0 });
  });
  test('is kept by a server on which nobody posts, and brought to the end of the log by what came since', async () => {
    const masterKey = randomBytes(32);
    let loads = 0;
    const [posting, looking] = [
      openLedger(db.where, { masterKey }),
      openLedger(db.where, {
        masterKey,
        loadState: (client, tenantId) => {
          loads += 1;
          return loadState(client, tenantId);
        },
      }),
    ];
    try {
      const books = await makeBooks(posting);
      const balance = (): Promise<bigint | undefined> =>
        looking.ledger.examine(books.tenantId, (state) => state.accountByCode.get('A1')?.balanceE8);
      expect(await Promise.all([balance(), balance(), balance()])).toEqual([0n, 0n, 0n]);
      for (let n = 1n; n <= 5n; n++) {
        written(await books.post('A1', 'A2', '1'));
        expect(await balance()).toBe(n * 100_000_000n);
      }
      expect(loads).toBe(1);
      expect(looking.ledger.memory.organisations).toBe(1);
      // Who posts there after all decides on what it has, and the other catches up in turn.
      written(await looking.ledger.submit(books.tenantId, books.intent('A1', 'A2', '1')));
      written(await books.post('A1', 'A2', '1'));
      expect(await balance()).toBe(700_000_000n);
      expect(loads).toBe(1);
    } finally {
      await posting.close();
      await looking.close();
    }
  });
  test('is thrown away and loaded where the log has gone on otherwise than what is kept', async () => {
    const masterKey = randomBytes(32);
    const [posting, looking] = [openLedger(db.where, { masterKey }), openLedger(db.where, { masterKey })];
    try {
      const books = await makeBooks(posting);
      written(await books.post('A1', 'A2', '5'));
      await looking.ledger.examine(books.tenantId, (state) => {
        state.head.hash = 'f'.repeat(64);
      });
      expect(await looking.ledger.examine(books.tenantId, (state) => state.accountByCode.get('A1')?.balanceE8)).toBe(500_000_000n);
    } finally {
      await posting.close();
      await looking.close();
    }
  });
  test('a preview decides on a copy: the writer goes on as if it had not been', async () => {
    const books = await makeBooks(t);
    written(await books.post('A1', 'A2', '5'));
    const [outcome] = await t.ledger.preview(books.tenantId, [books.intent('A1', 'A2', '7')]);
    expect(outcome?.kind).toBe('written');
    written(await books.post('A1', 'A2', '1'));
    const balance = await t.ledger.examine(books.tenantId, (state) => state.accountByCode.get('A1')?.balanceE8);
    expect(balance).toBe(600_000_000n);
  });
});

describe('a copy of a state', () => {
  test('equals it, shares nothing that can change, and has its accounts once', async () => {
    const books = await makeBooks(t);
    const state = await stateOf(books);
    const copy = copyState(state);
    expect(copy).toEqual(state);
    const account = copy.accountByCode.get('A1');
    expect(copy.accounts.get(account?.id ?? '')).toBe(account);
    expect(copy.glAccounts.get(books.glAccountId)).not.toBe(state.glAccounts.get(books.glAccountId));
    expect(copy.head).not.toBe(state.head);
    if (account !== undefined) account.balanceE8 = 1n;
    copy.currencies.clear();
    expect(state.accountByCode.get('A1')?.balanceE8).toBe(0n);
    expect(state.currencies.size).toBeGreaterThan(0);
  });
});
