// What can be said of a run of lines without knowing those before it: each event hashes to what it says, follows the one before
// it in the run, has a canonical payload and sane postings. What needs more is handed on: sums, keys, accounts, signatures.
// Runs in as many threads as there are; which block is where changes nothing.
// @ts-check

import { hasSha256 } from '#platform';
import { areAsAsked, NamesTold, otherThanAsked, rowsOf, textOfRows } from './asked.js';
import { inOnePiece, Records, utf8 } from './bytes.js';
import { canonicalOf, isCanonical } from './canonical.js';
import { APPROVED, Decisions, FINAL, stageOf } from './decisions.js';
import { NotAnArchive, unreadableOf } from './faults.js';
import { KEY_BYTES, writeIdKey } from './id-table.js';
import { interestFault } from './interest.js';
import { linesOf, objectOf, parseLine } from './lines.js';
import { checkLink, hashesTo, notLater } from './link.js';
import { writeLeafHash } from './merkle.js';
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
 *   { readonly is: 'account-mapped', readonly seq: number, readonly id: string, readonly glAccountId: string } |
 *   { readonly is: 'anchored', readonly seq: number, readonly payload: Record } |
 *   { readonly is: 'sums', readonly sums: import('./sums.js').Sums } |
 *   { readonly is: 'signed', readonly seq: number, readonly jws: string, readonly text: string, readonly payload: Record }
 * ) & { readonly at: number, readonly after: Position | null }} Item `at`: events of the block before it; `after`: the last of them
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
 * @property {import('./decisions.js').Decided} decided decisions on intents
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
  'period.closing',
  'period.locked',
  'period.published',
  'period.reopened',
  'gl_account.created',
  'gl_account.changed',
  'gl_account.deleted',
  'member.added',
  'member.role_changed',
  'member.removed',
  'entity_member.set',
  'entity_member.removed',
  'tenant.deactivated',
  'tenant.reactivated',
  'tenant.archived',
  'ledger.broken',
  'ledger.mended',
  'year.closed',
  'year.reopened',
  'period.revalued',
]);
const changesWhatMayBePosted = new Set([
  'account.closed',
  'account.reopened',
  'account.remapped',
  'period.locked',
  'period.reopened',
  'tenant.deactivated',
  'tenant.reactivated',
  'tenant.archived',
  'ledger.broken',
  'ledger.mended',
]);
const HASH_BYTES = 32;
/** Its form and its ranges; what a month has of days is up to 31. */
const TS = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;
const EVENT_TEXTS = ['event_id', 'event_type', 'event_ts', 'actor_id', 'payload', 'payload_hash', 'prev_hash', 'event_hash'];

/** What of a block is handed from thread to thread without a copy: its columns, and those of its sums, lie in one piece each. @param {Block} block */
export const flatOf = ({ leaves, sums }) => [leaves, sums.rows].map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer));

/**
 * @param {Uint8Array} bytes whole lines
 * @param {string} tenantId
 * @param {(event: Readonly<globalThis.Record<string, string>>, seq: number, payload: Record) => void} [onEvent] called for each that contradicts nothing by itself
 * @param {NamesTold} [told] names that blocks before this one of the same log were found to have: they are not told once more
 * @returns {Block}
 */
export function checkBlock(bytes, tenantId, onEvent = () => {}, told = new NamesTold()) {
  const work = new BlockCheck(tenantId, onEvent, told);
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
    const unreadable = unreadableOf(error);
    if (!(unreadable instanceof NotAnArchive)) throw error;
    return work.summary(line, { line: Math.max(line, 1), why: unreadable.message });
  }
}

/**
 * An event by itself, with the members of an archive's line, whatever kind it says that it is of: its leaf, or why it does not hash to what it says.
 * @param {Record} event
 * @param {string} tenantId
 * @returns {{ readonly leaf: Uint8Array, readonly why: null } | { readonly leaf: null, readonly why: string }}
 */
export function checkEvent(event, tenantId) {
  const { fault, unreadable, leaves } = checkBlock(utf8(`${JSON.stringify({ ...event, kind: 'event' })}\n`), tenantId);
  const why = fault?.message ?? unreadable?.why ?? null;
  return why === null ? { leaf: leaves, why } : { leaf: null, why };
}

