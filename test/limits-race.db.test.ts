// Two processes of the system, sixteen racers, and room for fewer: exactly what fits passes, round for round, whoever writes first.

import { randomBytes } from 'node:crypto';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { LimitKey } from '@countinghouse/kernel/limits/events';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { findFaults } from '@countinghouse/testkit/soundness';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
const ROUNDS = inForm(60, 200);
const RACERS = 16;
const TIMEOUT_MS = 180_000;
/** What each racer moves, in dollars. */
const AMOUNT = 10;

let ledgers: readonly [TestLedger, TestLedger];
beforeAll(() => {
  const masterKey = randomBytes(32);
  ledgers = [openLedger(db.where, { masterKey }), openLedger(db.where, { masterKey })];
});
afterAll(() => Promise.all(ledgers.map((l) => l.close())));

interface Race {
  readonly key: LimitKey;
  /** The limit that leaves room for `free` more of `used`. */
  limit(used: { readonly count: number; readonly amount: number }, free: number): string;
  /** What the racers ask for; those beyond `free` must not fit. */
  amounts(free: number): readonly number[];
}
const even = Array.from({ length: RACERS }, () => AMOUNT);
const races: readonly Race[] = [
  { key: 'daily_txn_count_max', limit: ({ count }, free) => String(count + free), amounts: () => even },
  // A cent less than one more would need.
  { key: 'daily_txn_amount_max', limit: ({ amount }, free) => (amount + (free + 1) * AMOUNT - 0.01).toFixed(2), amounts: () => even },
  {
    key: 'txn_amount_max',
    limit: () => String(AMOUNT),
    amounts: (free) => even.map((amount, i) => ((i * 7) % RACERS < free ? amount : amount + 0.00000001)),
  },
];

const today = (): string => new Date().toISOString().slice(0, 10);
const setLimit = ({ owner }: Books, key: LimitKey, value: string): Command => ({ type: 'limit.set', actor: owner, key, value });

/** What counts already, as it is stored. */
async function usedOn(tenantId: string, day: string): Promise<{ readonly count: number; readonly amount: number }> {
  const found = await ledgers[0].loginPool.query<{ count: number; amount: string }>(
    `select txn_count as count, coalesce(sums ->> 'USD', '0') as amount from booked where tenant_id = $1 and booked_on = $2`,
    [tenantId, day],
  );
  return { count: found.rows[0]?.count ?? 0, amount: Number(found.rows[0]?.amount ?? 0) };
}

test.each(races)(
  '$key: of sixteen at once exactly those that fit pass, and the others are told which limit it was',
  {
    timeout: TIMEOUT_MS,
  },
  async (race) => {
    const [here] = ledgers;
    const books = await makeBooks(here);
    const { accounts, tenantId } = books;
    let contended = 0;
    const won: [number, number] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const free = 1 + (round % 3);
      const day = today();
      // Who wrote last has a head start: each process every other round.
      const { ledger } = ledgers[(round % 2) as 0 | 1];
      written(await ledger.submit(tenantId, setLimit(books, race.key, race.limit(await usedOn(tenantId, day), free))));
      const outcomes = await Promise.all(
        race.amounts(free).map(async (amount, i) => {
          const side = ((i + round) % 2) as 0 | 1;
          const intent = books.intent(accounts[0] ?? '', accounts[1] ?? '', amount.toFixed(8));
          const sentMs = performance.now();
          const { events } = written(await ledgers[side].ledger.submit(tenantId, intent));
          return { side, events, sentMs, answeredMs: performance.now() };
        }),
      );
      // Over midnight a day of its own begins: that round shows nothing.
      if (today() !== day) continue;
      const passed = outcomes.filter(({ events }) => events[0]?.type === 'intent.executed');
      const told = outcomes.flatMap(({ events: [e] }) =>
        e?.type === 'intent.rejected' ? [`${e.payload.error_code} ${e.payload.reason['limit']}`] : [],
      );
      expect([round, passed.length, [...new Set(told)]]).toEqual([round, free, [`LIMIT_EXCEEDED ${race.key}`]]);
      for (const { side } of passed) won[side] += 1;
      // All were on their way, in both processes, before the first of them was answered.
      if (Math.max(...outcomes.map((o) => o.sentMs)) < Math.min(...outcomes.map((o) => o.answeredMs))) contended += 1;
    }
    expect(contended).toBeGreaterThan(ROUNDS / 2);
    expect(Math.min(...won)).toBeGreaterThan(0);
    expect(await findFaults(here, tenantId)).toEqual([]);
  },
);
