// What is answered to whoever asked for an intent.

import type { BalanceAfter, Receipt } from '@countinghouse/contract/features/intents';
import type { PriorDecision } from '@countinghouse/kernel/ledger/decision';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Posting } from '@countinghouse/kernel/ledger/posting';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { type BalanceAfterRow, listBalancesAfter } from '@countinghouse/store/features/intents/reads';
import type { Tx } from '@countinghouse/store/reader';
import { statusOf } from '@countinghouse/store/writer/recent-decisions';

export type ReceiptFacts = Omit<PriorDecision, 'idemKey' | 'fingerprint'>;

/** `balances` are those after its postings; null: they are not told. */
export function receiptOf(
  { status, intentId, eventId, eventHash, seq, error, awaitingApproval }: ReceiptFacts,
  duplicate: boolean,
  balances: readonly BalanceAfter[] | null = null,
): Receipt {
  return {
    ok: status !== 'rejected',
    status,
    intentId,
    eventId,
    eventHash,
    seq,
    duplicate,
    ...(error === null ? {} : { error }),
    ...(awaitingApproval === null ? {} : { approvalId: awaitingApproval.approvalId, details: { eligible: awaitingApproval.eligible } }),
    ...(balances === null || status !== 'executed' ? {} : { balances: [...balances] }),
  };
}

/** Of an event that decides an intent, and its postings. Throws for any other. */
export function receiptOfEvent(event: ChainedEvent, postings: readonly Posting[]): Receipt {
  if (event.type !== 'intent.executed' && event.type !== 'intent.rejected' && event.type !== 'intent.proposed')
    throw new Error('an intent came to no decision');
  const { eventId, eventHash, seq, type, payload } = event;
  const awaitingApproval = type === 'intent.proposed' ? { approvalId: payload.approval.id, eligible: payload.approval.eligible } : null;
  const error = type === 'intent.rejected' ? payload.error_code : null;
  const facts = { intentId: payload.intent_id, eventId, eventHash, seq, status: statusOf(type), error, awaitingApproval };
  return receiptOf(facts, false, balancesOf(postings.filter((p) => p.seq === seq)));
}

/** Of each account the balance after the last of the postings, by code. */
function balancesOf(postings: readonly Posting[]): readonly BalanceAfter[] {
  const after = new Map<string, BalanceAfter>();
  for (const { debit, credit, debitBalanceAfterE8, creditBalanceAfterE8 } of postings) {
    for (const [{ id, code, currency }, e8] of [
      [debit, debitBalanceAfterE8],
      [credit, creditBalanceAfterE8],
    ] as const)
      after.set(id, { accountId: id, code, currency, balance: formatAmountE8(e8) });
  }
  return [...after.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** The receipts of repeats: as the first was, with the balances that it told, read from the log. */
export async function receiptsOfPriors(
  tx: Tx,
  tenantId: string,
  priors: readonly ReceiptFacts[],
  duplicate: boolean,
): Promise<readonly Receipt[]> {
  const executed = priors.filter((p) => p.status === 'executed').map((p) => p.seq);
  const rows = executed.length === 0 ? [] : await listBalancesAfter(tx, tenantId, executed);
  const bySeq = Map.groupBy(rows, (r) => r.seq);
  return priors.map((prior) => receiptOf(prior, duplicate, (bySeq.get(prior.seq) ?? []).map(toBalanceAfter)));
}

const toBalanceAfter = ({ account_id, code, currency, balance }: BalanceAfterRow): BalanceAfter => ({
  accountId: account_id,
  code,
  currency,
  balance,
});
