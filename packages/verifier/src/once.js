// What a log may say once: an event comes once, an intent is decided once, what its client signed is posted once, and what was posted is taken
// back once, by its mirror. All that is said is noted while the log is read, and gone through id by id when that is over.
// @ts-check

import { ById } from './by-id.js';
import { APPROVED, FINAL, KEYS_BYTES, stageOf } from './decisions.js';
import { earlier } from './faults.js';
import { IdTable, KEY_BYTES, writeIdKey } from './id-table.js';

/** @typedef {import('./faults.js').Fault} Fault */
/** @typedef {ReturnType<ById['next']>} Place */

/** An event, and what became of an intent by it, in one number. */
const STAGES = 16;
const REVERSED = 0;
/** An event names it as posted. */
const NAMED = APPROVED;
const [PROPOSED, EXECUTED] = [Number(stageOf['intent.proposed']), Number(stageOf['intent.executed'])];
/** Numbers of a record, behind its key: of an event its seq; of an intent what stands for its rows, what became of it, and the event that it takes back, or that takes it back. */
const [EVENT_NUMBERS, INTENT_NUMBERS] = [1, 4];
const NUMBER_BYTES = 8;
const SEQ = KEY_BYTES / NUMBER_BYTES;
const STAGE = (2 * KEY_BYTES) / NUMBER_BYTES;
const OTHER = STAGE + 1;

export class Once {
  #events = new ById(EVENT_NUMBERS);
  #signed = new ById(EVENT_NUMBERS);
  #intents = new ById(INTENT_NUMBERS);

