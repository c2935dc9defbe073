// Over ten thousand random books: several currencies and entities, days and amounts of any size. No unit is lost or made, in the
// ledger or in what is reported of it.

import { idOf, intentOf, openTenant, owner, PureLedger, rowOf, TENANT } from '@countinghouse/testkit/pure-ledger';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { GlClass } from '../gl-accounts/events.ts';
import type { Command } from '../ledger/commands.ts';
import type { Posting } from '../ledger/posting.ts';
import { emptyState, type TenantState } from '../ledger/state.ts';
import { evolve } from '../ledger.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { fiscalYearStart } from './days.ts';
import { makeTranslator, sumOf } from './figures.ts';
import type { Line } from './line.ts';
import { type Books, balanceSheet, incomeStatement, trialBalance } from './statements.ts';
import type { RateInForce } from './translate.ts';

const BOOKS = 10_000;
const TIMEOUT_MS = 120_000;
const currencies = ['USD', 'EUR', 'JPY'] as const;
const entities = ['HQ', 'DE', null] as const;
const gl: readonly (readonly [code: string, glClass: GlClass, parent: string | null])[] = [
  ['1000', 'A', null],
  ['1010', 'A', '1000'],
  ['2000', 'L', null],
  ['3000', 'E', null],
  ['4000', 'I', null],
  ['4100', 'I', '4000'],
  ['5000', 'X', null],
];
const days = ['2025-11-30', '2025-12-31', '2026-01-01', '2026-03-31', '2026-04-01', '2026-06-15'];
const codeOf = (entity: string | null, currency: string, glCode: string): string => `${entity ?? 'NONE'}-${currency}-${glCode}`;

function openGroup(): PureLedger {
  const ledger = openTenant();
  const commands: Command[] = [
    { type: 'currency.allow', actor: owner, code: 'JPY' },
    ...gl.map(([code, glClass, parent]): Command => {
      const normalBalance = glClass === 'A' || glClass === 'X' ? 'DR' : 'CR';
      const parentId = parent === null ? null : idOf(parent);
      return { type: 'gl_account.create', actor: owner, id: idOf(code), code, title: code, class: glClass, normalBalance, parentId };
    }),
    ...entities.flatMap((code): readonly Command[] =>
      code === null ? [] : [{ type: 'entity.create', actor: owner, id: idOf(code), code, name: code, baseCurrency: 'USD' }],
    ),
    ...entities.flatMap((entity) =>
      currencies.flatMap((currency) =>
        gl.map(([glCode]): Command => {
          const code = codeOf(entity, currency, glCode);
          const entityId = entity === null ? null : idOf(entity);
          const rest = { kind: 'bank', externalRef: null, floor: 'none', glAccountId: idOf(glCode) } as const;
          return { type: 'account.create', actor: owner, id: idOf(code), code, currency, entityId, ...rest };
        }),
      ),
    ),
    { type: 'snapshot.take', actor: owner, id: idOf('fx'), kind: 'fx', label: '', source: 'test' },
  ];
  for (const command of commands) {
    const decision = ledger.submit(command);
    if (decision.kind !== 'append') throw new Error(`refused: ${command.type}`);
  }
  return ledger;
}
const group = openGroup();

/** The group's books as they were opened: its events alone give them again. */
function openCopy(): PureLedger {
  const ledger = new PureLedger();
  for (const event of group.events) {
    ledger.events.push(event);
    evolve(ledger.state, event);
  }
  return ledger;
}

const side = fc.tuple(fc.constantFrom(...entities), fc.constantFrom(...gl.map(([code]) => code)));
const row = fc
  .record({
    debit: side,
    credit: side,
    currency: fc.constantFrom(...currencies),
    units: fc.oneof(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.bigInt({ min: -999n, max: 999n })).filter((u) => u !== 0n),
    valueDate: fc.constantFrom(...days),
  })
  .filter(({ debit, credit }) => debit[0] !== credit[0] || debit[1] !== credit[1])
  .map(({ debit, credit, currency, units, valueDate }) =>
    rowOf(codeOf(debit[0], currency, debit[1]), codeOf(credit[0], currency, credit[1]), formatAmountE8(units), { currency, valueDate }),
  );
