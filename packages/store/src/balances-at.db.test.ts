// Balances as of any value date and any seq, from what is kept for it, are those that folding the log gives.

import { randomUUID } from 'node:crypto';
import { parseAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAccountsAt, listDuesAt, listGlAt } from './balances-at.ts';
import { sumDays } from './days.ts';
import { listBalancesAsOf } from './features/balances/reads.ts';
import { markOfMonths } from './marks.ts';
import { read } from './reader.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

const BOOKS = 40;
const POINTS_EACH = 8;
const entityCodes = ['HQ', 'DE', null] as const;
const days = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-15', '2026-03-16'];
const currencies = ['USD', 'EUR'];
const side = fc.record({ of: fc.constantFrom(...entityCodes), n: fc.nat(1) });
const codeOf = (of: string | null, currency: string, n: number): string => `${of ?? 'NONE'}-${currency}-${n}`;
const posting = fc
  .record({
    debit: side,
    credit: side,
    currency: fc.constantFrom(...currencies),
    unitsE8: fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }).filter((u) => u !== 0n),
    valueDate: fc.constantFrom(...days),
  })
  .filter(({ debit, credit }) => debit.of !== credit.of || debit.n !== credit.n)
  .map(({ debit, credit, currency, unitsE8, valueDate }) => ({
    debit: codeOf(debit.of, currency, debit.n),
    credit: codeOf(credit.of, currency, credit.n),
    amountE8: unitsE8,
    currency,
    valueDate,
    narrative: '',
  }));
const business = fc.array(fc.array(posting, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 25 });

interface Group {
  readonly books: Books;
  readonly ids: ReadonlyMap<string | null, string | null>;
}

async function openGroup(): Promise<Group> {
  const books = await makeBooks(t);
  const actor = books.owner;
  const ids = new Map<string | null, string | null>(entityCodes.map((code) => [code, code === null ? null : randomUUID()]));
  for (const [code, id] of ids)
    if (code !== null && id !== null)
      written(await books.submit({ type: 'entity.create', actor, id, code, name: code, baseCurrency: 'USD' }));
  for (const [of, entityId] of ids)
    for (const currency of currencies)
      for (const n of [0, 1]) {
        const account = { id: randomUUID(), code: codeOf(of, currency, n), currency, kind: 'bank', externalRef: null } as const;
        const rest = { entityId, glAccountId: books.glAccountId, floor: 'none' } as const;
        written(await books.submit({ type: 'account.create', actor, ...account, ...rest }));
      }
  return { books, ids };
}

interface Row {
  readonly seq: number;
  readonly debit: string;
  readonly credit: string;
  readonly amountE8: bigint;
  readonly currency: string;
  readonly valueDate: string;
}

/** The rows of the log itself: what was hashed, not what was made of it. */
async function rowsOfLog({ tenantId }: Books): Promise<readonly Row[]> {
  const found = await t.loginPool.query<{ seq: number; payload: string }>(
    "select seq, payload from events where tenant_id = $1 and event_type = 'intent.executed' order by seq",
    [tenantId],
  );
  return found.rows.flatMap(({ seq, payload }) =>
    (JSON.parse(payload) as { rows: Record<string, string>[] }).rows.map((r) => ({
      seq,
      debit: r['debit_account_id'] ?? '',
      credit: r['credit_account_id'] ?? '',
      amountE8: parseAmountE8(r['amount'] ?? '') ?? 0n,
      currency: r['currency'] ?? '',
      valueDate: r['value_date'] ?? '',
    })),
  );
}

const add = (sums: Map<string, bigint>, key: string, by: bigint): Map<string, bigint> => sums.set(key, (sums.get(key) ?? 0n) + by);
const fold = (rows: readonly Row[]): ReadonlyMap<string, bigint> =>
  rows.reduce((sums, r) => add(add(sums, r.debit, r.amountE8), r.credit, -r.amountE8), new Map<string, bigint>());

const samples = fc.sample(business, { numRuns: BOOKS, seed: 11 });
const dateOrNever = ['1999-12-31', ...days, '2100-01-01'];

