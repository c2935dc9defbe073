// What people and programs say of a thing in words of their own: keys with values. Beside the fields of the ledger, which decide; metadata
// decides nothing, unless a policy asks for it.
import { METADATA_KEYS_MAX } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { text } from './fields.ts';
import { hasHidden } from './plain-text.ts';

export { METADATA_KEYS_MAX };
export const METADATA_KEY_LENGTH_MAX = 40;
export const METADATA_VALUE_LENGTH_MAX = 500;

/** On one line, without blanks around it, nothing in it hidden: it is compared as it stands. `__proto__` is none. */
export const MetadataKey = text(METADATA_KEY_LENGTH_MAX)
  .min(1, 'Name the key.')
  .refine(
    (t) => t === t.trim() && !/[\t\n\r\u0085\u2028\u2029]/.test(t) && !hasHidden(t),
    'Use printable characters only, without blanks around them.',
  )
  .refine((t) => t !== '__proto__', 'Use another key.');
export const MetadataValue = text(METADATA_VALUE_LENGTH_MAX);

const hasAtMost = (most: number) => [(m: object) => Object.keys(m).length <= most, `Use at most ${most} keys.`] as const;

export const Metadata = z
  .record(MetadataKey, MetadataValue)
  .refine(...hasAtMost(METADATA_KEYS_MAX))
  .meta({ description: 'Up to 50 keys of 40 characters with values of 500. Kept in the log for ever: nothing personal belongs here.' });
export type Metadata = z.output<typeof Metadata>;

/** As an answer has it. */
export const MetadataKept = z.record(z.string(), z.string());

/** What becomes of each key: its new value, or null to remove it. A whole set may be exchanged for another. */
export const MetadataChanges = z
  .record(MetadataKey, MetadataValue.nullable())
  .refine((m) => Object.keys(m).length > 0, 'Name at least one key.')
  .refine(...hasAtMost(2 * METADATA_KEYS_MAX));
export type MetadataChanges = z.output<typeof MetadataChanges>;

/** In a query, `metadata[key]=value`: what has this value under this key; under each, where several are named. */
export const MetadataFilter = Metadata.refine((m) => Object.keys(m).length > 0, 'Name at least one key.');
