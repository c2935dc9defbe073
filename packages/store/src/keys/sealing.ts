// How words that tell of a person are turned into what may be stored: a token for the log, ciphertext, and a blind index to find
// them by. Pure: keys are handed in, nothing is kept.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { normalReference } from '@countinghouse/kernel/accounts/find';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';

/** What is told; part of the token, so that a label and an e-mail of equal text differ. */
export type PiiKind =
  | 'email'
  | 'party-label'
  | 'party-reference'
  | 'account-reference'
  | 'bank-account'
  | 'file-name'
  | 'bank-text'
  | 'recon-note'
  | 'comment'
  | 'directory';

export const KEY_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const BLIND = 'countinghouse/pii/blind-index';

/** What makes two words of a kind the same: of references it is what they are compared by, however they are typed. */
const sameWords = (kind: PiiKind, words: string): string => (kind === 'account-reference' ? normalReference(words) : words);

/** Stands for words in the log. Equal words of a kind have equal tokens under one key. Of many words, six times as fast with a key object. */
export const tokenUnder = (tokenKey: Buffer | KeyObject, kind: PiiKind, words: string): string =>
  `pii_${createHmac('sha256', tokenKey)
    .update(`${kind}\0${sameWords(kind, words)}`)
    .digest('base64url')}`;

/** The key of an organisation's blind index (HKDF-SHA-256, RFC 5869). */
export const blindKeyFrom = (tokenKey: Buffer, tenantId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', tokenKey, Buffer.from(tenantId), BLIND, KEY_BYTES));

/** Finds words whatever they are told of, and in whatever case they were typed. */
export const blindIndexUnder = (blindKey: Buffer, words: string): string =>
  createHmac('sha256', blindKey).update(words.normalize('NFKC').trim().toLowerCase()).digest('base64url');

export interface SealedAs {
  readonly tenantId: string;
  readonly token: string;
  readonly version: number;
}

/** What ciphertext is bound to: moved to another row, organisation or version it does not open. */
const aadOf = ({ tenantId, token, version }: SealedAs): Buffer =>
  Buffer.from(canonicalize({ tenant: tenantId, purpose: `pii/${token}`, version }));

/** AES-256-GCM; initial vector, ciphertext and tag as base64url. */
export function seal(dataKey: Buffer, as: SealedAs, words: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, dataKey, iv, { authTagLength: TAG_BYTES }).setAAD(aadOf(as));
  return Buffer.concat([iv, cipher.update(words, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Throws where it was sealed with another key, or as something else. */
export function unseal(dataKey: Buffer, as: SealedAs, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, dataKey, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(aadOf(as))
    .setAuthTag(bytes.subarray(end));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, end)), decipher.final()]).toString('utf8');
}
