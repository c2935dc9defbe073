// Anchors: each fixes the root of the tree at its size under the chain key's signature, and says who outside has seen it. Events record
// the anchors before them, so that none can be taken away without a trace.
// @ts-check

import { sha256Hex } from '#platform';
import { bytesOfBase64 } from './bytes.js';
import { canonicalOf } from './canonical.js';
import { isSignedBy, originOf, parseCheckpoint } from './checkpoint.js';
import { cosignedAt } from './cosignature.js';
import { NotAnArchive } from './faults.js';
import { COSIGNATURE_TYPE, parseVkey } from './note-key.js';
import { judge } from './policy.js';
import { checkTimeStamp } from './time-stamp.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */

/**
 * @typedef {object} AnchorProven
 * @property {number} size
 * @property {string} root
 * @property {string} checkpoint
 * @property {string | null} ref
 * @property {Uint8Array | null} token
 * @property {import('./time-stamp.js').TimeStamp | null} timeStamp
 * @property {readonly Cosigned[]} cosigned by witnesses, under keys that the archive brings
 */

/**
 * @typedef {object} Cosigned
 * @property {string} name of the witness
 * @property {string} at
 * @property {string} line with which it signed
 */

/**
 * Checks one anchor against the tree of exactly its size.
 * @param {Line} line
 * @param {{ readonly tenantId: string, readonly root: string, readonly key: import('./keys.js').Key | null }} expected
 * @returns {Promise<AnchorProven | import('./faults.js').Fault>}
 */
export async function checkAnchor(line, { tenantId, root, key }) {
  const { to_seq: size, root_hash: told, checkpoint: note, kid, anchor_ref: ref, anchored_at: anchoredAt, time_stamp: stamp } = line;
  const seq = Number(size);
  /** @type {(code: import('./faults.js').FaultCode, why: string) => import('./faults.js').Fault} */
  const fault = (code, why) => ({ seq, code, message: `the anchor over events 1 to ${seq}: ${why}` });
  if (told !== root) return fault('anchor', `its root is not that of the log`);
  const checkpoint = typeof note === 'string' ? parseCheckpoint(note) : null;
  if (checkpoint === null || checkpoint.origin !== originOf(tenantId)) return fault('checkpoint', 'its checkpoint is not one of this log');
  if (checkpoint.size !== size || checkpoint.root !== root) return fault('checkpoint', 'its checkpoint says another size or root');
  if (key === null || kid !== key.kid || key.key === null || !(await isSignedBy(checkpoint, key.key)))
    return fault('checkpoint', 'its checkpoint is not signed by the chain key of then');
  const cosigned = await cosignedBy(line['cosignatures'], checkpoint);
  if (cosigned === null) return fault('cosignature', 'a cosignature does not hold under the key that it brings');
  const proven = { size: seq, root, checkpoint: String(note), ref: typeof ref === 'string' ? ref : null, cosigned };
  if ((ref === null) !== (anchoredAt === null)) return fault('time_stamp', 'it says half that somebody outside has it');
  if (stamp === null) {
    if (proven.ref !== null && proven.ref !== `sha256:${sha256Hex(proven.checkpoint)}`)
      return fault('time_stamp', 'its reference outside is not to its checkpoint');
    return { ...proven, token: null, timeStamp: null };
  }
  const token = bytesOfBase64(String(stamp)) ?? new Uint8Array();
  const timeStamp = await checkTimeStamp(token, proven.checkpoint);
  if (typeof timeStamp === 'string') return fault('time_stamp', `its time-stamp does not hold: ${timeStamp}`);
  const [, serial, at] = /^rfc3161:([0-9a-f]+)@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/.exec(proven.ref ?? '') ?? [];
  if (serial !== timeStamp.serial || `${at}Z` !== timeStamp.at) return fault('time_stamp', 'its reference is not that of its time-stamp');
  return { ...proven, token, timeStamp };
}

