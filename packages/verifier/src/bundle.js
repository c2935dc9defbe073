// A bundle of evidence, checked by nothing but itself: docs/reference/evidence-format.md.
// @ts-check

import { checkEvent } from './block.js';
import { canonicalOf, isCanonical } from './canonical.js';
import { Faulty } from './evidence-fault.js';
import { leadsTo } from './merkle.js';
import { toldOfIntent, toldOfPeriod } from './told.js';
import { signerOf } from './tree-signer.js';

/** @typedef {{ readonly [name: string]: unknown }} Record */
/** @typedef {import('./evidence-fault.js').EvidenceFaultCode} BundleFaultCode */
/** @typedef {{ readonly code: BundleFaultCode, readonly message: string }} BundleFault */

/**
 * @typedef {object} ProvenBundle
 * @property {string} name
 * @property {string} tenantId
 * @property {number} seq of the event that decided
 * @property {number} events
 * @property {string} thumbprint of the key that signed the checkpoint
 */

const VERSION = 1;

/**
 * @param {string} text as it was hashed
 * @param {readonly import('./keys.js').GivenKey[] | null} trusted null: whatever key the bundle brings
 * @returns {Promise<{ readonly proven: ProvenBundle, readonly fault: null } | { readonly proven: null, readonly fault: BundleFault }>}
 */
export async function verifyBundle(text, trusted) {
  try {
    return { proven: await prove(text, trusted), fault: null };
  } catch (error) {
    if (error instanceof Faulty) return { proven: null, fault: { code: error.code, message: error.message } };
    throw error;
  }
}

/** @param {string} text @param {readonly import('./keys.js').GivenKey[] | null} trusted @returns {Promise<ProvenBundle>} */
async function prove(text, trusted) {
  const bundle = parse(text);
  const { format, version, name, tenant_id: tenantId } = bundle;
  if (format !== 'countinghouse-evidence' || version !== VERSION || typeof name !== 'string' || typeof tenantId !== 'string')
    throw new Faulty('bundle', 'it is no bundle of version 1');
  const events = listOf(bundle['events'], 'events');
  const proof = recordOf(bundle['proof'], 'proof');
  const inclusion = listOf(proof['inclusion'], 'inclusion');
  if (events.length === 0 || events.length !== inclusion.length) throw new Faulty('bundle', 'it has not one path for each of its events');
  const { tree_size: size, root_hash: root } = proof;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || typeof root !== 'string') throw new Faulty('bundle', 'it names no tree');
  let lastSeq = 0;
  for (const [i, event] of events.entries()) {
    const leaf = leafOf(event, tenantId);
    const seq = Number(event['seq']);
    if (seq <= lastSeq) throw new Faulty('event', `event ${seq} is out of its order`);
    lastSeq = seq;
    const { seq: ofSeq, leaf_index: index, path } = inclusion[i] ?? {};
    const isPath = Array.isArray(path) && path.every((step) => typeof step === 'string' && /^[0-9a-f]{64}$/.test(step));
    if (ofSeq !== seq || index !== seq - 1 || !isPath || !leadsTo(leaf, { index: seq - 1, size, path, root }))
      throw new Faulty('inclusion', `the path of event ${seq} does not lead to the root`);
  }
  checkTold(bundle, events);
  return {
    name,
    tenantId,
    seq: lastSeq,
    events: events.length,
    thumbprint: await signerOf(proof['checkpoint'], proof['public_jwk'], { tenantId, size, root }, trusted),
  };
}

/** @param {string} text @returns {Record} */
function parse(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Faulty('bundle', 'it is not JSON');
  }
  if (!isCanonical(text, value)) throw new Faulty('bundle', 'it is not canonical');
  return recordOf(value, 'bundle');
}

/** @param {unknown} value @param {string} what @returns {Record} */
function recordOf(value, what) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Faulty('bundle', `${what} is no object`);
  return /** @type {Record} */ (value);
}

/** @param {unknown} value @param {string} what @returns {readonly Record[]} */
function listOf(value, what) {
  if (!Array.isArray(value)) throw new Faulty('bundle', `${what} is no list`);
  return value.map((member) => recordOf(member, what));
}

/** The leaf of an event that hashes to what it says. @param {Record} event @param {string} tenantId @returns {Uint8Array} */
function leafOf(event, tenantId) {
  const { leaf, why } = checkEvent(event, tenantId);
  if (leaf === null) throw new Faulty('event', why);
  return leaf;
}

/** What stands beside the events is what they say. @param {Record} bundle @param {readonly Record[]} events */
function checkTold(bundle, events) {
  const said = bundle['kind'] === 'intent' ? toldOfIntent(events) : bundle['kind'] === 'period' ? toldOfPeriod(events) : null;
  if (said === null) throw new Faulty('told', 'kind is not what the last event decided');
  for (const [member, value] of Object.entries(said))
    if (textOf(bundle[member]) !== textOf(value)) throw new Faulty('told', `${member} is not what the events say`);
}

/** Without the members that are not there. @param {unknown} value */
const textOf = (value) => (value === undefined ? undefined : canonicalOf(JSON.parse(JSON.stringify(value))));
