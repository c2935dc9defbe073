// From a line of the file to the intent that is sent.

import { hash } from 'node:crypto';
import type { Item } from '@countinghouse/client/post-all';
import { Intent, type IntentInput } from '@countinghouse/contract/features/intents';
import { LINE_BYTES_MAX, type Line } from './lines.ts';

export interface LineOfIntent extends Item {
  /** Of the line, from 1. */
  readonly number: number;
  /** Of its text, the first 16 hex digits. */
  readonly sha256: string;
}

export const sha256Of = (text: string | null): string => hash('sha256', text ?? '').slice(0, 16);

/**
 * The intent as it stands in the line: what was signed is what is sent. A line without `intent_id` and `idem_key` gets both from the
 * prefix and its number, where there is a prefix. Answers what is wrong with it as text.
 */
export function readIntentLine({ number, text }: Line, keyPrefix: string | undefined): LineOfIntent | string {
  if (text === null) return `it is longer than ${LINE_BYTES_MAX} bytes, or not UTF-8`;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return 'it is not readable as JSON';
  }
  const named = keyPrefix === undefined ? read : withKeys(read, `${keyPrefix}:${number}`);
  const checked = Intent.safeParse(named);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const path = issue?.path.join('.') ?? '';
    return `${path === '' ? '' : `${path}: `}${issue?.message ?? 'it is no intent'}`;
  }
  if (checked.data.idem_key === undefined) return 'idem_key: Required; --key-prefix gives lines keys by their numbers.';
  return { number, sha256: sha256Of(text), intent: named as IntentInput };
}

/** One that has either is left as it is: half a name is a mistake. */
function withKeys(read: unknown, key: string): unknown {
  if (typeof read !== 'object' || read === null || 'intent_id' in read || 'idem_key' in read) return read;
  return { intent_id: key, ...read, idem_key: key };
}
