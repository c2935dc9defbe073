// What can be wrong. A fault is at a seq: the first event that is not, or no longer, as it was. Of several the one with the lowest
// seq is told; at one seq the order is that of `order`, which is that of docs/reference/archive-format.md.
// @ts-check

/**
 * @typedef {'seq' | 'prev_hash' | 'hash_version' | 'payload_hash' | 'event_hash' | 'event_ts' | 'payload' | 'account' | 'posting' | 'key' |
 *   'event_id' | 'shape' | 'organisation' | 'member' | 'interest' | 'intent' | 'hold' | 'reversal' | 'approval' | 'snapshot' | 'trial_balance' | 'as_asked' | 'period' |
 *   'client_signature' | 'as_signed' | 'log_anchored' | 'head' | 'anchor' | 'checkpoint' | 'cosignature' | 'time_stamp' | 'kept_checkpoint' | 'kept_head' | 'archive_head' | 'uncovered' | 'quorum' |
 *   'stored_key' | 'stored_account' | 'stored_balance' | 'stored_postings' | 'end'} FaultCode
 *
 * @typedef {object} Fault
 * @property {number} seq
 * @property {FaultCode} code
 * @property {string} message for a person
 */

/** @type {readonly FaultCode[]} */
export const order = [
  'seq',
  'prev_hash',
  'hash_version',
  'payload_hash',
  'event_hash',
  'event_ts',
  'payload',
  'event_id',
  'shape',
  'organisation',
  'member',
  'account',
  'posting',
  'interest',
  'period',
  'key',
  'client_signature',
  'as_signed',
  'as_asked',
  'intent',
  'hold',
  'reversal',
  'approval',
  'snapshot',
  'trial_balance',
  'log_anchored',
  'head',
  'anchor',
  'checkpoint',
  'cosignature',
  'time_stamp',
  'kept_checkpoint',
  'kept_head',
  'archive_head',
  'uncovered',
  'quorum',
  'stored_key',
  'stored_account',
  'stored_balance',
  'stored_postings',
  'end',
];

/**
 * The one that comes first.
 * @param {Fault | null} a
 * @param {Fault | null} b
 * @returns {Fault | null}
 */
export function earlier(a, b) {
  if (a === null || b === null) return a ?? b;
  const bySeq = a.seq - b.seq || order.indexOf(a.code) - order.indexOf(b.code);
  return bySeq <= 0 ? a : b;
}

/** What was given is no archive of a version that is understood here, or is cut off: nothing can be said of the log. */
export class NotAnArchive extends Error {}

/** What is nested deeper than the engine goes is no archive: the system takes requests of 32 levels. Every other error is what it was. @param {unknown} error */
export const unreadableOf = (error) =>
  error instanceof RangeError && /call stack/i.test(error.message) ? new NotAnArchive('it is nested deeper than can be read') : error;

/** What was given is no pack that can be read. `isPack`: it has the end of one. */
export class NotEvidence extends Error {
  /** @param {string} message @param {boolean} isPack */
  constructor(message, isPack) {
    super(message);
    this.isPack = isPack;
  }
}
