// What the page shows of a block: its postings in columns, and the few events that tell of accounts, approvals and rights.
// @ts-check

import { postedE8 } from '../src/amounts.js';
import { rightTypes } from './rights.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** An event that is kept as it is, but for what nobody looks at. @typedef {{ readonly seq: number, readonly ts: string, readonly type: string, readonly actorId: string, readonly payload: Line }} Fact */

/**
 * A row a posting. Amounts are in two limbs, of 10⁻⁸ units: high · 10¹⁴ + low.
 * @typedef {object} BlockIndex
 * @property {number} firstSeq 0: there is no event
 * @property {Float64Array} seq
 * @property {Float64Array} bookedMs since 1970
 * @property {Uint32Array} valueDate as 20260131
 * @property {Uint32Array} debit place in `accounts`
 * @property {Uint32Array} credit the same
 * @property {Float64Array} high
 * @property {Float64Array} low
 * @property {readonly string[]} accounts ids
 * @property {string} narratives a line each
 * @property {readonly Fact[]} facts
 */

export const LIMB = 10n ** 14n;

const kept = new Set([
  'tenant.created',
  'gl_account.created',
  'account.created',
  'approval.requested',
  'approval.approved',
  'approval.rejected',
  ...rightTypes,
]);

/** @param {string} date of the form 2026-01-31 */
export const dayNumber = (date) => Number(date.replaceAll('-', ''));

export class BlockIndexer {
  #firstSeq = 0;
  /** @type {number[]} */ #seq = [];
  /** @type {number[]} */ #bookedMs = [];
  /** @type {number[]} */ #valueDate = [];
  /** @type {number[]} */ #debit = [];
  /** @type {number[]} */ #credit = [];
  /** @type {number[]} */ #high = [];
  /** @type {number[]} */ #low = [];
  /** @type {string[]} */ #narratives = [];
  /** @type {Map<string, number>} */ #accounts = new Map();
  /** @type {Fact[]} */ #facts = [];

  /** @type {NonNullable<Parameters<typeof import('../src/block.js').checkBlock>[2]>} */
  take = (event, seq, payload) => {
    if (this.#firstSeq === 0) this.#firstSeq = seq;
    const type = event['event_type'];
    if (type === 'intent.executed') this.#takeRows(event['event_ts'], seq, payload);
    const fact = factOf(type, payload);
    if (fact !== null) this.#facts.push({ seq, ts: event['event_ts'], type, actorId: event['actor_id'], payload: fact });
  };

  /** @param {string} ts @param {number} seq @param {Line} payload */
  #takeRows(ts, seq, payload) {
    const bookedMs = Date.parse(ts);
    for (const row of /** @type {readonly Line[]} */ (payload['rows'])) {
      const amountE8 = postedE8(row['amount']) ?? 0n;
      this.#seq.push(seq);
      this.#bookedMs.push(bookedMs);
      this.#valueDate.push(dayNumber(String(row['value_date'])));
      this.#debit.push(this.#placeOf(String(row['debit_account_id'])));
      this.#credit.push(this.#placeOf(String(row['credit_account_id'])));
      this.#high.push(Number(amountE8 / LIMB));
      this.#low.push(Number(amountE8 % LIMB));
      this.#narratives.push(String(row['narrative']).replaceAll('\n', ' '));
    }
  }

  /** @param {string} id */
  #placeOf(id) {
    const place = this.#accounts.get(id) ?? this.#accounts.size;
    this.#accounts.set(id, place);
    return place;
  }

  /** @returns {BlockIndex} */
  index() {
    return {
      firstSeq: this.#firstSeq,
      seq: Float64Array.from(this.#seq),
      bookedMs: Float64Array.from(this.#bookedMs),
      valueDate: Uint32Array.from(this.#valueDate),
      debit: Uint32Array.from(this.#debit),
      credit: Uint32Array.from(this.#credit),
      high: Float64Array.from(this.#high),
      low: Float64Array.from(this.#low),
      accounts: [...this.#accounts.keys()],
      narratives: this.#narratives.join('\n'),
      facts: this.#facts,
    };
  }
}

/** What is kept of an event; null for nothing. @param {string} type @param {Line} payload @returns {Line | null} */
function factOf(type, payload) {
  if (type === 'intent.proposed') {
    const { payload: _payload, ...approval } = /** @type {Line} */ (payload['approval']);
    return { ...approval, intent_id: payload['intent_id'] };
  }
  if (type === 'intent.executed' && payload['approval_id'] !== undefined)
    return { intent_id: payload['intent_id'], approval_id: payload['approval_id'] };
  return kept.has(type) ? payload : null;
}
