// What a policy is tried on: an intent of the log as it was, or one that was never posted.

import type { EvaluatePolicy } from '@countinghouse/contract/features/policies';
import { findAccount } from '@countinghouse/kernel/accounts/find';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { IntentExecuted, IntentProposed, IntentRejected } from '@countinghouse/kernel/intents/events';
import type { PostedRow } from '@countinghouse/kernel/intents/posted';
import { reportingAmountOf } from '@countinghouse/kernel/intents/reporting-amount';
import { metadataIn } from '@countinghouse/kernel/metadata/given';
import { formatAmountE8, readAmountE8 } from '@countinghouse/kernel/money/amount';
import type { AmountSeen } from '@countinghouse/kernel/policies/record';
import { constraintsIn } from '@countinghouse/kernel/policies/rung';
import type { SeenIntent } from '@countinghouse/kernel/policies/view';
import { readInstant } from '@countinghouse/kernel/time/instant';
import type { PolicyBooks } from '@countinghouse/store/features/policies/reads';
import type * as z from 'zod';
import { Refusal } from '../../http/refusal.ts';

/** A row before its accounts are found: each by id, code or what it is called outside. */
export interface AskedRow {
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly currency: string;
  readonly valueDate: string;
  readonly narrative: string;
}

/** An intent as far as a policy sees it; `amount` is known where the event recorded it. */
export interface TriedIntent extends Omit<SeenIntent, 'rows' | 'amount'> {
  readonly rows: readonly AskedRow[];
  readonly amount: AmountSeen | null;
  /** When it was, or would be, booked. */
  readonly at: string;
}

/** `nameOf`: an account's name as it is found by. */
export function sampleOf(
  sample: NonNullable<z.output<typeof EvaluatePolicy>['sample']>,
  actorId: string,
  at: string,
  nameOf: (name: string) => string,
): TriedIntent {
  const valueDate = sample.value_date ?? at.slice(0, 10);
  return {
    useCase: sample.use_case,
    valueDate,
    actorId,
    constraints: sample.constraints as JsonObject,
    metadata: sample.metadata,
    rows: sample.rows.map((r) => ({
      debit: nameOf(r.debitAccount),
      credit: nameOf(r.creditAccount),
      amount: r.amount,
      currency: r.currency,
      valueDate: r.valueDate ?? valueDate,
      narrative: r.narrative,
    })),
    amount: null,
    at,
  };
}

/** From the first event of an intent. Rows as posted, reserved or seen by policies then; of another rejection those of its request. */
export function pastIntent(payload: IntentExecuted | IntentProposed | IntentRejected, at: string): TriedIntent {
  const { policies, request, value_date: valueDate } = payload;
  const executed = 'rows' in payload ? (payload.hold?.action === 'place' ? payload.hold.rows : payload.rows) : null;
  const posted = policies?.rows ?? executed ?? ('approval' in payload ? payload.approval.payload.rows : null);
  return {
    useCase: payload.use_case,
    valueDate,
    actorId: payload.actor_id,
    constraints: policies?.constraints ?? constraintsIn(request),
    metadata: metadataIn(request),
    rows: posted === null ? requestedRows(request, valueDate) : posted.map(fromPosted),
    amount: policies?.amount ?? null,
    at,
  };
}

const fromPosted = (r: PostedRow): AskedRow => ({
  debit: r.debit_account_id,
  credit: r.credit_account_id,
  amount: r.amount,
  currency: r.currency,
  valueDate: r.value_date,
  narrative: r.narrative,
});

function requestedRows(request: JsonObject, valueDate: string): readonly AskedRow[] {
  const rows = request['proposed_actions'];
  const textOf = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);
  return (Array.isArray(rows) ? (rows as readonly JsonObject[]) : []).map((r) => ({
    debit: textOf(r['debitAccount']),
    credit: textOf(r['creditAccount']),
    amount: textOf(r['amount'], '0'),
    currency: textOf(r['currency']).toUpperCase(),
    valueDate: textOf(r['valueDate'], valueDate),
    narrative: textOf(r['narrative']),
  }));
}

/** Throws ACCOUNT_NOT_FOUND, with the row, for an account that is not there, or not the only one that is called so. */
export function seenBy(books: PolicyBooks, tried: TriedIntent): SeenIntent {
  const find = (reference: string, row: number): string => {
    const found = findAccount(books, reference);
    if (found === undefined) throw new Refusal('ACCOUNT_NOT_FOUND', { row, account: reference });
    return found.id;
  };
  const rows = tried.rows.map((r, i): PostedRow => {
    const amountE8 = readAmountE8(r.amount);
    const [debit, credit] = [find(r.debit, i), find(r.credit, i)];
    const [from, to] = amountE8 < 0n ? [credit, debit] : [debit, credit];
    return {
      line: i + 1,
      debit_account_id: from,
      credit_account_id: to,
      amount: formatAmountE8(amountE8 < 0n ? -amountE8 : amountE8),
      currency: r.currency,
      value_date: r.valueDate,
      narrative: r.narrative,
    };
  });
  return { ...tried, rows, amount: tried.amount ?? amountIn(books, rows, tried.at) };
}

function amountIn(books: PolicyBooks, posted: readonly PostedRow[], at: string): AmountSeen {
  const rows = posted.map(({ currency, amount }) => ({ row: { currency, amountE8: readAmountE8(amount) } }));
  const measured = reportingAmountOf(books, rows, readInstant(at));
  const currency = books.reportingCurrency;
  if ('missing' in measured) return { currency, missing: measured.missing };
  return { currency, amount: formatAmountE8(measured.amountE8), rates: measured.rates };
}
