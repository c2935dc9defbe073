// The text of the import box: a JSON array of rows, or the literal that says why it is none (specification §5).
import { messages } from '@countinghouse/contract/bank-files';

export type ReadRows = { readonly rows: readonly unknown[] } | { readonly fault: string };

export function readRows(text: string): ReadRows {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: messages.notAnArray };
  }
  if (!Array.isArray(value)) return { fault: messages.notAnArray };
  return value.length === 0 ? { fault: messages.empty } : { rows: value as readonly unknown[] };
}
