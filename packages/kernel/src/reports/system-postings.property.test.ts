// Over random books of several currencies and entities: a period is revalued, adjusted, revalued again; its year is closed, posted into,
// closed again, taken back. No currency and no entity ever leaves zero, and the year is told as if nothing had been closed.

import { idOf, intentOf, openTenant, owner, PureLedger, rowOf } from '@countinghouse/testkit/pure-ledger';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { GlClass } from '../gl-accounts/events.ts';
import type { Command } from '../ledger/commands.ts';
import { evolve } from '../ledger.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { addDays, dateOf, parseInstant } from '../time/instant.ts';
import type { GlSum } from './chart.ts';
import { makeTranslator, sumOf } from './figures.ts';
import type { Line } from './line.ts';
import { type Books, balanceSheet, incomeStatement, trialBalance } from './statements.ts';
import type { SystemPostings } from './system-postings.ts';
import type { RateInForce } from './translate.ts';

const RUNS = 300;
const TIMEOUT_MS = 120_000;
const currencies = ['USD', 'EUR', 'JPY'] as const;
const bases = { HQ: 'USD', DE: 'EUR' } as const;
const entities = ['HQ', 'DE', null] as const;
const gl: readonly (readonly [code: string, glClass: GlClass])[] = [
  ['1000', 'A'],
  ['2000', 'L'],
  ['3000', 'E'],
  ['4000', 'I'],
  ['5000', 'X'],
];
const DECEMBER = { start: '2025-12-01', end: '2025-12-31' } as const;
const days = ['2024-12-31', '2025-03-01', '2025-12-01', '2025-12-31', '2026-01-01', '2026-06-01'];
const points = ['2025-11-30', '2025-12-31', '2026-01-01', '2026-06-15'];
const codeOf = (entity: string | null, currency: string, glCode: string): string => `${entity ?? 'NONE'}-${currency}-${glCode}`;

function openGroup(): PureLedger {
  const ledger = openTenant();
  const commands: Command[] = [
    { type: 'currency.allow', actor: owner, code: 'JPY' },
    ...gl.map(([code, glClass]): Command => {
      return {
        type: 'gl_account.create',
        actor: owner,
        id: idOf(code),
        code,
        title: code,
        class: glClass,
        normalBalance: null,
        parentId: null,
      };
    }),
    ...(['HQ', 'DE'] as const).map((code): Command => {
      return { type: 'entity.create', actor: owner, id: idOf(code), code, name: code, baseCurrency: bases[code] };
    }),
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
  for (const command of commands) if (ledger.submit(command).kind !== 'append') throw new Error(`refused: ${command.type}`);
  return ledger;
}
const group = openGroup();
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
    units: fc.oneof(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.bigInt({ min: -999n, max: 999n })).filter((u) => u !== 0n),
    valueDate: fc.constantFrom(...days),
  })
  .filter(({ debit, credit }) => debit[0] !== credit[0] || debit[1] !== credit[1])
  .map(({ debit, credit, currency, units, valueDate }) =>
    rowOf(codeOf(debit[0], currency, debit[1]), codeOf(credit[0], currency, credit[1]), formatAmountE8(units), { currency, valueDate }),
  );
const rate = fc.record({
  pair: fc.constantFrom('EUR/USD', 'USD/JPY', 'JPY/EUR'),
  value: fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.nat(4)).map(([digits, scale]) => (digits / 10 ** scale).toString()),
  on: fc.constantFrom('2024-01-01', '2025-06-01', '2025-12-15', '2025-12-31'),
});
const rowsOf = (most: number) => fc.array(row, { minLength: 1, maxLength: most });
const sample = fc.record({
  before: rowsOf(12),
  adjusting: rowsOf(3),
  late: rowsOf(3),
  rates: fc.array(rate, { minLength: 1, maxLength: 5 }),
  /** How many pairs have a rate from early on. */
  known: fc.constantFrom(2, 2, 2, 2, 1, 0),
  to: fc.constantFrom(...currencies),
  entity: fc.constantFrom(...entities),
});
type Sample = typeof sample extends fc.Arbitrary<infer T> ? T : never;

const must = (ledger: PureLedger, command: Command): readonly string[] => {
  const decision = ledger.submit(command);
  if (decision.kind !== 'append') throw new Error(`${command.type}: ${JSON.stringify(decision)}`);
  return decision.events.map((e) => e.type);
};
const post = (ledger: PureLedger, rows: Sample['before']): void => {
  if (must(ledger, intentOf({ rows, fxSnapshotId: idOf('fx') }))[0] !== 'intent.executed') throw new Error('not executed');
};
const revalue: Command = { type: 'period.revalue', actor: owner, ...DECEMBER, valuationSnapshotId: null };
const closeYear: Command = { type: 'year.close', actor: owner, end: DECEMBER.end };

