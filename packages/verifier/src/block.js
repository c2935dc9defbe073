// What can be said of a run of lines without knowing those before it: each event hashes to what it says, follows the one before
// it in the run, has a canonical payload and sane postings. What needs more is handed on: sums, keys, accounts, signatures.
// Runs in as many threads as there are; which block is where changes nothing.
// @ts-check

import { hash } from 'node:crypto';
import { areAsAsked, digestOfRows, rowsOf } from './asked.js';
import { canonicalOf, isCanonical } from './canonical.js';
import { NotAnArchive } from './faults.js';
import { KEY_BYTES, keyOf } from './id-table.js';
import { linesOf, parseObject } from './lines.js';
import { checkLink, hashOf, notLater } from './link.js';
import { leafHash } from './merkle.js';
import { shapeFault } from './shapes.js';
import { PostedSums } from './sums.js';

/** @typedef {{ readonly [name: string]: unknown }} Record */
/** @typedef {import('./link.js').Position} Position */

/**
 * What a line, or an event, says to whoever knows what came before.
 * @typedef {({ readonly is: 'line', readonly line: Record } |
 *   { readonly is: 'key', readonly seq: number, readonly payload: Record } |
 *   { readonly is: 'key-ends', readonly seq: number, readonly kid: string } |
 *   { readonly is: 'account', readonly seq: number, readonly payload: Record } |
 *   { readonly is: 'name', readonly name: string } |
 *   { readonly is: 'claim', readonly claim: import('./claims.js').Claim } |
 *   { readonly is: 'account-state', readonly seq: number, readonly id: string, readonly open: boolean } |
 *   { readonly is: 'anchored', readonly seq: number, readonly payload: Record } |
 *   { readonly is: 'sums', readonly sums: import('./sums.js').Sums } |
 *   { readonly is: 'signed', readonly seq: number, readonly jws: string, readonly text: string, readonly payload: Record }
 * ) & { readonly at: number, readonly after: Position | null }} Item `at`: events of the block before it; `after`: the last of them
 */

/**
 * A decision on an intent; what stands for its id, its rows and what its client signed are sixteen bytes each.
 * @typedef {object} Decided
 * @property {number} seq
 * @property {'intent.proposed' | 'intent.executed' | 'intent.rejected'} type
 * @property {Uint8Array} intentId
 * @property {Uint8Array} rows
 * @property {Uint8Array | null} signed
 */

/**
 * A code that a request names an account by.
 * @typedef {object} Named
 * @property {string} asked
 * @property {string} id the account that was posted to
 * @property {number} seq the first that does
 * @property {'as_signed' | 'as_asked'} code
 */

/**
 * @typedef {object} Block
 * @property {number} lines
 * @property {readonly Item[]} items
 * @property {{ readonly seq: number, readonly prevHash: string, readonly ts: string } | null} first the first event, to be linked to the one before the block
 * @property {Position | null} last
 * @property {Uint8Array} leaves 32 bytes an event
 * @property {import('./sums.js').Sums} sums what was posted since the last item of sums
 * @property {Uint8Array} eventIds sixteen bytes an event
 * @property {readonly Decided[]} decided
 * @property {readonly Named[]} named
 * @property {number} intents executed ones
 * @property {number} unsigned events without a client's signature
 * @property {import('./faults.js').Fault | null} contradiction the first thing that an event says and that cannot be; of what follows only the chain was looked at
 * @property {import('./faults.js').Fault | null} fault the first one of the chain; nothing after it was looked at
 * @property {{ readonly line: number, readonly why: string } | null} unreadable from 1, within the block
 */

/** Events that are held against what came before them; of executed intents those that say more than their rows. */
const claims = new Set([
  'intent.proposed',
  'intent.validated',
  'approval.requested',
  'approval.approved',
  'approval.rejected',
  'hold.expired',
  'snapshot.taken',
  'period.locked',
  'period.reopened',
]);
const changesWhatMayBePosted = new Set(['account.closed', 'account.reopened', 'period.locked', 'period.reopened']);
const NOTHING = new Uint8Array(KEY_BYTES);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const HEX = /^[0-9a-f]{64}$/;
const LEAF_BYTES = 32;
const EVENT_TEXTS = ['event_id', 'event_type', 'event_ts', 'actor_id', 'payload', 'payload_hash', 'prev_hash', 'event_hash'];

/**
 * @param {Uint8Array} bytes whole lines
 * @param {string} tenantId
 * @returns {Block}
 */
export function checkBlock(bytes, tenantId) {
  const work = new BlockCheck(tenantId);
  let line = 0;
  try {
    const lines = linesOf(bytes);
    const rest = lines.pop();
    for (const text of rest === '' ? lines : [...lines, String(rest)]) {
      line += 1;
      if (!work.take(text)) return work.summary(line, null);
    }
    if (rest !== '') throw new NotAnArchive('the last line does not end');
    return work.summary(line, null);
  } catch (error) {
    if (!(error instanceof NotAnArchive)) throw error;
    return work.summary(line, { line: Math.max(line, 1), why: error.message });
  }
}

