// What is answered of intents that were submitted: receipts with the status of what was decided, or what they were refused for.

import { type ErrorCode, errors } from '@countinghouse/contract/errors';
import type { BatchResult, Receipt } from '@countinghouse/contract/features/intents';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { RefusalCode } from '@countinghouse/kernel/ledger/refusal-code';
import { read } from '@countinghouse/store/reader';
import type { Outcome } from '@countinghouse/store/writer/batch';
import { errorBody } from '../../http/errors.ts';
import { Refusal } from '../../http/refusal.ts';
import { OtherStatus } from '../../route/answers.ts';
import type { Services } from '../../services.ts';
import { receiptOfEvent, receiptsOfPriors } from '../../wire/receipt.ts';

type Answered<R extends Receipt> =
  | { readonly receipt: R /** Of a rejection. */; readonly reason: JsonObject | undefined }
  | { readonly refused: RefusalCode; readonly details: unknown };
export type Decided = Answered<Receipt>;

/** What became of an intent that was decided now. */
export function decidedOf(outcome: Exclude<Outcome, { readonly kind: 'duplicate' }>): Decided {
  if (outcome.kind === 'refused') return { refused: outcome.code, details: outcome.details };
  // Accounts that were opened for it come before it.
  const decision = outcome.events.find(({ intentId }) => intentId !== undefined && intentId !== null);
  if (decision === undefined) throw new Error('an intent came to no decision');
  return {
    receipt: receiptOfEvent(decision, outcome.postings),
    reason: decision.type === 'intent.rejected' ? decision.payload.reason : undefined,
  };
}

/** What became of each; a repeat is told as the first was, which is read from the log, and counted. */
export async function describe(
  { readerPool, repeats }: Pick<Services, 'readerPool' | 'repeats'>,
  tenantId: string,
  outcomes: readonly Outcome[],
): Promise<readonly Decided[]> {
  const priors = outcomes.flatMap((o) => (o.kind === 'duplicate' ? [o.prior] : []));
  const repeated = priors.length === 0 ? [] : await read(readerPool, { tenantId }, (tx) => receiptsOfPriors(tx, tenantId, priors, true));
  for (const { intentId } of priors) repeats.note(tenantId, intentId);
  let next = 0;
  return outcomes.map((outcome) =>
    outcome.kind === 'duplicate' ? { receipt: repeated[next++] as Receipt, reason: undefined } : decidedOf(outcome),
  );
}

/** The answer to a call of its own, with whatever its receipt has besides. */
export function answer<R extends Receipt>(decided: Answered<R>, requestId: string): R | OtherStatus {
  if ('refused' in decided) throw new Refusal(decided.refused, decided.details);
  const { receipt, reason } = decided;
  if (receipt.status === 'executed') return receipt;
  if (receipt.status === 'proposed') return new OtherStatus(202, receipt);
  const code = receipt.error as ErrorCode;
  return new OtherStatus(errors[code].status, { ...receipt, ...errorBody(code, requestId, reason) });
}

/** The same as one of many. */
export function resultOf(decided: Decided): Omit<BatchResult, 'index' | 'intentId'> {
  if ('refused' in decided) return errorOf(decided.refused, decided.details);
  const { receipt, reason } = decided;
  if (receipt.status === 'executed') return { status: 200, receipt };
  if (receipt.status === 'proposed') return { status: 202, receipt };
  return { receipt, ...errorOf(receipt.error as ErrorCode, reason) };
}

export function errorOf(code: ErrorCode, details: unknown): { readonly status: number; readonly error: NonNullable<BatchResult['error']> } {
  const { requestId: _requestId, ...error } = errorBody(code, '', details);
  return { status: errors[code].status, error };
}

/** How far the log has all that these came to; null where some of it was written before, or nothing was. */
export function wroteOf(tenantId: string, outcomes: readonly Outcome[]): { readonly tenantId: string; readonly seq: number } | null {
  const seqs = outcomes.map((outcome) => (outcome.kind === 'written' ? outcome.events.at(-1)?.seq : undefined));
  return seqs.every((seq) => seq !== undefined) && seqs.length > 0 ? { tenantId, seq: Math.max(...seqs) } : null;
}
