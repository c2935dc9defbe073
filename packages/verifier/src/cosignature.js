// Cosignatures: what a witness says of a checkpoint, C2SP tlog-cosignature (`cosignature/v1`). It saw the checkpoint at a time, and every
// checkpoint of this log that it cosigned before leads to it.
// @ts-check

import { isSigned } from '#platform';
import { areEqual, utf8 } from './bytes.js';

const KEY_ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** What a witness signs. @type {(text: string, seconds: bigint) => Uint8Array} */
export const cosignedText = (text, seconds) => utf8(`cosignature/v1\ntime ${seconds}\n${text}`);

/**
 * When a witness cosigned a checkpoint, as an ISO instant; null where no signature of it holds.
 * @param {Pick<import('./checkpoint.js').Checkpoint, 'text' | 'signatures'>} checkpoint
 * @param {import('./note-key.js').NoteKey} witness
 * @returns {Promise<string | null>}
 */
export async function cosignedAt({ text, signatures }, witness) {
  for (const { signer, signature } of signatures) {
    if (signer !== witness.name || signature.length !== KEY_ID_BYTES + TIME_BYTES + SIGNATURE_BYTES) continue;
    if (!areEqual(signature.subarray(0, KEY_ID_BYTES), witness.id)) continue;
    const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(KEY_ID_BYTES);
    const at = new Date(Number(seconds) * 1000);
    const bytes = signature.subarray(KEY_ID_BYTES + TIME_BYTES);
    if (!Number.isNaN(at.getTime()) && (await isSigned('EdDSA', witness.key, cosignedText(text, seconds), bytes))) return at.toISOString();
  }
  return null;
}