test.each(samples.map((list, i) => [i, list] as const))('random books %i', async (i, list) => {
  const { books, ids } = await openGroup();
  const postAll = async (some: typeof list): Promise<void> => {
    const post = async (rows: (typeof list)[number]) => written(await books.submit(books.intent('', '', '1', { rows: [...rows] })));
    await Promise.all(some.map(post));
  };
  // Some books are summed to the end, some half-way and marked there, some not at all.
  await postAll(list.slice(0, list.length / 2));
  if (i % 3 === 1) {
    expect(await sumDays(t.writerPool, books.tenantId)).toBe(0);
    await t.loginPool.query(markOfMonths(books.tenantId, books.lastPosted()));
  }
  await postAll(list.slice(list.length / 2));
  if (i % 3 === 2) expect(await sumDays(t.writerPool, books.tenantId)).toBe(0);
  const log = await rowsOfLog(books);
  const last = log.at(-1)?.seq ?? 0;
  const entityOf = new Map(
    (
      await t.loginPool.query<{ id: string; entity_id: string | null }>('select id, entity_id from accounts where tenant_id = $1', [
        books.tenantId,
      ])
    ).rows.map((a) => [a.id, a.entity_id]),
  );
  const points = fc.sample(
    fc.record({
      dates: fc.array(fc.constantFrom(...dateOrNever), { minLength: 1, maxLength: 4 }),
      back: fc.option(fc.nat(last - (log[0]?.seq ?? 0) + 1)),
      entity: fc.constantFrom(...entityCodes),
    }),
    { numRuns: POINTS_EACH, seed: i },
  );
  await read(t.readerPool, { tenantId: books.tenantId }, async (tx) => {
    for (const { dates, back, entity } of points) {
      const knownAtSeq = back === null ? null : last - back;
      const entityId = ids.get(entity) ?? null;
      const known = log.filter((r) => knownAtSeq === null || r.seq <= knownAtSeq);
      const asked = { dates, knownAtSeq, entityId };
      const expected = dates.map((d) => fold(known.filter((r) => r.valueDate <= d)));

      const accounts = await listAccountsAt(tx, books.tenantId, asked);
      expect(accounts.length).toBeGreaterThan(0);
      for (const a of accounts) expect(a.balances.map(parseBalanceE8)).toEqual(expected.map((at) => at.get(a.id) ?? 0n));

      const gl = await listGlAt(tx, books.tenantId, asked);
      for (const g of gl) {
        const own = accounts.filter((a) => a.currency === g.currency);
        const sums = dates.map((_, d) => own.reduce((sum, a) => sum + parseBalanceE8(a.balances[d] ?? ''), 0n));
        expect(g.balances.map(parseBalanceE8)).toEqual(sums);
        // Without an entity, and with what it is due, everything comes to zero.
        if (entityId === null) expect(sums).toEqual(dates.map(() => 0n));
      }
      if (entityId !== null) {
        const dues = await listDuesAt(tx, books.tenantId, { ...asked, entityId });
        for (const currency of currencies) {
          const open = dates.map((_, d) =>
            dues.filter((x) => x.currency === currency).reduce((sum, x) => sum + parseBalanceE8(x.balances[d] ?? ''), 0n),
          );
          const held = gl.find((g) => g.currency === currency)?.balances.map(parseBalanceE8) ?? dates.map(() => 0n);
          expect(open.map((e8, d) => e8 + (held[d] ?? 0n))).toEqual(dates.map(() => 0n));
        }
        for (const due of dues) {
          const otherId = ids.get(due.code) ?? null;
          const crossing = (d: string): bigint =>
            known
              .filter((r) => r.valueDate <= d && r.currency === due.currency)
              .reduce((sum, r) => {
                const [de, cr] = [entityOf.get(r.debit) ?? null, entityOf.get(r.credit) ?? null];
                if (de === entityId && cr === otherId) return sum - r.amountE8;
                return cr === entityId && de === otherId ? sum + r.amountE8 : sum;
              }, 0n);
          expect(due.balances.map(parseBalanceE8)).toEqual(dates.map(crossing));
        }
      }
      if (knownAtSeq !== null) {
        const at = fold(known);
        const indexed = await listBalancesAsOf(tx, books.tenantId, knownAtSeq, null);
        for (const a of indexed) expect(parseBalanceE8(a.balance)).toBe(at.get(a.id) ?? 0n);
      }
    }
  });
});

test('the business above crosses entities, and its points lie before the end of the log', () => {
  const rows = samples.flat(2);
  expect(rows.filter((r) => r.debit.slice(0, 2) !== r.credit.slice(0, 2)).length).toBeGreaterThan(100);
  expect(samples.every((list) => list.length > 1)).toBe(true);
});
