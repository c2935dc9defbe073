// Codes and ids that our ledger takes, from names that another one gave: the same each time, so that a file that is read again meets what it made.

import { hash } from 'node:crypto';
import { EXTERNAL_REF_LENGTH_MAX } from '@countinghouse/contract/features/accounts';
import { CODE_LENGTH_MAX } from '@countinghouse/contract/fields';
import type { SourceClass } from './books.ts';

const DIGEST_CHARS = 6;

/** A code that is not taken: the name itself in capitals where it fits, else its end with a digest of all of it. */
export function codeFor(name: string, currency: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9._:/-]+/g, '-')
    .replaceAll(/^[^A-Z0-9]+|-+$/g, '');
  const fits = (code: string): boolean => plain !== '' && code.length <= CODE_LENGTH_MAX && !taken.has(code);
  for (const code of [plain, `${plain}:${currency}`]) if (fits(code)) return code;
  const digest = hash('sha256', `${name}\n${currency}`).slice(0, DIGEST_CHARS).toUpperCase();
  const end = plain.slice(-(CODE_LENGTH_MAX - DIGEST_CHARS - 1)).replace(/^[^A-Z0-9]+/, '');
  const code = end === '' ? `A-${digest}` : `${end}-${digest}`;
  if (taken.has(code)) throw new Error(`two accounts would have the code ${code}`);
  return code;
}

/** The first digit of a chart says the class. */
export const digitOf: Readonly<Record<SourceClass, string>> = { A: '1', L: '2', E: '3', I: '4', X: '5' };

const REFERENCE_MAX = EXTERNAL_REF_LENGTH_MAX;

/** What an account is found by again: its name in the source, cleaned, with a digest in the place of what is too much of it. */
export function referenceFor(name: string): string {
  const plain = onOneLine(name);
  if (plain.length <= REFERENCE_MAX) return plain;
  return `${plain.slice(0, REFERENCE_MAX - DIGEST_CHARS - 1).toWellFormed()}~${hash('sha256', name).slice(0, DIGEST_CHARS)}`;
}

/** Without what our ledger would refuse, and no longer than it takes. */
export function onOneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  return plain.length <= max ? plain : `${plain.slice(0, max - 1).toWellFormed()}…`;
}

const INTENT_ID_MAX = 64;
const ID_SHAPE = /^[A-Za-z0-9._:-]+$/;

/** An intent id, and key: the source's own name for it behind that of the import, or a digest where it would not fit. */
export function intentIdFor(importName: string, id: string): string {
  const own = `${importName}:${id}`;
  if (own.length <= INTENT_ID_MAX && ID_SHAPE.test(own)) return own;
  return `${importName}:${hash('sha256', id).slice(0, 32)}`;
}
