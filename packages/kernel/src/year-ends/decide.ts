// Closing a fiscal year books what its income and expenses came to, account by account, to retained earnings, for its last day.
// Reports tell the year's result as before (kernel/reports/system-postings.ts). Again after late postings, it books what has changed.
// Source: decision 0027.

import type { AccountState } from '../accounts/state.ts';
import { INTENT_ROWS_MAX } from '../bounds.ts';
import { SystemPosting } from '../intents/system-posting.ts';
import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { parseBalanceE8 } from '../money/amount.ts';
import { lockedAt } from '../periods/days.ts';
import { fiscalYearStart } from '../reports/days.ts';
import { addDays, dateOf } from '../time/instant.ts';
import type { CloseYear, ReopenYear } from './commands.ts';
import type { YearEndPart } from './events.ts';
import type { YearReading } from './reading.ts';

export const RETAINED_EARNINGS = { title: 'Retained earnings', code: '3200' } as const;
/** What the accounts are called that years are closed to. */
export const YEAR_END_KIND = 'retained_earnings';

/** An account of income or expenses in a year. Amounts are debit-positive units of 10⁻⁸. */
export interface YearFigure {
  readonly account: AccountState;
  /** What it came to in the year. */
  readonly resultE8: bigint;
  /** What of it is in retained earnings. */
  readonly bookedE8: bigint;
  /** What is left to book. */
  readonly leftE8: bigint;
  /** Of a deactivated entity: its accounts take no posting. */
  readonly inactive: boolean;
}

/** By code. */
export function figuresOfYear(state: TenantState, { moved }: YearReading): readonly YearFigure[] {
  const figures: YearFigure[] = [];
  for (const { accountId, net, closed } of moved) {
    const account = state.accounts.get(accountId);
    if (account === undefined) throw new Error(`a movement of account ${accountId}, which is not there`);
    const [netE8, closedE8] = [parseBalanceE8(net), parseBalanceE8(closed)];
    const inactive = account.entityId !== null && state.entities.get(account.entityId)?.active !== true;
    const resultE8 = netE8 - closedE8;
    if (resultE8 === 0n && closedE8 === 0n) continue;
    figures.push({ account, resultE8, bookedE8: 0n - closedE8, leftE8: inactive ? 0n : netE8, inactive });
  }
  return figures.sort((a, b) => (a.account.code < b.account.code ? -1 : 1));
}

/** The first day of the fiscal year that ends on a day; null where none does. */
export function yearStartOf(state: Pick<TenantState, 'fiscalYearStart'>, end: string): string | null {
  const next = addDays(end, 1);
  return fiscalYearStart(next, state.fiscalYearStart) === next ? fiscalYearStart(end, state.fiscalYearStart) : null;
}

/** Refuses, first match wins: YEAR_STATE (not over), PERIOD_LOCKED. */
function checkDay(state: TenantState, end: string, facts: Facts): Decision | null {
  if (end >= dateOf(facts.nowUs)) return refuse('YEAR_STATE', { year_end: end, status: 'running', needs: 'over' });
  const period = lockedAt(state, end);
  return period === null ? null : refuse('PERIOD_LOCKED', { value_date: end, period_code: period.code });
}

function readingOf(state: TenantState, end: string, { year }: Facts): YearReading {
  if (year === undefined || year.end !== end || year.knownAtSeq !== state.head.seq)
    throw new Error(`the year to ${end} was not read where the log ends`);
  return year;
}

/**
 * Refuses, first match wins: as `guardWrite` (owner), VALIDATION_ERROR (no fiscal year ends then), as `checkDay`, then as the ladder:
 * ACCOUNT_CLOSED, INSUFFICIENT_FUNDS. With nothing left to book it changes nothing. Accounts of deactivated entities stay as they are.
 */
export function decideCloseYear(state: TenantState, command: CloseYear, facts: Facts): Decision {
  const { actor, end } = command;
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  if (yearStartOf(state, end) === null)
    return refuseField('year_end', `No fiscal year ends on ${end}: they begin in month ${state.fiscalYearStart}.`);
  const early = checkDay(state, end, facts);
  if (early !== null) return early;
  const year = readingOf(state, command.end, facts);
  const due = figuresOfYear(state, year).filter((f) => f.leftE8 !== 0n);
  if (due.length === 0) return append();
  const act = new SystemPosting(state, facts);
  const retained = act.glAccount(RETAINED_EARNINGS.title, ['E'], RETAINED_EARNINGS.code);
  const part: YearEndPart = { year_start: year.start, year_end: year.end, run: year.runs + 1, known_at_seq: year.knownAtSeq };
  const intentIds: string[] = [];
  for (let from = 0; from < due.length; from += INTENT_ROWS_MAX) {
    const intentId = `year-end:${year.end}:${part.run}${from === 0 ? '' : `:${from / INTENT_ROWS_MAX + 1}`}`;
    const posted = act.execute({
      intentId,
      request: { requested_by: actor.id, use_case: 'year_end', year_start: year.start, year_end: year.end },
      useCase: 'year_end',
      valueDate: year.end,
      fxSnapshotId: null,
      constraints: {},
      part: { year_end: part },
      rows: due.slice(from, from + INTENT_ROWS_MAX).map(({ account, leftE8 }) => ({
        debit: retainedOf(state, act, retained, account).id,
        credit: account.id,
        amountE8: leftE8,
        currency: account.currency,
        valueDate: year.end,
        narrative: `Result of ${year.start} to ${year.end}`,
      })),
    });
    if ('refused' in posted) return posted.refused;
    intentIds.push(intentId);
  }
  return append(...act.drafts, { type: 'year.closed', payload: { ...part, accounts: due.length, intent_ids: intentIds } });
}

/** Retained earnings of the account's entity in its currency. */
function retainedOf(state: TenantState, act: SystemPosting, glAccountId: string, { currency, entityId }: AccountState): AccountState {
  const entity = entityId === null ? '' : `-${state.entities.get(entityId)?.code ?? ''}`;
  return act.account({ code: `RETAINED-${currency}${entity}`, currency, glAccountId, entityId, kind: YEAR_END_KIND });
}

/**
 * Takes the closings of a year back. Refuses, first match wins: as `guardWrite` (owner), as `checkDay`, YEAR_STATE (not closed), then as
 * the ladder: ACCOUNT_CLOSED, ENTITY_INACTIVE.
 */
export function decideReopenYear(state: TenantState, command: ReopenYear, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'owner') ?? checkDay(state, command.end, facts);
  if (refusal !== null) return refusal;
  const { start, end, knownAtSeq, runs, closings } = readingOf(state, command.end, facts);
  if (closings.length === 0) return refuse('YEAR_STATE', { year_end: end, status: 'open', needs: 'closed' });
  const act = new SystemPosting(state, facts);
  const part: YearEndPart = { year_start: start, year_end: end, run: runs, known_at_seq: knownAtSeq };
  const intents: { intent_id: string; reversed_by: string }[] = [];
  for (const original of closings) {
    const name = `reversal:${original.intentId}`;
    const reversed = act.execute({
      intentId: name,
      request: { requested_by: command.actor.id, use_case: 'reversal', reverses: original.intentId },
      useCase: 'reversal',
      valueDate: end,
      fxSnapshotId: null,
      constraints: { reverses: original.intentId },
      part: { year_end: part },
      rows: [],
      original,
    });
    if ('refused' in reversed) return reversed.refused;
    intents.push({ intent_id: original.intentId, reversed_by: name });
  }
  return append(...act.drafts, { type: 'year.reopened', payload: { ...part, intents } });
}