const rateText = fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.nat(6)).map(([digits, scale]) => (digits / 10 ** scale).toString());
const pairs: readonly (readonly [string, string])[] = [
  ['EUR', 'USD'],
  ['USD', 'JPY'],
  ['JPY', 'EUR'],
];
const rates = fc.tuple(fc.option(rateText), fc.option(rateText), fc.option(rateText)).map((texts) =>
  texts.flatMap((text, i): readonly RateInForce[] => {
    const [base_currency = '', quote_currency = ''] = pairs[i] ?? [];
    return text === null || text.includes('e') ? [] : [{ base_currency, quote_currency, rate: text, asof: '', source: 's' }];
  }),
);
const books = fc.record({
  intents: fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
  day: fc.constantFrom(...days),
  prior: fc.constantFrom(...days),
  startMonth: fc.constantFrom(1, 4, 12),
  entity: fc.constantFrom(...entities),
  to: fc.constantFrom(...currencies),
  rates,
  back: fc.nat(5),
});
type Sample = typeof books extends fc.Arbitrary<infer T> ? T : never;

function post({ intents }: Sample): PureLedger {
  const ledger = openCopy();
  for (const rows of intents) {
    const decision = ledger.submit(intentOf({ rows, fxSnapshotId: idOf('fx') }));
    if (decision.kind !== 'append' || decision.events[0]?.type !== 'intent.executed') throw new Error('not executed');
  }
  return ledger;
}

/** What is handed to a statement: sums at points in time, of one entity with what it is due, or of all. */
function booksAt({ state, postings }: PureLedger, points: readonly string[], { entity, to, rates: inForce }: Sample): Books {
  const entityId = entity === null ? null : idOf(entity);
  const sums = new Map<string, Books['sums'][number] & { atE8: bigint[] }>();
  const dues = new Map<string, Books['dues'][number] & { atE8: bigint[] }>();
  const add = <T extends { atE8: bigint[] }>(map: Map<string, T>, key: string, fresh: () => T, { row: r }: Posting, byE8: bigint): void => {
    const at = map.get(key) ?? fresh();
    map.set(key, at);
    for (const [i, point] of points.entries()) if (r.value_date <= point) at.atE8[i] = (at.atE8[i] ?? 0n) + byE8;
  };
  const zeros = (): bigint[] => points.map(() => 0n);
  for (const p of postings)
    for (const [own, other, byE8] of [
      [p.debit, p.credit, p.amountE8],
      [p.credit, p.debit, -p.amountE8],
    ] as const) {
      if (entityId !== null && own.entityId !== entityId) continue;
      const { currency, glAccountId } = own;
      add(sums, `${glAccountId}${currency}`, () => ({ glAccountId, currency, atE8: zeros() }), p, byE8);
      const code = other.entityId ?? '–';
      if (entityId !== null && other.entityId !== entityId)
        add(dues, `${code}${currency}`, () => ({ code, title: code, currency, atE8: zeros() }), p, -byE8);
    }
  const translator = makeTranslator([...currencies], to, 'USD', [inForce, inForce]);
  return { chart: [...state.glAccounts.values()], sums: [...sums.values()], dues: [...dues.values()], translator };
}

const balancesOf = (state: TenantState): string => [...state.accounts.values()].map((a) => `${a.code}=${a.balanceE8}`).join();
const isZero = ({ amounts, translatedE8 }: Line): boolean =>
  [...amounts.values()].flat().every((e8) => e8 === 0n) && translatedE8.every((e8) => e8 === null || e8 === 0n);
const last = (lines: readonly Line[]): Line => lines.at(-1) as Line;
/** What is left between the assets of a balance sheet and its last line. */
const left = (sheet: readonly Line[]): Line => {
  const assets = sheet.find((l) => l.title === 'Total assets') as Line;
  return { ...last(sheet), ...sumOf([assets, last(sheet)], assets.translatedE8.length) };
};
/** What a translation may lose by rounding: half a unit a line, and the line itself. */
const LINES_MAX = 14n;