/** Sums at points in time as the store answers them: all, and of the system's acts. */
function booksAt({ state, events, postings }: PureLedger, at: readonly string[], { entity, to }: Sample): Books {
  const entityId = entity === null ? null : idOf(entity);
  const actOf = new Map<number, keyof SystemPostings>(
    events.flatMap((e): readonly (readonly [number, keyof SystemPostings])[] =>
      e.type !== 'intent.executed'
        ? []
        : e.payload.revaluation !== undefined
          ? [[e.seq, 'revaluations']]
          : e.payload.year_end !== undefined
            ? [[e.seq, 'yearEnds']]
            : [],
    ),
  );
  type Sums = Map<string, GlSum & { atE8: bigint[] }>;
  const all: Sums = new Map();
  const acts: Readonly<Record<keyof SystemPostings, Sums>> = { yearEnds: new Map(), revaluations: new Map() };
  const dues = new Map<string, Books['dues'][number] & { atE8: bigint[] }>();
  const fill = (to8: bigint[], date: string, byE8: bigint): void => {
    for (const [i, point] of at.entries()) if (date <= point) to8[i] = (to8[i] ?? 0n) + byE8;
  };
  const zeros = (): bigint[] => at.map(() => 0n);
  for (const p of postings)
    for (const [own, other, byE8] of [
      [p.debit, p.credit, p.amountE8],
      [p.credit, p.debit, -p.amountE8],
    ] as const) {
      if (entityId !== null && own.entityId !== entityId) continue;
      const { currency, glAccountId } = own;
      const act = actOf.get(p.seq);
      for (const sums of [all, ...(act === undefined ? [] : [acts[act]])]) {
        const sum = sums.get(`${glAccountId}${currency}`) ?? { glAccountId, currency, atE8: zeros() };
        sums.set(`${glAccountId}${currency}`, sum);
        fill(sum.atE8, p.row.value_date, byE8);
      }
      if (entityId === null || other.entityId === entityId) continue;
      const code = other.entityId ?? '–';
      const due = dues.get(`${code}${currency}`) ?? { code, title: code, currency, atE8: zeros() };
      dues.set(`${code}${currency}`, due);
      fill(due.atE8, p.row.value_date, -byE8);
    }
  const inForce: RateInForce[] = [...state.fxRates].flatMap(([pair, list]) => {
    const [base_currency = '', quote_currency = ''] = pair.split('/');
    const found = list.findLast((r) => dateOf(r.asofUs) <= DECEMBER.end);
    return found === undefined ? [] : [{ base_currency, quote_currency, rate: found.rate, asof: '', source: 's' }];
  });
  return {
    chart: [...state.glAccounts.values()],
    sums: [...all.values()],
    dues: [...dues.values()],
    translator: makeTranslator([...currencies], to, 'USD', [inForce]),
    acts: { yearEnds: [...acts.yearEnds.values()], revaluations: [...acts.revaluations.values()] },
  };
}

const isZero = ({ amounts, translatedE8 }: Line): boolean =>
  [...amounts.values()].flat().every((e8) => e8 === 0n) && translatedE8.every((e8) => e8 === null || e8 === 0n);
