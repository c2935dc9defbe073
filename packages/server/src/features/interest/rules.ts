// What the wire says of interest, and why it waits: the same reasons the kernel has, as far as they can be seen in the tables.

import type { AccountWaits, InterestAccount, InterestDay, InterestSettings } from '@countinghouse/contract/features/interest';
import { formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import type { InterestAccountRow, InterestDayRow, InterestSettingsRow } from '@countinghouse/store/features/interest/reads';

/** Why nothing accrues in the organisation; null where nothing stands in the way. */
export function waitsAltogether(row: InterestSettingsRow): InterestSettings['waits'] {
  if (row.counter_account_id === null) return 'NO_COUNTER_ACCOUNT';
  if (row.counter_closed) return 'COUNTER_ACCOUNT_CLOSED';
  if (!row.counter_entity_active) return 'COUNTER_ENTITY_INACTIVE';
  return row.read_only ? 'TENANT_READONLY' : null;
}

function waitsOf(row: InterestAccountRow, settings: InterestSettingsRow): AccountWaits | null {
  if (row.next_on === null && row.month === null) return null;
  const altogether = waitsAltogether(settings);
  if (altogether !== null) return altogether;
  if (row.closed) return 'ACCOUNT_CLOSED';
  if (!row.entity_active) return 'ENTITY_INACTIVE';
  if (!row.currency_allowed) return 'CURRENCY_NOT_ALLOWED';
  if (row.companion_taken) return 'CODE_TAKEN';
  return row.companion_closed ? 'SISTER_CLOSED' : null;
}

const minor = (decimal: string, currency: string): string => formatMinor(parseBalanceE8(decimal), minorUnitsOf(currency));

export function toWireAccount(row: InterestAccountRow, settings: InterestSettingsRow): InterestAccount {
  return {
    account_id: row.account_id,
    code: row.code,
    currency: row.currency,
    minorUnits: minorUnitsOf(row.currency),
    bucket_id: row.bucket_id,
    bucket_code: row.bucket_code,
    next_on: row.next_on,
    last_on: row.last_on,
    month: row.month,
    accrued: minor(row.accrued, row.currency),
    remainder: row.remainder,
    waits: waitsOf(row, settings),
  };
}

export function toWireDay(row: InterestDayRow, currency: string): InterestDay {
  const { was_balance, was_rate, was_exact } = row;
  const corrects = was_balance !== null && was_rate !== null && was_exact !== null;
  return {
    on: row.day,
    value_date: row.value_date,
    bucket_code: row.bucket_code,
    day_count: row.day_count,
    days: row.days,
    basis: row.basis,
    balance: minor(row.balance, currency),
    rate: row.rate,
    exact: row.exact,
    was: corrects ? { balance: minor(was_balance, currency), rate: was_rate, exact: was_exact } : null,
    carried: row.carried,
    amount: row.amount,
    remainder: row.remainder,
    known_at: row.known_at,
    seq: row.seq,
    intent_id: row.intent_id,
  };
}
