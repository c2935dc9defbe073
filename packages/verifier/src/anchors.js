// Anchors: each fixes the root of the tree at its size under the chain key's signature, and says who outside has seen it. Events record
// the anchors before them, so that none can be taken away without a trace.
// @ts-check

import { hash } from 'node:crypto';
import { canonicalOf } from './canonical.js';
import { isSignedBy, originOf, parseCheckpoint } from './checkpoint.js';
import { NotAnArchive } from './faults.js';
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
  const [, serial, at] = /^rfc3161:([0-9a-f]+)@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/.exec(proven.ref ?? '') ?? [];
  if (serial !== timeStamp.serial || `${at}Z` !== timeStamp.at) return fault('time_stamp', 'its reference is not that of its time-stamp');
  return { ...proven, token, timeStamp };
}

/** What the digest of anchors begins from. */
const NO_ANCHOR = '0'.repeat(64);

/**
 * What an anchor that is there amounts to, for the event that records it.
 * @typedef {object} Recorded
 * @property {number} anchors
 * @property {string} digest
 * @property {number} heads
 */

/** The anchors of a log in their order, and the events that record them. */
export class Anchors {
  #tenantId;
  #digest = NO_ANCHOR;
  /** By size: what the event that records an anchor must say; those before the last recorded one are forgotten. @type {Map<number, Recorded>} */
  #unrecorded = new Map();
  count = 0;
  /** Anchors that somebody outside has. */
  witnessed = 0;
  timeStamps = 0;
  /** Time-stamps that are signed by the certificate they bring. */
  timeStampsSigned = 0;
  /** The size of the last anchor that an event records. */
  recordedTo = 0;
  /** @type {AnchorProven | null} */ last = null;
  /** @type {AnchorProven | null} */ lastTimeStamped = null;

  /** @param {string} tenantId */
  constructor(tenantId) {
    this.#tenantId = tenantId;
  }

  /**
   * Takes the line of an anchor.
   * @param {Line} line
   * @param {{ readonly at: number, readonly root: () => string, readonly key: import('./keys.js').Key | null, readonly heads: number }} log
   *   where it stands: the event before it, the root of the tree, the chain key, the signed heads so far
   * @returns {AnchorProven | import('./faults.js').Fault}
   */
  take(line, { at, root, key, heads }) {
    this.count += 1;
    const { from_seq: from, to_seq: to } = line;
    if (typeof from !== 'number' || typeof to !== 'number') throw new NotAnArchive('an anchor lacks a member');
    const before = this.last?.size ?? 0;
    if (to !== at) {
      const message = `an anchor covers events up to ${to}, but the event before it in the archive is ${at}`;
      return { seq: Math.min(to, at + 1), code: 'anchor', message };
    }
    if (to === before) return { seq: to, code: 'anchor', message: `there are two anchors over events 1 to ${to}` };
    if (from < 1 || from > before + 1) {
      const message = `the anchor over events 1 to ${to} begins at ${from}; the one before it ends at ${before}`;
      return { seq: to, code: 'anchor', message };
    }
    const checked = checkAnchor(line, { tenantId: this.#tenantId, root: root(), key });
    if ('code' in checked) return checked;
    this.last = checked;
    if (checked.ref !== null) this.witnessed += 1;
    if (checked.timeStamp !== null) {
      this.timeStamps += 1;
      this.timeStampsSigned += checked.timeStamp.signed ? 1 : 0;
      this.lastTimeStamped = checked;
    }
    this.#digest = hash('sha256', recordOf(checked, this.#digest));
    this.#unrecorded.set(to, { anchors: this.count, digest: this.#digest, heads });
    return checked;
  }

  /**
   * Takes an event that records the anchors so far: none of them, none of their tokens and no signed head below is gone or was put there since.
   * @param {number} seq
   * @param {Line} payload
   * @returns {import('./faults.js').Fault | null}
   */
  takeRecord(seq, { to_seq: to, anchors, anchors_sha256: digest, heads }) {
    /** @type {(message: string) => import('./faults.js').Fault} */
    const fault = (message) => ({ seq, code: 'log_anchored', message: `event ${seq} ${message}` });
    const found = this.#unrecorded.get(Number(to));
    if (found === undefined) return fault(`records the anchor over events 1 to ${String(to)}, which is not there`);
    if (found.anchors !== anchors) return fault(`records ${String(anchors)} anchors up to ${String(to)}; there are ${found.anchors}`);
    if (found.digest !== digest) return fault(`records other anchors up to ${String(to)}, or other witnesses of them, than are there`);
    if (found.heads !== heads) return fault(`records ${String(heads)} signed heads up to ${String(to)}; there are ${found.heads}`);
    for (const size of this.#unrecorded.keys()) if (size < Number(to)) this.#unrecorded.delete(size);
    this.recordedTo = Number(to);
    return null;
  }
}

/** What the digest of anchors is over: an anchor, and the digest before it. @param {AnchorProven} anchor @param {string} previous */
const recordOf = ({ checkpoint, ref, token }, previous) =>
  canonicalOf({
    anchor_ref: ref,
    checkpoint_sha256: hash('sha256', checkpoint),
    previous,
    time_stamp_sha256: token === null ? null : hash('sha256', token),
  });
