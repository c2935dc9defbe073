// Anchors: each fixes the root of the tree at its size under the chain key's signature, and says who outside has seen it.
// @ts-check

import { hash } from 'node:crypto';
import { isSignedBy, originOf, parseCheckpoint } from './checkpoint.js';
import { checkTimeStamp } from './time-stamp.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */

/**
 * @typedef {object} AnchorProven
 * @property {number} size
 * @property {string} root
 * @property {string} checkpoint
 * @property {string | null} ref
 * @property {Buffer | null} token
 * @property {import('./time-stamp.js').TimeStamp | null} timeStamp
 */

/**
 * Checks one anchor against the tree of exactly its size.
 * @param {Line} line
 * @param {{ readonly tenantId: string, readonly root: string, readonly key: import('./keys.js').Key | null }} expected
 * @returns {AnchorProven | import('./faults.js').Fault}
 */
export function checkAnchor(line, { tenantId, root, key }) {
  const { to_seq: size, root_hash: told, checkpoint: note, kid, anchor_ref: ref, anchored_at: anchoredAt, time_stamp: stamp } = line;
  const seq = Number(size);
  /** @type {(code: import('./faults.js').FaultCode, why: string) => import('./faults.js').Fault} */
  const fault = (code, why) => ({ seq, code, message: `the anchor over events 1 to ${seq}: ${why}` });
  if (told !== root) return fault('anchor', `its root is not that of the log`);
  const checkpoint = typeof note === 'string' ? parseCheckpoint(note) : null;
  if (checkpoint === null || checkpoint.origin !== originOf(tenantId)) return fault('checkpoint', 'its checkpoint is not one of this log');
  if (checkpoint.size !== size || checkpoint.root !== root) return fault('checkpoint', 'its checkpoint says another size or root');
  if (key === null || kid !== key.kid || key.key === null || !isSignedBy(checkpoint, key.key))
    return fault('checkpoint', 'its checkpoint is not signed by the chain key of then');
  const proven = { size: seq, root, checkpoint: String(note), ref: typeof ref === 'string' ? ref : null };
  if ((ref === null) !== (anchoredAt === null)) return fault('time_stamp', 'it says half that somebody outside has it');
  if (stamp === null) {
    if (proven.ref !== null && proven.ref !== `sha256:${hash('sha256', proven.checkpoint)}`)
      return fault('time_stamp', 'its reference outside is not to its checkpoint');
    return { ...proven, token: null, timeStamp: null };
  }
  const token = Buffer.from(String(stamp), 'base64');
  const timeStamp = checkTimeStamp(token, proven.checkpoint);
  if (typeof timeStamp === 'string') return fault('time_stamp', `its time-stamp does not hold: ${timeStamp}`);
  const [, serial, at] = /^rfc3161:([0-9a-f]+)@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(proven.ref ?? '') ?? [];
  if (serial !== timeStamp.serial || `${at}Z` !== timeStamp.at) return fault('time_stamp', 'its reference is not that of its time-stamp');
  return { ...proven, token, timeStamp };
}
