// @ts-check

import { sign } from 'node:crypto';
import { cosignedText } from '../cosignature.js';

const TIME_BYTES = 8;

/**
 * The line with which a witness cosigns the text of a checkpoint.
 * @param {string} text
 * @param {{ readonly name: string, readonly id: Uint8Array, readonly privateKey: import('node:crypto').KeyObject }} witness
 * @param {Date} at
 */
export function cosign(text, { name, id, privateKey }, at) {
  const seconds = BigInt(Math.floor(at.getTime() / 1000));
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(seconds);
  const signature = sign(null, cosignedText(text, seconds), privateKey);
  return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
}
