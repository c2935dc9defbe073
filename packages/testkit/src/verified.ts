// A log with an intent that its client signed, an archive handed to the verifier in small pieces, and keys as an auditor hands them over.

import { randomUUID } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { parseGivenKeys } from '@countinghouse/verifier/given-keys';
import type { GivenKey } from '@countinghouse/verifier/keys';
import { verifyArchive } from '@countinghouse/verifier/verify';
import { expect } from 'vitest';
import { ACCOUNTS, executed, MadeLog as Made, rowOf, type SigningKey, signDetached } from './made-log.ts';

type Options = NonNullable<Parameters<typeof verifyArchive>[1]>;

async function* of(bytes: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes as string);
  for (let at = 0; at < all.length; at += 1000) yield all.subarray(at, at + 1000);
}
export const verify = (archive: string | Uint8Array, options: Options = {}) => verifyArchive(of(archive), options);

/** A key as an auditor hands it over. */
export function givenKey(jwk: unknown): readonly GivenKey[] {
  const keys = parseGivenKeys(JSON.stringify(jwk));
  return typeof keys === 'string' ? expect.fail(keys) : keys;
}

export const USER = randomUUID();
const asked = { debitAccount: 'a0', creditAccount: ACCOUNTS[1], amount: '12.5', currency: 'EUR', narrative: 'n' };
export const request: JsonObject = { intent_id: 'i', value_date: '2026-01-31', proposed_actions: [asked] };
export const row = rowOf();
export const executedBy = (kid: string, more: JsonObject = {}): JsonObject =>
  executed('i', { actor_id: USER, request, rows: [row], checks: { signature: 'verified', signing_kid: kid }, ...more });

/** A log with an intent that was signed with this key, as it is signed by default or otherwise. */
export function signedLog(key: SigningKey, payload = executedBy(key.kid), signature = signDetached(key, canonicalize(request))): Made {
  const made = new Made();
  made.addKey(key, 'intent', USER);
  made.append('intent.executed', payload, { signature });
  return made;
}
export const after = (made: Made): string => made.archive();
