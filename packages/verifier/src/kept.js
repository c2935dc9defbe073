// What the auditor kept from before: checkpoints and signed heads of this log. The log must have grown from each of them.
// @ts-check

import { areEqual } from './bytes.js';
import { originOf } from './checkpoint.js';
import { NotAnArchive } from './faults.js';
import { leafHash } from './merkle.js';

/** @typedef {import('./faults.js').Fault} Fault */

/**
 * @typedef {object} KeptHead
 * @property {string} tenantId
 * @property {number} seq
 * @property {string} hash
 */

const FORMAT = 'countinghouse-high-water-mark';

/**
 * A signed head as `--save-anchors` and the system's high-water marks have it; null for what is none.
 * @param {string} text
 * @returns {KeptHead | null}
 */
export function parseKeptHead(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { format, version, tenant_id: tenantId, seq, event_hash: hash } = value ?? {};
  if (format !== FORMAT || version !== 1 || typeof tenantId !== 'string' || !Number.isSafeInteger(seq) || seq < 1) return null;
  return typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? { tenantId, seq, hash } : null;
}

/** @param {string} tenantId @param {import('./heads.js').SignedHead} head */
export const keptHeadText = (tenantId, { seq, hash, ts, kid, signature }) =>
  `${JSON.stringify({ format: FORMAT, version: 1, tenant_id: tenantId, seq, event_hash: hash, event_ts: ts, kid, signature })}\n`;

export class Kept {
  #waiting;
  /** The last event of what the log contains. */
  #containedTo = 0;
  /** Checkpoints that the log contains. @type {{ readonly size: number, readonly root: string }[]} */ found = [];
  /** Signed heads that the log contains, by their seq. @type {number[]} */ foundHeads = [];

  /**
   * Throws NotAnArchive where one is of another log.
   * @param {string} tenantId
   * @param {readonly import('./checkpoint.js').Checkpoint[]} checkpoints
   * @param {readonly KeptHead[]} heads
   */
  constructor(tenantId, checkpoints, heads) {
    if (checkpoints.some((checkpoint) => checkpoint.origin !== originOf(tenantId)) || heads.some((head) => head.tenantId !== tenantId))
      throw new NotAnArchive('a checkpoint or signed head that was given is of another log');
    this.#waiting = [
      ...checkpoints.map(({ size, root }) => ({ size, root, leaf: null })),
      ...heads.map(({ seq, hash }) => ({ size: seq, root: null, leaf: leafHash(hash) })),
    ].sort((a, b) => a.size - b.size);
  }

  /**
   * Takes the next event: the tree has this size with it.
   * @param {number} size
   * @param {Uint8Array} leaves
   * @param {number} at where its leaf begins
   * @param {() => string} root
   * @returns {Fault | null}
   */
  take(size, leaves, at, root) {
    for (let kept = this.#waiting[0]; kept?.size === size; kept = this.#waiting[0]) {
      this.#waiting.shift();
      const from = this.#containedTo + 1;
      if (kept.root === null ? !areEqual(kept.leaf, leaves.subarray(at, at + kept.leaf.length)) : kept.root !== root())
        return differing(kept.root, from, size);
      if (kept.root === null) this.foundHeads.push(size);
      else this.found.push({ size, root: kept.root });
      this.#containedTo = size;
    }
    return null;
  }

  /** What the log does not reach. @param {number} end the last event @returns {Fault | null} */
  missed(end) {
    const [kept] = this.#waiting;
    if (kept === undefined) return null;
    const [code, what] =
      kept.root === null
        ? /** @type {const} */ (['kept_head', `the signed head of event ${kept.size} was kept`])
        : /** @type {const} */ (['kept_checkpoint', `a checkpoint was kept over events 1 to ${kept.size}`]);
    return { seq: end + 1, code, message: `the archive is of an older log: ${what}, it ends with event ${end}` };
  }
}

/** @type {(root: string | null, from: number, to: number) => Fault} */
function differing(root, from, to) {
  const what = `an event from ${from} to ${to} was replaced since`;
  return root === null
    ? { seq: from, code: 'kept_head', message: `the signed head kept of event ${to} is of another log: ${what}` }
    : { seq: from, code: 'kept_checkpoint', message: `the checkpoint kept over events 1 to ${to} is of another log: ${what}` };
}