class BlockCheck {
  #tenantId;
  /** @type {Item[]} */ #items = [];
  /** @type {Block['first']} */ #first = null;
  /** @type {Position | null} */ #last = null;
  /** @type {Uint8Array[]} */ #leaves = [];
  #sums = new PostedSums();
  /** @type {Uint8Array[]} */ #eventIds = [];
  /** @type {Decided[]} */ #decided = [];
  /** @type {Map<string, Named>} */ #named = new Map();
  /** @type {import('./faults.js').Fault | null} */ #fault = null;
  /** @type {import('./faults.js').Fault | null} */ #contradiction = null;
  #intents = 0;
  #unsigned = 0;

  /** @param {string} tenantId */
  constructor(tenantId) {
    this.#tenantId = tenantId;
  }

  /**
   * Answers false once there is a fault.
   * @param {string} text
   */
  take(text) {
    const line = parseObject(text, 'the line');
    if (line['kind'] === 'event') this.#takeEvent(line);
    else if (this.#contradiction === null) this.#add({ is: 'line', line });
    return this.#fault === null;
  }

  /**
   * @param {number} lines
   * @param {Block['unreadable']} unreadable
   * @returns {Block}
   */
  summary(lines, unreadable) {
    const leaves = new Uint8Array(this.#leaves.length * LEAF_BYTES);
    for (let i = 0; i < this.#leaves.length; i++) leaves.set(/** @type {Uint8Array} */ (this.#leaves[i]), i * LEAF_BYTES);
    return {
      lines,
      items: this.#items,
      first: this.#first,
      last: this.#last,
      leaves,
      sums: this.#sums.take(),
      eventIds: Buffer.concat(this.#eventIds),
      decided: this.#decided,
      named: [...this.#named.values()],
      intents: this.#intents,
      unsigned: this.#unsigned,
      contradiction: this.#contradiction,
      fault: this.#fault,
      unreadable,
    };
  }

  /** @param {number} seq @param {import('./faults.js').FaultCode} code @param {string} message */
  #contradict(seq, code, message) {
    this.#contradiction ??= { seq, code, message };
  }

  /** @param {Item extends infer I ? I extends unknown ? Omit<I, 'at' | 'after'> : never : never} item */
  #add(item, before = 0) {
    this.#items.push(/** @type {Item} */ ({ ...item, at: this.#leaves.length - before, after: this.#last }));
  }

  /** @param {number} seq @param {import('./faults.js').FaultCode} code @param {string} message */
  #fail(seq, code, message) {
    this.#fault ??= { seq, code, message };
  }

  /** @param {Record} e */
  #takeEvent(e) {
    const { seq, signature, hash_version: version } = e;
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) throw new NotAnArchive('an event has no seq');
    if (EVENT_TEXTS.some((name) => typeof e[name] !== 'string'))
      throw new NotAnArchive(`event ${seq} lacks a member, or has one of another type`);
    if (signature !== null && typeof signature !== 'string')
      throw new NotAnArchive(`the signature of event ${seq} is neither text nor null`);
    const event = /** @type {Readonly<globalThis.Record<string, string>>} */ (e);
    const {
      event_ts: ts = '',
      payload: text = '',
      payload_hash: payloadHash,
      prev_hash: prevHash = '',
      event_hash: eventHash = '',
    } = event;
    if (this.#last === null) this.#first = { seq, prevHash, ts };
    else {
      const fault = checkLink(this.#last, { seq, prevHash, ts: null });
      if (fault !== null) this.#fault ??= fault;
    }
    if (version !== 1) this.#fail(seq, 'hash_version', `event ${seq} is hashed in a way (${String(version)}) that is not understood here`);
    if (hash('sha256', text) !== payloadHash) this.#fail(seq, 'payload_hash', `the payload of event ${seq} is not the one that was hashed`);
    if (hashOf(event, seq, signature, this.#tenantId) !== eventHash || !HEX.test(eventHash))
      this.#fail(seq, 'event_hash', `a member of event ${seq} is not as it was when it was hashed`);
    if (!TS.test(ts)) this.#fail(seq, 'event_ts', `the time of event ${seq} is not one`);
    else if (this.#last !== null && ts <= this.#last.ts) this.#fail(seq, 'event_ts', notLater(seq));
    if (this.#fault !== null) return;
    const payload = parsePayload(text);
    if (payload === null) return this.#fail(seq, 'payload', `the payload of event ${seq} is not a canonical JSON object`);
    this.#last = { seq, hash: eventHash, ts };
    if (this.#contradiction !== null) return;
    this.#leaves.push(leafHash(eventHash));
    const type = event['event_type'] ?? '';
    this.#eventIds.push(idBytes(event['event_id'] ?? ''));
    const odd = shapeFault(type, payload);
    if (odd !== null)
      return this.#contradict(
        seq,
        'shape',
        odd === 'unknown' ? `there is no event of the type ${type}` : `event ${seq} has not the shape of its type`,
      );
    this.#takePayload(seq, type, payload, signature);
    this.#takeClaims({ seq, type, actorId: event['actor_id'] ?? '', prevHash, payload }, signature);
  }

  /** @param {import('./claims.js').Claim} claim @param {string | null} signature */
  #takeClaims(claim, signature) {
    const { seq, type, payload } = claim;
    if (changesWhatMayBePosted.has(type)) {
      // What was posted before is held against how things stood then.
      this.#add({ is: 'sums', sums: this.#sums.take() });
    }
    if (type === 'account.closed' || type === 'account.reopened')
      this.#add({ is: 'account-state', seq, id: String(payload['id']), open: type === 'account.reopened' });
    else if (type === 'log.anchored') this.#add({ is: 'anchored', seq, payload });
    // A snapshot is of the log before it.
    else if (claims.has(type)) this.#add({ is: 'claim', claim }, type === 'snapshot.taken' ? 1 : 0);
    if (type !== 'intent.proposed' && type !== 'intent.executed' && type !== 'intent.rejected') return;
    const rows = rowsOf(payload);
    const isExecuted = type === 'intent.executed';
    if (isExecuted && (payload['hold'] ?? payload['reverses'] ?? payload['approval_id']) !== undefined) this.#add({ is: 'claim', claim });
    const request = recordOf(payload['request']);
    this.#decided.push({
      seq,
      type,
      intentId: keyOf(String(payload['intent_id'])),
      rows: isExecuted ? digestOfRows(rows) : NOTHING,
      signed: signature === null || !isExecuted ? null : keyOf(signedText(request)),
    });
    if (type !== 'intent.rejected') this.#takeAsked(seq, payload, request, rows, signature === null ? 'as_asked' : 'as_signed');
  }

  /** @param {number} seq @param {Record} payload @param {Record} request @param {readonly Record[]} rows @param {'as_signed' | 'as_asked'} code */
  #takeAsked(seq, payload, request, rows, code) {
    const { tenant_id: tenantId, intent_id: intentId } = request;
    if (tenantId !== undefined && String(tenantId).toLowerCase() !== this.#tenantId)
      return this.#contradict(seq, code, `event ${seq} is of a request to another organisation`);
    if (intentId !== undefined && intentId !== payload['intent_id'])
      return this.#contradict(seq, code, `event ${seq} is of a request for another intent`);
    const isAsked = areAsAsked(request, rows, (asked, id) => {
      const key = `${asked} ${id}`;
      if (!this.#named.has(key)) this.#named.set(key, { asked, id, seq, code });
    });
    if (!isAsked) this.#contradict(seq, code, `event ${seq}: what was posted is not what was asked for`);
  }

  /** @param {number} seq @param {string} type @param {Record} payload @param {string | null} signature */
  #takePayload(seq, type, payload, signature) {
    if (type.startsWith('key.') && payload['public_jwk'] !== undefined) this.#add({ is: 'key', seq, payload });
    else if (type.startsWith('key.') && typeof payload['kid'] === 'string') this.#add({ is: 'key-ends', seq, kid: payload['kid'] });
    else if (type === 'account.created') this.#add({ is: 'account', seq, payload });
    else if ((type === 'tenant.created' || type === 'tenant.renamed') && typeof payload['name'] === 'string')
      this.#add({ is: 'name', name: payload['name'] });
    else if (type === 'intent.executed') {
      this.#intents += 1;
      const odd = this.#sums.post(seq, payload['rows']);
      if (odd !== null) this.#contradict(seq, 'posting', odd);
    }
    // A rejected intent keeps what it was sent with, whether or not it holds.
    if (signature === null) this.#unsigned += 1;
    else if (type !== 'intent.rejected') this.#takeSigned(seq, signature, payload);
  }

  /** @param {number} seq @param {string} jws @param {Record} payload */
  #takeSigned(seq, jws, payload) {
    const { request } = payload;
    if (request === null || typeof request !== 'object' || Array.isArray(request)) return;
    this.#add({ is: 'signed', seq, jws, text: signedText(/** @type {Record} */ (request)), payload });
  }
}

/** Null where it is not canonical, or no object. @type {(text: string) => Record | null} */
function parsePayload(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) && isCanonical(text, value) ? value : null;
  } catch {
    return null;
  }
}

/** The sixteen bytes of an id; of what is no UUID, some that stand for it. @param {string} id */
const idBytes = (id) => (UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : keyOf(id));

/** @param {unknown} value @returns {Record} */
const recordOf = (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? /** @type {Record} */ (value) : {});

/** What a client signs of its request. @param {Record} request */
function signedText(request) {
  const { signature: _signature, ...signed } = request;
  return canonicalOf(signed);
}
