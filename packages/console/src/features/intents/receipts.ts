// Receipts this session has seen, so that the log can mark those that were duplicates.
import { type Receipt, Receipt as ReceiptSchema } from '@countinghouse/contract/features/intents';
import * as z from 'zod';

const KEPT_MAX = 200;
const Kept = z.array(ReceiptSchema).catch([]);
const keyOf = (tenantId: string): string => `receipts:${tenantId}`;

export function keptReceipts(tenantId: string): readonly Receipt[] {
  try {
    return Kept.parse(JSON.parse(sessionStorage.getItem(keyOf(tenantId)) ?? '[]'));
  } catch {
    return [];
  }
}

export function keepReceipt(tenantId: string, receipt: Receipt): void {
  sessionStorage.setItem(keyOf(tenantId), JSON.stringify([ReceiptSchema.parse(receipt), ...keptReceipts(tenantId)].slice(0, KEPT_MAX)));
}

/** The intents that were answered with a duplicate receipt. */
export const duplicateIds = (tenantId: string): ReadonlySet<string> =>
  new Set(keptReceipts(tenantId).flatMap((r) => (r.duplicate ? [r.intentId] : [])));
