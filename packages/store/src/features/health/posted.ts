// The postings as the log has them, held against those that are stored, column by column, balances after each too.

import type { PostedRow } from '@countinghouse/kernel/intents/posted';
import { formatAmountE8, parseAmountE8 } from '@countinghouse/kernel/money/amount';

/** A posting as it is stored, its values as text. */
export interface StoredPosting {
  readonly seq: number;
  readonly line: number;
  readonly debit_account_id: string;
  readonly credit_account_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly value_date: string;
  readonly narrative: string;
  readonly debit_balance_after: string;
  readonly credit_balance_after: string;
}

export interface UnlikePostings {
  /** Of the intent; empty where no executed intent has the seq. */
  readonly id: string;
  readonly seq: number;
}

interface Executed {
  readonly seq: number;
  readonly intentId: string;
  readonly rows: readonly PostedRow[];
}

/** What an event posts; null where it posts nothing, or cannot be read. */
export function executedOf(event: { readonly seq: number; readonly event_type: string; readonly payload: string }): Executed | null {
  if (event.event_type !== 'intent.executed') return null;
  try {
    const { intent_id, rows } = JSON.parse(event.payload) as { readonly intent_id: unknown; readonly rows: unknown };
    return { seq: event.seq, intentId: String(intent_id), rows: Array.isArray(rows) ? (rows as readonly PostedRow[]) : [] };
  } catch {
    return null;
  }
}

export class PostedContents {
  /** By account, debit-positive; null where the walk did not begin with the first event: then balances are not known. */
  private readonly balancesE8: Map<string, bigint> | null;

  constructor(fromStart: boolean) {
    this.balancesE8 = fromStart ? new Map() : null;
  }

  /** Compares what a run of events posts with all that is stored at its seqs. Both in order. */
  compare(executed: readonly Executed[], stored: readonly StoredPosting[]): readonly UnlikePostings[] {
    const bySeq = new Map<number, StoredPosting[]>();
    for (const posting of stored) {
      const of = bySeq.get(posting.seq);
      if (of === undefined) bySeq.set(posting.seq, [posting]);
      else of.push(posting);
    }
    const unlike: UnlikePostings[] = [];
    for (const { seq, intentId, rows } of executed) {
      const found = bySeq.get(seq) ?? [];
      bySeq.delete(seq);
      const expected = rows.map((row) => this.textOfRow(row));
      if (expected.length !== found.length || expected.some((text, i) => text !== this.textOfStored(found[i] as StoredPosting)))
        unlike.push({ id: intentId, seq });
    }
    for (const seq of bySeq.keys()) unlike.push({ id: '', seq });
    return unlike.sort((a, b) => a.seq - b.seq);
  }

  private textOfRow(row: PostedRow): string {
    const { line, debit_account_id: debit, credit_account_id: credit, amount, currency, value_date, narrative } = row;
    const amountE8 = parseAmountE8(amount) ?? 0n;
    const after = [this.move(debit, amountE8), this.move(credit, -amountE8)];
    return [line, debit, credit, amount, currency, value_date, ...after, narrative].join('|');
  }

  private textOfStored(posting: StoredPosting): string {
    const { line, debit_account_id: debit, credit_account_id: credit, amount, currency, value_date, narrative } = posting;
    const after = this.balancesE8 === null ? ['', ''] : [posting.debit_balance_after, posting.credit_balance_after];
    return [line, debit, credit, amount, currency, value_date, ...after, narrative].join('|');
  }

  private move(account: string, amountE8: bigint): string {
    if (this.balancesE8 === null) return '';
    const balanceE8 = (this.balancesE8.get(account) ?? 0n) + amountE8;
    this.balancesE8.set(account, balanceE8);
    return formatAmountE8(balanceE8);
  }
}
