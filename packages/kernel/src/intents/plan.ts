// What an intent asks for, once its use case is read: rows to post, rows to reserve, or a hold to let go. Four use cases have a
// meaning of their own (decision 0021); every other name is an ordinary posting.

import type { HoldState } from '../holds/state.ts';
import { planInterest } from '../interest/plan.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8, readAmountE8 } from '../money/amount.ts';
import { magnitudeOf } from '../money/magnitude.ts';
import { firstOpenDay } from '../periods/days.ts';
import { addDays, parseInstant, US_PER_SECOND } from '../time/instant.ts';
import type { ExecuteIntent, ProposedRow } from './commands.ts';
import type { Plan, ResolvedRow } from './planned.ts';
import type { PostedRow } from './posted.ts';
import { type Rejection, reject } from './rejections.ts';
import { isSystem } from './system.ts';

/** How long a hold lasts that does not say. Source: decision 0021. */
const HOLD_LIFE_US = 7n * 86_400n * US_PER_SECOND;

const plain = { hold: null, rest: null, expiresAtUs: null, reverses: null, broken: null } as const;

/** `rows` are those of the request. Expects what the contract saw to: a hold names rows, a void and a reversal none. */
export function planOf(state: TenantState, command: ExecuteIntent, rows: readonly ResolvedRow[], nowUs: bigint): Plan {
  switch (command.useCase) {
    case 'hold': {
      const asked = command.constraints['hold_expires_at'];
      // An end that is no time at all is refused with those that are not after now.
      const expiresAtUs = typeof asked === 'string' ? (parseInstant(asked) ?? nowUs) : nowUs + HOLD_LIFE_US;
      return { ...plain, effect: 'hold', rows, expiresAtUs };
    }
    case 'capture':
      return planCapture(state, command, rows, nowUs);
    case 'void': {
      const { hold, broken } = openHold(state, command, nowUs);
      return { ...plain, effect: 'release', rows: hold === null ? [] : heldRows(state, hold, command.valueDate), hold, broken };
    }
    case 'reversal':
      return planReversal(state, command);
    case 'interest_accrual':
    case 'interest_capitalisation':
      return command.interest !== undefined && isSystem(command)
        ? planInterest(state, command.interest, nowUs)
        : { ...plain, effect: 'post', rows };
    default:
      return { ...plain, effect: 'post', rows };
  }
}

/** Whether an intent follows another, whose FX snapshot then is its own unless it names one. */
export const isLinked = (useCase: string): boolean => useCase === 'capture' || useCase === 'void' || useCase === 'reversal';

function openHold(
  state: TenantState,
  command: ExecuteIntent,
  nowUs: bigint,
): { readonly hold: HoldState; readonly broken: null } | { readonly hold: null; readonly broken: Rejection } {
  const name = String(command.constraints['hold'] ?? '');
  const hold = state.holds.get(name);
  const none = (code: Rejection['code']): { readonly hold: null; readonly broken: Rejection } => ({
    hold: null,
    broken: reject(code, { hold: name }),
  });
  if (hold === undefined) return none('HOLD_NOT_FOUND');
  if (hold.status === 'captured') return none('HOLD_CAPTURED');
  if (hold.status === 'voided') return none('HOLD_VOIDED');
  if (hold.status === 'expired' || hold.expiresAtUs <= nowUs) return none('HOLD_EXPIRED');
  return { hold, broken: null };
}

/** Interest is reckoned anew, never reversed: what is wrong with it is a posting or a rate, and is corrected with that. */
const isInterest = (useCase: string): boolean => useCase === 'interest_accrual' || useCase === 'interest_capitalisation';

const heldRows = (state: TenantState, hold: HoldState, valueDate: string): readonly ResolvedRow[] =>
  hold.rows.map((r) => resolvePosted(state, r, { valueDate }));

function resolvePosted(state: TenantState, posted: PostedRow, change: Partial<ProposedRow>): ResolvedRow {
  const { debit_account_id, credit_account_id, amount, currency, value_date, narrative } = posted;
  return {
    row: {
      debit: debit_account_id,
      credit: credit_account_id,
      amountE8: readAmountE8(amount),
      currency,
      valueDate: value_date,
      narrative,
      ...change,
    },
    debit: state.accounts.get(debit_account_id),
    credit: state.accounts.get(credit_account_id),
  };
}

/**
 * All that is still held, or the rows named: of each pair of accounts no more than is held. What they leave stays reserved, unless the
 * capture lets it go.
 */
function planCapture(state: TenantState, command: ExecuteIntent, rows: readonly ResolvedRow[], nowUs: bigint): Plan {
  const { hold, broken } = openHold(state, command, nowUs);
  if (hold === null) return { ...plain, effect: 'post', rows, broken };
  if (rows.length === 0) return { ...plain, effect: 'post', rows: heldRows(state, hold, command.valueDate), hold };
  const held = hold.rows.map((r) => ({ line: r.line, pair: `${r.debit_account_id} ${r.credit_account_id}`, e8: readAmountE8(r.amount) }));
  for (let i = 0; i < rows.length; i++) {
    const { row, debit, credit } = rows[i] as ResolvedRow;
    // A side that is not there is rung 7's to name.
    if (debit === undefined || credit === undefined) continue;
    const [from, to] = row.amountE8 < 0n ? [credit, debit] : [debit, credit];
    let needed = magnitudeOf(row.amountE8);
    for (const r of held) {
      if (r.pair !== `${from.id} ${to.id}`) continue;
      const taken = needed < r.e8 ? needed : r.e8;
      r.e8 -= taken;
      needed -= taken;
    }
    if (needed > 0n) return { ...plain, effect: 'post', rows, hold, broken: reject('HOLD_EXCEEDED', { hold: hold.intentId, row: i }) };
  }
  const rest = held.filter(({ e8 }) => e8 > 0n).map(({ line, e8 }) => ({ line, amount: formatAmountE8(e8) }));
  const stays = rest.length > 0 && command.constraints['release_rest'] !== true;
  return { ...plain, effect: 'post', rows, hold, rest: stays ? rest : null };
}

/** What only the system takes back: reports tell these intents, and what takes them back, apart from all others. */
const systemOnly: ReadonlySet<string> = new Set(['fx_revaluation', 'year_end']);

/**
 * The original's rows with their sides changed over, each for the day of the original (a revaluation's: the day after), or the first
 * open one where that is locked.
 */
function planReversal(state: TenantState, command: ExecuteIntent): Plan {
  const name = String(command.constraints['reverses'] ?? '');
  const original = command.original ?? null;
  const none = (code: Rejection['code']): Plan => ({ ...plain, effect: 'post', rows: [], broken: reject(code, { intent_id: name }) });
  if (original === null || original.intentId !== name) return none('INTENT_NOT_FOUND');
  if (original.status !== 'executed' || original.rows.length === 0 || original.useCase === 'reversal' || isInterest(original.useCase))
    return none('INTENT_NOT_REVERSIBLE');
  if (systemOnly.has(original.useCase) && !isSystem(command)) return none('INTENT_NOT_REVERSIBLE');
  const rows = original.rows.map((r) =>
    resolvePosted(
      state,
      { ...r, debit_account_id: r.credit_account_id, credit_account_id: r.debit_account_id },
      {
        valueDate: firstOpenDay(state, original.useCase === 'fx_revaluation' ? addDays(r.value_date, 1) : r.value_date),
      },
    ),
  );
  const by = state.reversals.get(name);
  const broken = by === undefined ? null : reject('INTENT_ALREADY_REVERSED', { intent_id: name, reversed_by: by });
  return { ...plain, effect: 'post', rows, reverses: original, broken };
}