  /** @param {number} seq @param {Uint8Array} ids @param {number} from where in them the sixteen bytes of its id begin */
  addEvent(seq, ids, from) {
    addSeq(this.#events.next(), ids, from, seq);
  }

  /** @param {import('./decisions.js').Decided} decided @param {number} nth of them */
  addDecision({ seqs, stages, signed, keys }, nth) {
    const [seq, from] = [seqs[nth] ?? 0, nth * KEYS_BYTES];
    const { memory, at } = this.#intents.next();
    copy(memory.bytes, at, keys, from, 2 * KEY_BYTES);
    memory.numbers[at / NUMBER_BYTES + STAGE] = seq * STAGES + (stages[nth] ?? 0);
    memory.numbers[at / NUMBER_BYTES + OTHER] = 0;
    if (signed[nth] === 1) addSeq(this.#signed.next(), keys, from + 2 * KEY_BYTES, seq);
  }

  /**
   * @param {number} seq of the event that takes an intent back
   * @param {string} intentId
   * @param {number} executedAt the seq that it says the intent was executed by
   * @param {Uint8Array} mirrored sixteen bytes that stand for its own rows with their sides changed over
   */
  addReversal(seq, intentId, executedAt, mirrored) {
    const { memory, at } = this.#intents.next();
    writeIdKey(memory.bytes, at, intentId);
    copy(memory.bytes, at + KEY_BYTES, mirrored, 0, KEY_BYTES);
    memory.numbers[at / NUMBER_BYTES + STAGE] = seq * STAGES + REVERSED;
    memory.numbers[at / NUMBER_BYTES + OTHER] = executedAt;
  }

  /** @param {number} seq of an event that says of an intent that it was executed @param {string} intentId */
  addNamed(seq, intentId) {
    const { memory, at } = this.#intents.next();
    writeIdKey(memory.bytes, at, intentId);
    memory.numbers[at / NUMBER_BYTES + STAGE] = seq * STAGES + NAMED;
  }

  /** The first that is said and cannot be. @returns {Fault | null} */
  find() {
    const events = find(this.#events, (table, memory, at) => {
      const seq = numberAt(memory, at, SEQ);
      const before = table.add(memory.bytes, at, seq);
      return before === 0 ? null : { seq, code: 'event_id', message: `event ${seq} has the id of event ${before}` };
    });
    const signed = find(this.#signed, (table, memory, at) => {
      const seq = numberAt(memory, at, SEQ);
      const before = table.add(memory.bytes, at, seq);
      const message = `what its client signed is in event ${seq} and was posted by event ${before} already`;
      return before === 0 ? null : { seq, code: 'intent', message };
    });
    return [signed, find(this.#intents, takeIntent)].reduce(earlier, events);
  }

  end() {
    for (const records of [this.#events, this.#signed, this.#intents]) records.end();
  }
}

/** @typedef {Place['memory']} Memory */

/**
 * @param {ById} records
 * @param {(table: IdTable, memory: Memory, at: number) => Fault | null} take says what is wrong with a record, after those of its id before it
 */
function find(records, take) {
  /** @type {Fault | null} */
  let first = null;
  const table = new IdTable();
  for (const { memory, size } of records.parts()) {
    table.clear();
    for (let at = 0; at < size; at += records.recordBytes) first = earlier(first, take(table, memory, at));
  }
  return first;
}

/** @type {Parameters<typeof find>[1]} */
function takeIntent(table, memory, at) {
  const [seq, stage] = [Math.floor(numberAt(memory, at, STAGE) / STAGES), numberAt(memory, at, STAGE) % STAGES];
  if (stage === NAMED) {
    const known = table.get(memory.bytes, at);
    const isExecuted = known > 0 && ((numberAt(memory, known - 1, STAGE) % STAGES) & ~APPROVED & ~FINAL) === EXECUTED;
    return isExecuted ? null : { seq, code: 'intent', message: `event ${seq} names an intent that none before it executed` };
  }
  if (stage === REVERSED) return reverse(table.get(memory.bytes, at) - 1, memory, at, seq);
  // The record that says what became of the intent last.
  const known = table.add(memory.bytes, at, at + 1);
  if (known === 0) return null;
  const was = numberAt(memory, known - 1, STAGE);
  if (was % STAGES !== PROPOSED || stage === PROPOSED)
    return { seq, code: 'intent', message: `the intent of event ${seq} was decided by event ${Math.floor(was / STAGES)} already` };
  if ((stage & ~FINAL) === EXECUTED)
    return { seq, code: 'approval', message: `event ${seq} goes past the approval that event ${Math.floor(was / STAGES)} asked for` };
  table.set(memory.bytes, at, at + 1);
  return null;
}

/** @param {number} original where the record of what is taken back is; below 0: nowhere @param {Memory} memory @param {number} at @param {number} seq @returns {Fault | null} */
function reverse(original, memory, at, seq) {
  const wrong = (/** @type {string} */ why) => ({ seq, code: /** @type {const} */ ('reversal'), message: `event ${seq} ${why}` });
  const executed = original < 0 ? 0 : numberAt(memory, original, STAGE);
  const stage = executed % STAGES;
  if (Math.floor(executed / STAGES) !== numberAt(memory, at, OTHER) || (stage & ~APPROVED & ~FINAL) !== EXECUTED)
    return wrong('takes back an intent that its event did not execute');
  if ((stage & FINAL) !== 0) return wrong('takes back what takes another back, or interest');
  for (let i = KEY_BYTES; i < 2 * KEY_BYTES; i++)
    if (memory.bytes[original + i] !== memory.bytes[at + i]) return wrong('is no mirror of what it takes back');
  const by = numberAt(memory, original, OTHER);
  if (by !== 0) return wrong(`takes back what event ${by} took back already`);
  memory.numbers[original / NUMBER_BYTES + OTHER] = seq;
  return null;
}

/** @param {Memory} memory @param {number} at where the record begins @param {number} nth */
const numberAt = ({ numbers }, at, nth) => /** @type {number} */ (numbers[at / NUMBER_BYTES + nth]);

/** @param {Place} place @param {Uint8Array} keys @param {number} from @param {number} seq */
function addSeq({ memory, at }, keys, from, seq) {
  copy(memory.bytes, at, keys, from, KEY_BYTES);
  memory.numbers[at / NUMBER_BYTES + SEQ] = seq;
}

/** @param {Uint8Array} to @param {number} at @param {Uint8Array} bytes @param {number} from @param {number} length */
function copy(to, at, bytes, from, length) {
  for (let i = 0; i < length; i++) to[at + i] = /** @type {number} */ (bytes[from + i]);
}