class BlockCheck {
  #tenantId;
  #onEvent;
  /** @type {Item[]} */ #items = [];
  /** @type {Block['first']} */ #first = null;
  /** @type {Position | null} */ #last = null;
  #leaves = new Records(HASH_BYTES);
  #sums = new PostedSums();
  #eventIds = new Records(KEY_BYTES);
  #decided = new Decisions();
  #told;
  /** @type {Named[]} */ #named = [];
  /** @type {import('./faults.js').Fault | null} */ #fault = null;
  /** @type {import('./faults.js').Fault | null} */ #contradiction = null;
  #intents = 0;
  #unsigned = 0;

  /** @param {string} tenantId @param {NonNullable<Parameters<typeof checkBlock>[2]>} onEvent @param {NamesTold} told */
  constructor(tenantId, onEvent, told) {
    this.#told = told;
    this.#tenantId = tenantId;
    this.#onEvent = onEvent;
  }

  /**
   * Answers false once there is a fault.
   * @param {string} text
   */
  take(text) {
    const { line, payload } = parseLine(text);
    if (line['kind'] === 'event') this.#takeEvent(line, payload);
    else if (this.#contradiction === null) this.#add({ is: 'line', line });
    return this.#fault === null;
  }

  /**
   * @param {number} lines
   * @param {Block['unreadable']} unreadable
   * @returns {Block}
   */
  summary(lines, unreadable) {
    const { leaves, eventIds, ...decided } = inOnePiece({
      leaves: this.#leaves.whole(),
      eventIds: this.#eventIds.whole(),
      ...this.#decided.whole(),
    });
    return {
      lines,
      items: this.#items,
      first: this.#first,
      last: this.#last,
      leaves,
      sums: this.#sums.take(),
      eventIds,
      decided,
      named: this.#named,
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
    this.#items.push(/** @type {Item} */ ({ ...item, at: this.#leaves.count - before, after: this.#last }));
  }

  /** @param {number} seq @param {import('./faults.js').FaultCode} code @param {string} message */
  #fail(seq, code, message) {
    this.#fault ??= { seq, code, message };
  }

  /** @param {Record} e @param {Record | null} read its payload, where it is known to be canonical */
  #takeEvent(e, read) {
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
      payload_hash: payloadHash = '',
      prev_hash: prevHash = '',
      event_hash: eventHash = '',
    } = event;
    if (this.#last === null) this.#first = { seq, prevHash, ts };
    else {
      const fault = checkLink(this.#last, { seq, prevHash, ts: null });
      if (fault !== null) this.#fault ??= fault;
    }
    if (version !== 1) this.#fail(seq, 'hash_version', `event ${seq} is hashed in a way (${String(version)}) that is not understood here`);
    if (!hasSha256(text, payloadHash)) this.#fail(seq, 'payload_hash', `the payload of event ${seq} is not the one that was hashed`);
    if (!hashesTo(eventHash, event, seq, signature, this.#tenantId, read === null ? undefined : quotePlain))
      this.#fail(seq, 'event_hash', `a member of event ${seq} is not as it was when it was hashed`);
    if (!TS.test(ts)) this.#fail(seq, 'event_ts', `the time of event ${seq} is not one`);
    else if (this.#last !== null && ts <= this.#last.ts) this.#fail(seq, 'event_ts', notLater(seq));
    if (this.#fault !== null) return;
    const payload = read ?? canonicalObject(text);
    if (payload === null) return this.#fail(seq, 'payload', `the payload of event ${seq} is not a canonical JSON object`);
    this.#last = { seq, hash: eventHash, ts };
    if (this.#contradiction !== null) return;
    const leaf = this.#leaves.next();
    writeLeafHash(leaf.bytes, leaf.at, eventHash);
    const type = event['event_type'] ?? '';
    const id = this.#eventIds.next();
    writeIdKey(id.bytes, id.at, event['event_id'] ?? '');
    const odd = shapeFault(type, payload);
    if (odd !== null)
      return this.#contradict(
        seq,
        'shape',
        odd === 'unknown' ? `there is no event of the type ${type}` : `event ${seq} has not the shape of its type`,
      );
    this.#takePayload(seq, type, payload, signature);
    this.#takeClaims({ seq, type, ts, actorId: event['actor_id'] ?? '', prevHash, payload }, signature);
    if (this.#contradiction === null) this.#onEvent(event, seq, payload);
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
    else if (type === 'account.remapped')
      this.#add({ is: 'account-mapped', seq, id: String(payload['id']), glAccountId: String(payload['gl_account_id']) });
    else if (type === 'log.anchored') this.#add({ is: 'anchored', seq, payload });
    // A snapshot is of the log before it.
    else if (claims.has(type)) this.#add({ is: 'claim', claim }, type === 'snapshot.taken' ? 1 : 0);
    const stage = stageOf[type];
    if (stage === undefined) return;
    const rows = rowsOf(payload);
    const isExecuted = type === 'intent.executed';
    if (isExecuted && (payload['hold'] ?? payload['reverses'] ?? payload['approval_id']) !== undefined) this.#add({ is: 'claim', claim });
    const request = recordOf(payload['request']);
    const signed = signature !== null && isExecuted ? signedText(request) : null;
    const isApproved = isExecuted && payload['approval_id'] !== undefined;
    const isFinal = isExecuted && (payload['reverses'] ?? payload['interest']) !== undefined;
    this.#decided.add(
      seq,
      stage | (isApproved ? APPROVED : 0) | (isFinal ? FINAL : 0),
      String(payload['intent_id']),
      isExecuted ? textOfRows(rows) : null,
      signed,
    );
    if (type !== 'intent.rejected') this.#takeAsked(seq, payload, request, rows, signature === null ? 'as_asked' : 'as_signed');
  }

  /** @param {number} seq @param {Record} payload @param {Record} request @param {readonly Record[]} rows @param {'as_signed' | 'as_asked'} code */
  #takeAsked(seq, payload, request, rows, code) {
    const { tenant_id: tenantId, intent_id: intentId } = request;
    if (tenantId !== undefined && (typeof tenantId !== 'string' || tenantId.toLowerCase() !== this.#tenantId))
      return this.#contradict(seq, code, `event ${seq} is of a request to another organisation`);
    if (intentId !== undefined && intentId !== payload['intent_id'])
      return this.#contradict(seq, code, `event ${seq} is of a request for another intent`);
    const other = otherThanAsked(request, payload, rows, code === 'as_signed');
    if (other !== null) return this.#contradict(seq, code, `event ${seq} ${other}`);
    const isAsked = areAsAsked(request, rows, (asked, id) => {
      if (this.#told.isNew(asked, id)) this.#named.push({ asked, id, seq, code });
    });
    if (!isAsked) this.#contradict(seq, code, `event ${seq}: what was posted is not what was asked for`);
  }

  /** @param {number} seq @param {string} type @param {Record} payload @param {string | null} signature */
  #takePayload(seq, type, payload, signature) {
    if (type === 'tenant.created' && seq > 1) this.#contradict(seq, 'organisation', `event ${seq} begins an organisation that is there`);
    if (type.startsWith('key.') && payload['public_jwk'] !== undefined) this.#add({ is: 'key', seq, payload });
    else if (type.startsWith('key.') && typeof payload['kid'] === 'string') this.#add({ is: 'key-ends', seq, kid: payload['kid'] });
    else if (type === 'account.created') this.#add({ is: 'account', seq, payload });
    else if ((type === 'tenant.created' || type === 'tenant.renamed') && typeof payload['name'] === 'string')
      this.#add({ is: 'name', name: payload['name'] });
    else if (type === 'intent.executed') {
      this.#intents += 1;
      const odd = this.#sums.post(seq, payload['rows']);
      if (odd !== null) this.#contradict(seq, 'posting', odd);
      const wrong = payload['interest'] === undefined ? null : interestFault(payload, rowsOf(payload));
      if (wrong !== null) this.#contradict(seq, 'interest', `event ${seq} ${wrong}`);
    }
    if (signature === null) {
      this.#unsigned += 1;
      // Of what was approved the proposal has the signature.
      if (type === 'intent.executed' && recordOf(payload['checks'])['signature'] === 'verified' && payload['approval_id'] === undefined)
        this.#contradict(seq, 'client_signature', `event ${seq} says that its client signed, and has no signature`);
    }
    // A rejected intent keeps what it was sent with, whether or not it holds.
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
function canonicalObject(text) {
  const value = objectOf(text);
  return value !== null && isCanonical(text, value) ? value : null;
}

/** Of a text that needs no escape. @param {string} text */
const quotePlain = (text) => `"${text}"`;

/** @param {unknown} value @returns {Record} */
const recordOf = (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? /** @type {Record} */ (value) : {});

/** What a client signs of its request. @param {Record} request */
function signedText(request) {
  const { signature: _signature, ...signed } = request;
  return canonicalOf(signed);
}
