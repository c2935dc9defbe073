import { openIntentApproval } from '../approvals/evolve.ts';
import { closeHold, keepRest, placeHold } from '../holds/evolve.ts';
import type { HoldState } from '../holds/state.ts';
import { noteInterest } from '../interest/evolve.ts';
import { systemActor } from '../ledger/actor.ts';
import { bookingDayOf, type ChainedEvent } from '../ledger/events.ts';
import { must } from '../ledger/must.ts';
import type { Posting } from '../ledger/posting.ts';
import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import { bookHold, bookPostings, releaseHold } from '../limits/use.ts';
import { parseAmountE8 } from '../money/amount.ts';
import { noteRun } from '../schedules/evolve.ts';
import { parseInstant } from '../time/instant.ts';
import type { IntentEvents } from './events.ts';
import type { PostedRow } from './posted.ts';

/** What each event does to the state. */
export const evolve = {
  'intent.executed': execute,
  'intent.rejected': (state, { seq, payload }) => {
    noteRun(state, seq, payload.schedule);
  },
  'intent.proposed': (state, event) => {
    openIntentApproval(state, event.payload, bookingDayOf(event));
    noteRun(state, event.seq, event.payload.schedule);
  },
  'intent.validated': leavesStateAsIs,
} satisfies EventRows<IntentEvents>;

function execute(state: TenantState, event: Extract<ChainedEvent, { readonly type: 'intent.executed' }>): readonly Posting[] {
  const { seq, payload } = event;
  const { rows, hold, reverses, intent_id } = payload;
  const reporting = payload.reporting_amount ?? null;
  if (hold?.action === 'place') {
    const expiresAtUs = must(parseInstant(hold.expires_at), 'expires_at', seq);
    const bookedOn = bookingDayOf(event);
    const placed: HoldState = { intentId: intent_id, status: 'open', expiresAtUs, bookedOn, reporting, rows: hold.rows, captured: false };
    placeHold(state, placed);
    bookHold(state, placed);
  } else if (hold !== undefined) {
    const open = must(state.holds.get(hold.intent_id), 'hold', seq);
    if (hold.action === 'capture' && hold.rest !== undefined) keepRest(state, open, hold.rest);
    else {
      releaseHold(state, bookingDayOf(event), open, hold.action === 'capture' ? rows : null);
      closeHold(state, open, hold.action === 'capture' ? 'captured' : 'voided');
    }
  }
  if (reverses !== undefined) state.reversals.set(reverses.intent_id, intent_id);
  if (rows.length > 0) state.posted = true;
  noteRun(state, seq, payload.schedule);
  if (payload.interest !== undefined) noteInterest(state, seq, payload.interest);
  const postings = rows.map((row) => post(state, seq, row));
  if (hold === undefined && event.actorId !== systemActor.id) bookPostings(state, bookingDayOf(event), postings, reporting);
  return postings;
}

function post(state: TenantState, seq: number, row: PostedRow): Posting {
  const debit = must(state.accounts.get(row.debit_account_id), 'debit_account_id', seq);
  const credit = must(state.accounts.get(row.credit_account_id), 'credit_account_id', seq);
  const amountE8 = must(parseAmountE8(row.amount), 'amount', seq);
  if (amountE8 <= 0n || debit === credit) throw new Error(`event ${seq}: line ${row.line} is not a posting`);
  debit.posted = true;
  credit.posted = true;
  debit.balanceE8 += amountE8;
  credit.balanceE8 -= amountE8;
  return { seq, row, debit, credit, amountE8, debitBalanceAfterE8: debit.balanceE8, creditBalanceAfterE8: credit.balanceE8 };
}
