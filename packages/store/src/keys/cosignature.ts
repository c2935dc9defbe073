// Cosignatures of witnesses over checkpoints. Source: C2SP tlog-cosignature (`cosignature/v1`) and signed-note.

import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { keyId } from './checkpoint.ts';

const COSIGNATURE_TYPE = 0x04;
const ED25519_BYTES = 32;
const KEY_ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

export interface WitnessKey {
  readonly name: string;
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** The key of a vkey `<name>+<key id>+<base64 of type and key>`; null for what is no vkey of a witness, or whose id is not that of its key. */
export function parseWitnessKey(vkey: string): WitnessKey | null {
  const [, name = '', id = '', text = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/u.exec(vkey) ?? [];
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 1 + ED25519_BYTES || bytes[0] !== COSIGNATURE_TYPE || bytes.toString('base64') !== text) return null;
  const publicKey = bytes.subarray(1);
  const found = keyId(name, COSIGNATURE_TYPE, publicKey);
  if (found.toString('hex') !== id) return null;
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }, format: 'jwk' });
    return { name, id: found, key };
  } catch {
    return null;
  }
}

/**
 * The cosignature of a witness among lines of signatures, over the text of a checkpoint (its note up to the empty line); null where none of
 * them holds. What other keys signed is passed over.
 */
export function findCosignature(
  lines: string,
  text: string,
  { name, id, key }: WitnessKey,
): { readonly signature: string; readonly at: string } | null {
  for (const line of lines.split('\n')) {
    const [dash, signer, signature = '', ...more] = line.split(' ');
    if (dash !== '—' || signer !== name || more.length > 0) continue;
    const bytes = Buffer.from(signature, 'base64');
    if (bytes.toString('base64') !== signature || bytes.length !== KEY_ID_BYTES + TIME_BYTES + SIGNATURE_BYTES) continue;
    if (!bytes.subarray(0, KEY_ID_BYTES).equals(id)) continue;
    const seconds = bytes.readBigUInt64BE(KEY_ID_BYTES);
    const at = new Date(Number(seconds) * 1_000);
    const signed = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
    if (!Number.isNaN(at.getTime()) && verify(null, signed, key, bytes.subarray(KEY_ID_BYTES + TIME_BYTES)))
      return { signature, at: at.toISOString() };
  }
  return null;
}
