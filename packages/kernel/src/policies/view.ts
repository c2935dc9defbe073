// What a policy sees of an intent: the rows as they are posted (an amount below zero has its sides changed over, so that none slips
// under a limit), accounts and entities by code. It follows from the event and the state before it, so that a replay sees the same.

import type { Json, JsonObject } from '../canonical/jcs.ts';
import type { PostedRow } from '../intents/posted.ts';
import type { TenantState } from '../ledger/state.ts';
import type { Metadata } from '../metadata/given.ts';
import { formatAmountE8, parseBalanceE8, readAmountE8 } from '../money/amount.ts';
import { minorUnitsOf } from '../money/iso4217.ts';
import type { AmountSeen } from './record.ts';
import { Decimal, Entry, Fault, Given, isList, toInt, type Value } from './values.ts';
import type { Viewed } from './verdicts.ts';

export interface SeenIntent {
  readonly useCase: string;
  readonly valueDate: string;
  readonly actorId: string;
  readonly constraints: JsonObject;
  /** What it was posted with; what is said of it later decides nothing. */
  readonly metadata: Metadata;
  /** As posted, reserved or let go. */
  readonly rows: readonly PostedRow[];
  /** null where no policy asks. */
  readonly amount: AmountSeen | null;
}

export function viewIntent(state: Pick<TenantState, 'accounts' | 'entities'>, intent: SeenIntent): Viewed {
  const entities = new Set<string>();
  const codeOf = (accountId: string): string => {
    const account = state.accounts.get(accountId);
    const entity = account?.entityId == null ? undefined : state.entities.get(account.entityId);
    if (entity !== undefined) entities.add(entity.code);
    return account?.code ?? '';
  };
  const rows = intent.rows.map((row) => {
    const amountE8 = readAmountE8(row.amount);
    return new Entry({
      debit: codeOf(row.debit_account_id),
      credit: codeOf(row.credit_account_id),
      amount: new Decimal(amountE8),
      amount_minor: toInt(minorOf(amountE8, row.currency)),
      currency: row.currency,
      value_date: row.value_date,
      narrative: row.narrative,
    });
  });
  const value = new Entry({
    use_case: intent.useCase,
    value_date: intent.valueDate,
    actor: intent.actorId,
    entities: [...entities].sort((a, b) => (a < b ? -1 : 1)),
    constraints: new Given(intent.constraints),
    metadata: new Given(intent.metadata, 'metadata has no'),
    amount: amountOf(intent.amount),
    rows,
  });
  return { value, rows: rows.length };
}

function amountOf(seen: AmountSeen | null): Value {
  if (seen === null) return new Fault('the amount was not asked for');
  if ('missing' in seen) return new Fault(`no rate leads from ${seen.missing} to ${seen.currency}`);
  return new Decimal(parseBalanceE8(seen.amount));
}

/** In minor units; what goes below the minor unit counts as a whole one, so that it cannot slip under a limit. `amountE8` is above zero. */
function minorOf(amountE8: bigint, currency: string): bigint {
  const unitE8 = 10n ** BigInt(8 - minorUnitsOf(currency));
  return (amountE8 + unitE8 - 1n) / unitE8;
}

/** What a policy sees of the lock of a period: its days, who locks it, and what the GL accounts hold at its end, by code and currency. */
export function viewPeriod(
  state: TenantState,
  period: { readonly code: string; readonly start: string; readonly end: string; readonly actorId: string },
  gl: readonly { readonly code: string; readonly currency: string; readonly balance: string }[],
): Viewed {
  const classes = new Map([...state.glAccounts.values()].map((g) => [g.code, g.class]));
  const balances = gl.map(
    ({ code, currency, balance }) =>
      new Entry({ code, class: classes.get(code) ?? '', currency, balance: new Decimal(parseBalanceE8(balance)) }),
  );
  const { code, start, end, actorId } = period;
  return { value: new Entry({ code, start, end, actor: actorId, gl: balances }), rows: balances.length };
}

/** What a policy sees, as people read it: amounts as decimals, integers as text. */
export function showView(value: Value): Json {
  if (value instanceof Entry) return Object.fromEntries(Object.entries(value.members).map(([name, v]) => [name, showView(v)]));
  if (value instanceof Given) return value.raw;
  if (isList(value)) return value.map(showView);
  if (value instanceof Decimal) return formatAmountE8(value.e8);
  if (value instanceof Fault) return null;
  return typeof value === 'bigint' ? value.toString() : value;
}
