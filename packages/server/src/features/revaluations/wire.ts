import type { RevaluationLine, RevaluationRun } from '@countinghouse/contract/features/revaluations';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import type { RevaluationFigure } from '@countinghouse/kernel/revaluations/figures';
import type { RevaluationLineRow, RevaluationRow } from '@countinghouse/store/features/revaluations/reads';
import { minor } from '../../statements/wire.ts';

/** As it would be posted now. */
export function figureToWire(state: TenantState, f: RevaluationFigure): RevaluationLine {
  const { account, base, rate } = f;
  const { currency, entityId } = account;
  return {
    account_id: account.id,
    code: account.code,
    entity_id: entityId,
    entity_code: entityId === null ? null : (state.entities.get(entityId)?.code ?? null),
    ...units(currency, base),
    balance: minor(f.balanceE8, currency),
    carrying: minor(f.carryingE8, base),
    rate: rate === null ? null : { rate: rate.rate, derived: rate.derived, via: rate.via, legs: [...rate.legs] },
    valued: rate === null ? null : minor(f.valuedE8, base),
    difference: rate === null ? null : minor(f.differenceE8, base),
    posted: minor(f.postedE8, base),
    left: minor(f.leftE8, base),
    inactive: f.inactive,
  };
}

/** As it was posted. */
export function rowToWire(row: RevaluationLineRow): RevaluationLine {
  const { currency, base_currency: base, rate, derived, via, legs } = row;
  const inBase = (decimal: string): string => minor(parseBalanceE8(decimal), base);
  return {
    account_id: row.account_id,
    code: row.code,
    entity_id: row.entity_id,
    entity_code: row.entity_code,
    ...units(currency, base),
    balance: minor(parseBalanceE8(row.balance), currency),
    carrying: inBase(row.carrying),
    rate: { rate, derived, via, legs: [...legs] },
    valued: inBase(row.valued),
    difference: inBase(row.difference),
    posted: inBase(row.posted),
    left: '0',
    inactive: false,
  };
}

const units = (currency: string, base: string) => ({
  currency,
  minorUnits: minorUnitsOf(currency),
  base_currency: base,
  baseMinorUnits: minorUnitsOf(base),
});

export const runToWire = (row: RevaluationRow): RevaluationRun => ({ ...row, intents: [...row.intents] });
