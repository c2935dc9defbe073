// What can still be done with an intent, and why not: said before it is asked, in the order in which the kernel would refuse.
import type { Hold, PostedRow } from '@countinghouse/contract/features/holds';
import { HOLD_USE_CASE, type IntentView, REVERSAL_USE_CASE, VOID_USE_CASE } from '@countinghouse/contract/features/intents';

/** The rows that take others back: sides changed over, each for the original's day. */
export const reversedRows = (rows: readonly PostedRow[]): readonly PostedRow[] =>
  rows.map((r) => ({
    ...r,
    debit_account_id: r.credit_account_id,
    debit_code: r.credit_code,
    credit_account_id: r.debit_account_id,
    credit_code: r.debit_code,
  }));

type Standing = Pick<IntentView, 'status' | 'use_case' | 'postings' | 'reversed_by'>;

/** Why an intent cannot be reversed; empty if it can. */
export function whyNotReversible({ status, use_case, postings, reversed_by }: Standing): string {
  if (status === 'proposed') return 'It is not executed yet: nothing is posted that could be reversed.';
  if (status !== 'executed') return 'It was rejected: nothing was posted that could be reversed.';
  if (use_case === HOLD_USE_CASE) return 'A hold posts nothing: void it to let it go.';
  if (use_case === VOID_USE_CASE) return 'A void posts nothing that could be reversed.';
  if (use_case === REVERSAL_USE_CASE) return 'A reversal cannot be reversed: post a new intent instead.';
  if (use_case.startsWith('interest_'))
    return 'Interest is not reversed: correct the posting or the rate, and the next accrual corrects it.';
  if (use_case === 'fx_revaluation') return 'A revaluation is taken back by the system, on the day after.';
  if (use_case === 'year_end') return 'The closing of a year is taken back on the page that closed it.';
  if (postings.length === 0) return 'Nothing was posted that could be reversed.';
  return reversed_by === null ? '' : `Reversed already, by ${reversed_by}.`;
}

/** Why a hold can be neither captured nor voided; empty if it can. */
export const whyClosed = ({ status, closed_by }: Pick<Hold, 'status' | 'closed_by'>): string =>
  status === 'open'
    ? ''
    : status === 'expired'
      ? 'This hold has expired: place a new one.'
      : `This hold was ${status} already${closed_by === null ? '' : `, by ${closed_by}`}: place a new one.`;
