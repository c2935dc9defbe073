// The capture a person is writing: what is still held, row by row, each amount at most as high. What is not captured stays held, or is let go.
import type { HeldRow, Hold } from '@countinghouse/contract/features/holds';
import { CAPTURE_USE_CASE } from '@countinghouse/contract/features/intents';
import { formatAmountE8, parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { normaliseAmount, plainAmountE8, readAmountE8, showAmountE8 } from '../../../lib/values/money.ts';
import { today } from '../../../lib/values/time.ts';
import { type Draft, type DraftRow, newFollower } from '../post/draft.ts';

type MinorUnitsOf = (currency: string) => number;

/** What of a row is still held. */
export const heldE8 = (row: Pick<HeldRow, 'rest'>): bigint => readAmountE8(row.rest);

/** Begins with all that is still held. The rows of the draft stand in the order of the hold's. */
export const newCapture = (hold: Hold, minorUnitsOf: MinorUnitsOf, now: Date): Draft =>
  newFollower(
    CAPTURE_USE_CASE,
    hold.intent_id,
    today(now),
    hold.rows.map((r) => ({
      id: String(r.line),
      debitAccount: r.debit_account_id,
      creditAccount: r.credit_account_id,
      amount: plainAmountE8(heldE8(r), minorUnitsOf(r.currency)),
      currency: r.currency,
      valueDate: '',
      narrative: r.narrative,
    })),
    now,
  );

/** Units of 10⁻⁸ a row captures; null where its amount cannot be: not a decimal, below zero, or more than is held. */
export function capturedE8(row: DraftRow | undefined, held: HeldRow): bigint | null {
  // Captured before, as a whole: whatever was written of it then.
  if (heldE8(held) === 0n) return 0n;
  const amountE8 = parseAmountE8(normaliseAmount(row?.amount ?? '') ?? '');
  return amountE8 === null || amountE8 < 0n || amountE8 > heldE8(held) ? null : amountE8;
}

/** What is wrong with a row's amount, for its field. */
export function captureFaultOf(row: DraftRow | undefined, held: HeldRow, minorUnits: number): string | undefined {
  if (capturedE8(row, held) !== null) return undefined;
  return normaliseAmount(row?.amount ?? '') === null
    ? 'Use a decimal with at most 8 digits after the point.'
    : `From 0 to ${showAmountE8(heldE8(held), minorUnits)}`;
}

export interface CaptureSum {
  readonly currency: string;
  readonly capturedE8: bigint;
  readonly heldE8: bigint;
}

/** Per currency: how much of what is held is captured. A row that cannot be counts as none. */
export function captureSums(rows: readonly DraftRow[], hold: Hold): readonly CaptureSum[] {
  const sums = new Map<string, CaptureSum>();
  hold.rows.forEach((held, index) => {
    const sum = sums.get(held.currency) ?? { currency: held.currency, capturedE8: 0n, heldE8: 0n };
    sums.set(held.currency, {
      ...sum,
      capturedE8: sum.capturedE8 + (capturedE8(rows[index], held) ?? 0n),
      heldE8: sum.heldE8 + heldE8(held),
    });
  });
  return [...sums.values()];
}

/** Why a capture may not be sent; null if it may. */
export function refusalOfCapture(rows: readonly DraftRow[], hold: Hold): string | null {
  if (hold.rows.some((held, index) => capturedE8(rows[index], held) === null)) return 'Capture at most what is held in each row.';
  if (captureSums(rows, hold).every((s) => s.capturedE8 === 0n)) return 'Capture something, or void the hold to let all of it go.';
  return null;
}

/** The draft as it is sent: without rows where all that is left is captured (decision 0021), else with those that capture something. */
export function captureToSend(draft: Draft, hold: Hold): Draft {
  const all = captureSums(draft.rows, hold).every((s) => s.capturedE8 === s.heldE8);
  const rows = draft.rows.flatMap((row, index) => {
    const held = hold.rows[index];
    const amountE8 = held === undefined ? null : capturedE8(row, held);
    return amountE8 === null || amountE8 === 0n ? [] : [{ ...row, amount: formatAmountE8(amountE8) }];
  });
  return { ...draft, rows: all ? [] : rows };
}