/**
 * Who cosigned a checkpoint by what an archive brings; null where any of it does not hold.
 * @param {unknown} given `cosignatures` of the line, absent where there are none
 * @param {import('./checkpoint.js').Checkpoint} checkpoint
 * @returns {Promise<readonly Cosigned[] | null>}
 */
async function cosignedBy(given, { text }) {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length === 0) return null;
  /** @type {Cosigned[]} */ const found = [];
  const keys = new Set();
  for (const each of given) {
    const { vkey, signature } = /** @type {Line} */ (each ?? {});
    const witness = typeof vkey === 'string' ? parseVkey(vkey, COSIGNATURE_TYPE) : null;
    if (witness === null || typeof signature !== 'string') return null;
    const bytes = bytesOfBase64(signature);
    const at = bytes === null ? null : await cosignedAt({ text, signatures: [{ signer: witness.name, signature: bytes }] }, witness);
    if (at === null || keys.has(witness.vkey)) return null;
    keys.add(witness.vkey);
    found.push({ name: witness.name, at, line: `— ${witness.name} ${signature}\n` });
  }
  return found;
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
  #policy;
  #digest = NO_ANCHOR;
  /** By size: what the event that records an anchor must say; those before the last recorded one are forgotten. @type {Map<number, Recorded>} */
  #unrecorded = new Map();
  count = 0;
  /** Anchors that are kept outside of the database. */
  keptOutside = 0;
  timeStamps = 0;
  /** Time-stamps that are signed by the certificate they bring. */
  timeStampsSigned = 0;
  /** The size of the last anchor that an event records. */
  recordedTo = 0;
  /** @type {AnchorProven | null} */ last = null;
  /** @type {AnchorProven | null} */ lastTimeStamped = null;
  /** @type {AnchorProven | null} */ lastCosigned = null;
  /** The last anchor that has the quorum of the policy. @type {{ readonly size: number, readonly by: import('./policy.js').Judgement['by'] } | null} */
  quorum = null;

  /** @param {string} tenantId @param {import('./policy.js').Policy | null} policy */
  constructor(tenantId, policy) {
    this.#tenantId = tenantId;
    this.#policy = policy;
  }

  /**
   * Takes the line of an anchor.
   * @param {Line} line
   * @param {{ readonly at: number, readonly root: () => string, readonly key: import('./keys.js').Key | null, readonly heads: number }} log
   *   where it stands: the event before it, the root of the tree, the chain key, the signed heads so far
   * @returns {Promise<AnchorProven | import('./faults.js').Fault>}
   */
  async take(line, { at, root, key, heads }) {
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
    const checked = await checkAnchor(line, { tenantId: this.#tenantId, root: root(), key });
    if ('code' in checked) return checked;
    this.last = checked;
    if (checked.ref !== null) this.keptOutside += 1;
    if (checked.timeStamp !== null) {
      this.timeStamps += 1;
      this.timeStampsSigned += checked.timeStamp.signed ? 1 : 0;
      this.lastTimeStamped = checked;
    }
    if (checked.cosigned.length > 0) this.lastCosigned = checked;
    await this.#hold(checked);
    this.#digest = sha256Hex(recordOf(checked, this.#digest));
    this.#unrecorded.set(to, { anchors: this.count, digest: this.#digest, heads });
    return checked;
  }

  /** Holds an anchor against the policy. @param {AnchorProven} anchor */
  async #hold({ size, checkpoint, cosigned }) {
    const noted = this.#policy === null ? null : parseCheckpoint(checkpoint + cosigned.map(({ line }) => line).join(''));
    if (this.#policy === null || noted === null) return;
    const { met, by } = await judge(this.#policy, noted);
    if (met) this.quorum = { size, by };
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
    if (found.digest !== digest) return fault(`records other anchors up to ${String(to)}, or other references of them, than are there`);
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
    checkpoint_sha256: sha256Hex(checkpoint),
    previous,
    time_stamp_sha256: token === null ? null : sha256Hex(token),
  });
