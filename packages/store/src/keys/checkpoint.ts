// A checkpoint: the size and root of a log's Merkle tree as text that its chain key signed. Source: C2SP tlog-checkpoint and signed-note.

import { createPublicKey, hash, sign, verify } from 'node:crypto';
import type { ChainKey } from './keyring.ts';

const ED25519_TYPE = 0x01;
const KEY_ID_BYTES = 4;

export interface Checkpoint {
  /** Which log: `countinghouse/<organisation>`. It is the name of the key too. */
  readonly origin: string;
  /** Leaves. */
  readonly size: number;
  readonly root: Uint8Array;
}

export const originOf = (tenantId: string): string => `countinghouse/${tenantId}`;

const textOf = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;

/** The first four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key): tells which key signed. */
export function keyId(name: string, type: number, publicKey: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([type]), publicKey]), 'buffer').subarray(0, KEY_ID_BYTES);
}

/** What others know the chain key with this `x` by (C2SP signed-note): `<origin>+<key id>+<base64 of type and key>`. */
export function logVkey(origin: string, x: string): string {
  const publicKey = Buffer.from(x, 'base64url');
  const id = keyId(origin, ED25519_TYPE, publicKey).toString('hex');
  return `${origin}+${id}+${Buffer.concat([Buffer.from([ED25519_TYPE]), publicKey]).toString('base64')}`;
}

/** The note with its signature line. */
export function signCheckpoint(key: ChainKey, checkpoint: Checkpoint): string {
  const { x = '' } = createPublicKey(key.privateKey).export({ format: 'jwk' });
  const text = textOf(checkpoint);
  const signature = sign(null, Buffer.from(text), key.privateKey);
  const id = keyId(checkpoint.origin, ED25519_TYPE, Buffer.from(x, 'base64url'));
  return `${text}\n— ${checkpoint.origin} ${Buffer.concat([id, signature]).toString('base64')}\n`;
}

/** Whether the note is exactly this checkpoint, signed by the key with this `x` (base64url of the 32 bytes of an Ed25519 key). */
export function isSigned(note: string, checkpoint: Checkpoint, x: string): boolean {
  const text = textOf(checkpoint);
  const start = `${text}\n— ${checkpoint.origin} `;
  if (!note.startsWith(start) || !note.endsWith('\n')) return false;
  const given = Buffer.from(note.slice(start.length, -1), 'base64');
  if (!given.subarray(0, KEY_ID_BYTES).equals(keyId(checkpoint.origin, ED25519_TYPE, Buffer.from(x, 'base64url')))) return false;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), publicKey, given.subarray(KEY_ID_BYTES));
}
