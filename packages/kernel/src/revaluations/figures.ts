// What a revaluation of a period comes to, account by account, before anything is posted.

import type { AccountState } from '../accounts/state.ts';
import { bookAt, type FoundRate, findRate, type RateBook } from '../fx/find-rate.ts';
import type { FxRateState } from '../fx/state.ts';
import type { TenantState } from '../ledger/state.ts';
import { parseBalanceE8 } from '../money/amount.ts';
import { convertE8, type Ratio } from '../money/ratio.ts';
import { roundToMinorE8 } from '../reports/translate.ts';
import { addDays, readInstant } from '../time/instant.ts';
import { carry } from './carrying.ts';
import type { ForeignReading } from './reading.ts';

/** Amounts are debit-positive units of 10⁻⁸; those in the base currency are whole minor units. */
export interface RevaluationFigure {
  readonly account: AccountState;
  readonly base: string;
  readonly balanceE8: bigint;
  readonly carryingE8: bigint;
  /** null where the snapshot has none that leads to the base currency; then there is no value either. */
  readonly rate: FoundRate | null;
  readonly valuedE8: bigint;
  readonly differenceE8: bigint;
  /** What earlier runs of the period posted. */
  readonly postedE8: bigint;
  /** What is left to post. */
  readonly leftE8: bigint;
  /** Of a deactivated entity: its accounts take no posting. */
  readonly inactive: boolean;
}

/** The currency that an account's books are kept in. */
export const baseOf = (state: TenantState, { entityId }: Pick<AccountState, 'entityId'>): string =>
  (entityId === null ? undefined : state.entities.get(entityId)?.baseCurrency) ?? state.reportingCurrency;

export const isForeign = (state: TenantState, account: AccountState): boolean => {
  const glClass = state.glAccounts.get(account.glAccountId)?.class;
  return (glClass === 'A' || glClass === 'L') && account.currency !== baseOf(state, account);
};

/** By code: every foreign account that holds something on the last day, or that an earlier run posted to. */
export function figuresOfRevaluation(state: TenantState, reading: ForeignReading): readonly RevaluationFigure[] {
  if (reading.snapshot === null) return [];
  const book = bookOf(state, reading.snapshot);
  const rates = new Map<string, FoundRate | null>();
  const valuation = (from: string, to: string): FoundRate | null => {
    const pair = `${from}/${to}`;
    const known = rates.get(pair);
    if (known !== undefined) return known;
    const found = findRate(book, state.reportingCurrency, from, to);
    rates.set(pair, found);
    return found;
  };
  const onDay = ratesOfDays(state);
  const figures: RevaluationFigure[] = [];
  for (const account of state.accounts.values()) {
    if (!isForeign(state, account)) continue;
    const base = baseOf(state, account);
    const rate = valuation(account.currency, base);
    const days = (reading.days.get(account.id) ?? []).map(({ date, net }) => ({ date, netE8: parseBalanceE8(net) }));
    // On days before the first rate it is carried as it is valued: no difference is claimed where none can be known.
    const fallback = rate?.ratio ?? NO_RATE;
    const carried = carry(days, (date) => onDay(account.currency, base, date) ?? fallback);
    const postedE8 = parseBalanceE8(reading.posted.get(account.id) ?? '0');
    if (carried.balanceE8 === 0n && postedE8 === 0n) continue;
    const carryingE8 = toMinor(carried.carryingE8, base);
    const valuedE8 = rate === null ? 0n : toMinor(convertE8(carried.balanceE8, rate.ratio), base);
    const differenceE8 = rate === null ? 0n : valuedE8 - carryingE8;
    const inactive = account.entityId !== null && state.entities.get(account.entityId)?.active !== true;
    const leftE8 = inactive || rate === null ? 0n : differenceE8 - postedE8;
    figures.push({ account, base, balanceE8: carried.balanceE8, carryingE8, rate, valuedE8, differenceE8, postedE8, leftE8, inactive });
  }
  return figures.sort((a, b) => (a.account.code < b.account.code ? -1 : 1));
}

const NO_RATE: Ratio = { numerator: 0n, denominator: 1n };
const toMinor = (e8: bigint, currency: string): bigint => roundToMinorE8({ numerator: e8, denominator: 1n }, currency);

/** What an fx snapshot froze; of a snapshot of another kind the rates in force at its instant. */
function bookOf(state: TenantState, { rates, effectiveAt }: NonNullable<ForeignReading['snapshot']>): RateBook {
  if (rates === null) return bookAt(state.fxRates, readInstant(effectiveAt));
  const frozen = new Map<string, FxRateState>(
    rates.map((r) => [`${r.base_currency}/${r.quote_currency}`, { rate: r.rate, asofUs: readInstant(r.asof), source: r.source }]),
  );
  return (base, quote) => frozen.get(`${base}/${quote}`) ?? null;
}

/** The rates in force at the end of days (UTC), as the reports translate; each is looked up once. */
function ratesOfDays(state: TenantState): (from: string, to: string, date: string) => Ratio | null {
  const known = new Map<string, Ratio | null>();
  return (from, to, date) => {
    const key = `${from}/${to} ${date}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const endUs = readInstant(`${addDays(date, 1)}T00:00:00.000000Z`) - 1n;
    const ratio = findRate(bookAt(state.fxRates, endUs), state.reportingCurrency, from, to)?.ratio ?? null;
    known.set(key, ratio);
    return ratio;
  };
}