const nameOf = ({ kind, code, title }: Line): string => `${kind} ${code} ${title}`;
/** Lines that say anything, by name; `of` says what. */
const toldBy = (
  lines: readonly Line[],
  of: (line: Line) => readonly (readonly [string, bigint | null])[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(lines.flatMap((l) => of(l).flatMap(([what, e8]) => (e8 === 0n ? [] : [[`${nameOf(l)} ${what}`, String(e8)]]))));
const amountsOf = (l: Line) => [...l.amounts].map(([currency, [e8 = 0n]]) => [currency, e8] as const);
const translationOf = (l: Line) => l.translatedE8.map((e8) => ['translated', e8] as const);
const everything = (l: Line) => [...amountsOf(l), ...translationOf(l)];

const yearOf = (day: string): string => addDays(`${day.slice(0, 4)}-01-01`, -1);
const sheetAt = (ledger: PureLedger, day: string, s: Sample) => balanceSheet(booksAt(ledger, [day, yearOf(day)], s));
const incomeOf2025 = (ledger: PureLedger, s: Sample) => incomeStatement(booksAt(ledger, [DECEMBER.end, '2024-12-31'], s));

function expectZero(ledger: PureLedger, s: Sample): void {
  for (const entity of entities)
    for (const day of points) {
      const own = { ...s, entity };
      expect(isZero(trialBalance(booksAt(ledger, [day], own)).at(-1) as Line)).toBe(true);
      const ends = sheetAt(ledger, day, own).filter((l) => l.title === 'Total assets' || l.title === 'Total liabilities and equity');
      expect(ends).toHaveLength(2);
      expect(isZero({ ...(ends[0] as Line), ...sumOf(ends, 1) })).toBe(true);
    }
}

function openDecember(s: Sample): PureLedger | null {
  const ledger = openCopy();
  const first = [
    { pair: 'EUR/USD', value: '1.0842', on: '2024-01-01' },
    { pair: 'USD/JPY', value: '151.37', on: '2025-06-01' },
  ];
  for (const { pair, value, on } of [...first.slice(0, s.known), ...s.rates]) {
    const [base = '', quote = ''] = pair.split('/');
    const asofUs = parseInstant(`${on}T00:00:00Z`) ?? 0n;
    if (value.includes('e')) return null;
    must(ledger, { type: 'fx_rate.set', actor: owner, base, quote, rate: value, asofUs, source: 'TENANT_OVERRIDE' });
  }
  post(ledger, s.before);
  must(ledger, { type: 'snapshot.take', actor: owner, id: 'valuation', kind: 'fx', label: '', source: 'test' });
  const range = { ...DECEMBER, id: 'december', valuationSnapshotId: 'valuation', snapshotKind: 'fx', evidenceRef: null } as const;
  must(ledger, { type: 'period.start', actor: owner, ...range });
  // Where a rate is missing nothing is posted: other samples have them.
  return ledger.decide(revalue).kind === 'append' ? ledger : null;
}

let [revalued, closed] = [0, 0];

describe('random books that are revalued and closed', () => {
  test.prop([sample], { numRuns: RUNS })(
    'stay at zero in every currency and entity, and tell the year as before',
    (s) => {
      const ledger = openDecember(s);
      if (ledger === null) return;
      post(ledger, s.adjusting);
      if (ledger.decide(revalue).kind !== 'append') return;
      const before = { income: incomeOf2025(ledger, s), sheets: points.map((day) => sheetAt(ledger, day, s)) };
      revalued += must(ledger, revalue).length > 0 ? 1 : 0;
      expect(must(ledger, revalue)).toEqual([]);
      expectZero(ledger, s);
      // The translation does not know that it was revalued.
      expect(toldBy(incomeOf2025(ledger, s), translationOf)).toEqual(toldBy(before.income, translationOf));
      for (const [i, day] of points.entries())
        expect(toldBy(sheetAt(ledger, day, s), translationOf)).toEqual(toldBy(before.sheets[i] ?? [], translationOf));
      // What was posted for the last day is gone on the next.
      for (const { atE8 } of booksAt(ledger, ['2026-01-01'], s).acts?.revaluations ?? []) expect(atE8).toEqual([0n]);

      post(ledger, s.late);
      const open = { income: incomeOf2025(ledger, s), sheet: sheetAt(ledger, DECEMBER.end, s), next: sheetAt(ledger, '2026-06-15', s) };
      closed += must(ledger, closeYear).length > 0 ? 1 : 0;
      expect(must(ledger, closeYear)).toEqual([]);
      expectZero(ledger, s);
      expect(toldBy(incomeOf2025(ledger, s), everything)).toEqual(toldBy(open.income, everything));
      expect(toldBy(sheetAt(ledger, DECEMBER.end, s), everything)).toEqual(toldBy(open.sheet, everything));
      const equityOf = (lines: readonly Line[]) => lines.filter((l) => l.title === 'Total equity' || l.kind === 'result').map(amountsOf);
      const nonZero = (list: ReturnType<typeof equityOf>) =>
        list.map((amounts) => Object.fromEntries(amounts.filter(([, e8]) => e8 !== 0n)));
      expect(nonZero(equityOf(sheetAt(ledger, '2026-06-15', s)))).toEqual(nonZero(equityOf(open.next)));

      const balances = () => [...group.state.accounts.keys()].map((id) => ledger.state.accounts.get(id)?.balanceE8);
      if (ledger.decide({ type: 'year.reopen', actor: owner, end: DECEMBER.end }).kind === 'append') {
        must(ledger, { type: 'year.reopen', actor: owner, end: DECEMBER.end });
        expectZero(ledger, s);
        expect(toldBy(incomeOf2025(ledger, s), everything)).toEqual(toldBy(open.income, everything));
        const reopened = balances();
        must(ledger, closeYear);
        must(ledger, { type: 'year.reopen', actor: owner, end: DECEMBER.end });
        expect(balances()).toEqual(reopened);
      }
    },
    TIMEOUT_MS,
  );
  test('often enough to tell', () => {
    expect(revalued).toBeGreaterThan(RUNS / 10);
    expect(closed).toBeGreaterThan(RUNS / 10);
  });
});