describe('ten thousand random books', () => {
  test.prop([books], { numRuns: BOOKS })(
    'sum to zero in each currency, are replayed to what they are, and as of any seq are what their index says',
    (sample) => {
      const ledger = post(sample);
      const { state, events, postings } = ledger;
      for (const currency of currencies) {
        const sum = [...state.accounts.values()].reduce((s, a) => (a.currency === currency ? s + a.balanceE8 : s), 0n);
        if (sum !== 0n) throw new Error(`${currency} is ${sum}`);
      }
      const again = emptyState(TENANT);
      for (const event of events) evolve(again, event);
      expect(balancesOf(again)).toBe(balancesOf(state));
      expect(again.head).toEqual(state.head);

      const seq = state.head.seq - sample.back;
      const then = emptyState(TENANT);
      for (const event of events) if (event.seq <= seq) evolve(then, event);
      // The balance after an account's last posting up to there: what the store looks up.
      const indexed = new Map<string, bigint>();
      for (const p of postings) {
        if (p.seq > seq) continue;
        indexed.set(p.debit.id, p.debitBalanceAfterE8);
        indexed.set(p.credit.id, p.creditBalanceAfterE8);
      }
      for (const a of then.accounts.values()) if ((indexed.get(a.id) ?? 0n) !== a.balanceE8) throw new Error(`${a.code} at ${seq}`);
    },
    TIMEOUT_MS,
  );

  test.prop([books], { numRuns: BOOKS })(
    'give statements that come to zero, in each currency and translated, of the whole and of each entity',
    (sample) => {
      const ledger = post(sample);
      const trial = trialBalance(booksAt(ledger, [sample.day, sample.prior], sample));
      expect(isZero(last(trial))).toBe(true);
      const years = [sample.day, sample.prior].map((d) => [d, dayBefore(fiscalYearStart(d, sample.startMonth))] as const);
      const asked = booksAt(ledger, years.flat(), sample);
      const sheet = balanceSheet(asked);
      expect(isZero(left(sheet))).toBe(true);
      const result = sheet.find((l) => l.kind === 'result');
      const income = last(incomeStatement(asked));
      expect(income.translatedE8).toEqual(result?.translatedE8);
      for (const currency of currencies)
        expect(income.amounts.get(currency) ?? [0n, 0n]).toEqual(result?.amounts.get(currency) ?? [0n, 0n]);
      const unit = sample.to === 'JPY' ? 100_000_000n : 1_000_000n;
      for (const line of [...trial, ...sheet])
        if (line.kind === 'rounding')
          for (const e8 of line.translatedE8) expect(e8 === null || (e8 < 0n ? -e8 : e8) <= LINES_MAX * unit).toBe(true);
    },
    TIMEOUT_MS,
  );

  test('cross entities, leave rounding, and lack rates, often enough to tell', () => {
    const lists = fc.sample(books, { numRuns: 400, seed: 5 });
    const sheets = lists.map((s) => balanceSheet(booksAt(post(s), [s.day, '2025-12-31', s.prior, '2025-12-31'], s)));
    const count = (of: (lines: readonly Line[]) => boolean): number => sheets.filter(of).length;
    expect(count((lines) => lines.some((l) => l.kind === 'due' && !isZero(l)))).toBeGreaterThan(50);
    expect(count((lines) => lines.some((l) => l.kind === 'rounding'))).toBeGreaterThan(20);
    expect(count((lines) => lines.some((l) => l.translatedE8.includes(null)))).toBeGreaterThan(20);
    expect(count((lines) => lines.some((l) => l.kind === 'retained' && !isZero(l)))).toBeGreaterThan(50);
  });
});

/** Its points only need an order: the day before the first of a month sorts before it and after every day of the month before. */
const dayBefore = (first: string): string => `${first.slice(0, 8)}00`;
