// Field schemas that several features share. Messages are what a person reads beside the field.

import { ACCOUNT_CODE_LENGTH_MAX, CODE_LENGTH_MAX } from '@countinghouse/kernel/bounds';
import { canonicalizeOnce, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { isoCurrencies } from '@countinghouse/kernel/money/iso4217';
import { parseInstant } from '@countinghouse/kernel/time/instant';
import * as z from 'zod';
import { hasHidden } from './plain-text.ts';

export { ACCOUNT_CODE_LENGTH_MAX, CODE_LENGTH_MAX };
/** Of an account's id, code or external reference, where each may name it. */
export const ACCOUNT_REFERENCE_LENGTH_MAX = 120;

// Source: specification §3, §5, §9.
export const LABEL_LENGTH_MAX = 120;
/** Of a body that carries a file. Source: decision 0006, rule 18. */
export const IMPORT_BYTES_MAX = 10 * 1_048_576;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** A point in time with its offset (RFC 3339). */
export const Instant = z.string().refine((t) => parseInstant(t) !== null, 'Use a time as 2026-01-31T12:00:00Z.');

/** What hardly any text goes beyond needs no closer look: fields like these are looked at more often than anything else. */
const ascii = /^[\x20-\x7e]*$/;

/** Text that PostgreSQL and RFC 8785 can both carry: well formed, without control characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max, `Use at most ${max} characters.`)
    .refine((t) => ascii.test(t) || (t.isWellFormed() && !controls.test(t)), 'Use printable characters only.');

/** Text on one line: names, labels, references. Around it, line breaks count as the spaces they are. Nothing in it is hidden. */
export const line = (max: number) =>
  text(max)
    .trim()
    .refine((t) => ascii.test(t) || !(/[\t\n\r\u0085\u2028\u2029]/.test(t) || hasHidden(t)), 'Use printable characters only.');

export const requiredText = (max: number, what: string) => line(max).min(1, `${what} is required`);

/**
 * A code, kept in capitals. Its letters are ASCII ones before they are: capitals of others come to those too, and to more of them (ß to SS).
 */
export const codeText = (max: number) =>
  requiredText(max, 'Code')
    .regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]*$/, 'Use letters, digits and . _ : / - only.')
    .toUpperCase();

export const AmountText = z
  .string()
  .max(40)
  .refine((t) => parseAmountE8(t) !== null, { error: 'Use a decimal with at most 20 digits before and 8 after the point.', abort: true });

export const Currency = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{3}$/, 'Use a 3-letter currency code.')
  .toUpperCase();

export const IsoCurrencyCode = Currency.refine((code) => isoCurrencies.has(code), 'Use a currency of ISO 4217.');

const Cursor = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional();
/** Of a list of what is in the log, newest first: where its next page begins. `before` is an older name of it. */
/** Where the page of a list begins, which is a place in the log: the `next` of the page before. */
export const After = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, 'Use the `next` of the page before.')
  .transform(Number)
  .meta({ description: 'The `next` of the page before.' });
/** Where a list goes on: the `after` of the next page; null on the last one. What is in it may change. */
export const Next = z.string().nullable();
/** The same of a place in the log, or of a number of the page. */
export const nextAt = (place: number | null): string | null => (place === null ? null : String(place));
export const olderThan = { after: After.optional(), before: Cursor };
export const olderThanOf = ({
  after,
  before,
}: {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}): number | null => after ?? before ?? null;

/** The two of the audit export: they stand where ids of webhook endpoints do. */
export const DESTINATIONS = ['primary', 'secondary'] as const;
export const Uuid = z.guid('Use an id as the server gave it.').toLowerCase();
export const IsoDate = z.iso.date('Use a day of the calendar, as YYYY-MM-DD.');
export const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** The escape of NUL, which RFC 8785 can carry and PostgreSQL's JSON cannot. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

function isCanonical(value: unknown): boolean {
  try {
    const text = canonicalizeOnce(value as JsonObject);
    // The expression looks at every character of what may be a megabyte; hardly any text has what it looks for.
    return !text.includes('\\u0000') || !escapedNul.test(text);
  } catch {
    return false;
  }
}

/** A JSON object that has a canonical form and that PostgreSQL can read: finite numbers, well-formed text without NUL. */
export const JsonRecord = z.record(z.string(), z.unknown()).refine(isCanonical, 'Use finite numbers and well-formed text only.');

/** A list limit in a query string. */
export const limit = (most: number, fallback: number) => z.coerce.number().int().min(1).max(most).default(fallback);

/** The query of an address that opens one thing for a while without a session: where it ends (Unix seconds), and its signature. */
export const PresignedQuery = z.strictObject({
  expires: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  signature: z.string().max(64),
});
export type PresignedQuery = z.output<typeof PresignedQuery>;

/** The body of every refusal. `error` equals `code`: either name may be read. */
export const ErrorBody = z.object({
  code: z.string(),
  error: z.string(),
  message: z.string(),
  requestId: z.string(),
  details: z.unknown().optional(),
});
export type ErrorBody = z.output<typeof ErrorBody>;

/** The same as problem details (RFC 9457): `type` is where the code is described, `instance` the request. */
export const Problem = ErrorBody.extend({ type: z.string(), title: z.string(), status: z.number().int(), instance: z.string() });
export type Problem = z.output<typeof Problem>;

export const Done = z.object({ ok: z.literal(true) });
