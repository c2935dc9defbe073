// The worker that verifies: it asks the page for one piece of the archive after the other, has them checked, and answers what the page asks
// of the books afterwards.
// @ts-check

import { Books } from '../src/books.js';
import { hexOf } from '../src/bytes.js';
import { parseCheckpoint } from '../src/checkpoint.js';
import { checkInTurn } from '../src/crew.js';
import { NotAnArchive } from '../src/faults.js';
import { keysOfPolicy, parseGivenKeys } from '../src/given-keys.js';
import { parseKeptHead } from '../src/kept.js';
import { firstLineOf, linesOf } from '../src/lines.js';
import { parsePolicy } from '../src/policy.js';
import { verdictOf } from '../src/report.js';
import { verifyBlocks } from '../src/verification.js';
import { eventAmong } from './event-line.js';
import { Ledger } from './ledger.js';
import { Sha256 } from './sha256.js';
import { BLOCK_WORKER, startWorker, withInflated } from './workers.js';

/** @typedef {import('./block-worker.js').Checked} Checked */
/** @typedef {{ readonly script: string, readonly pieces: number, readonly keys: string, readonly kept: readonly string[], readonly policy: string | null }} Task */
/** @typedef {{ readonly result: import('../src/verification.js').Result | null, readonly refused: string | null, readonly verdict: 'proven' | 'consistent' | 'fault' | 'nothing', readonly sha256: string | null, readonly given: readonly string[], readonly seconds: number }} Outcome */

const CREW_MAX = 8;
const PROGRESS_EVERY_MS = 100;

/** Pieces that were asked for. @type {Map<number, (bytes: Uint8Array<ArrayBuffer>) => void>} */
const wanted = new Map();
let nextWant = 0;
/** First events of the pieces, as far as they have any. @type {{ readonly piece: number, readonly seq: number }[]} */
let places = [];
/** @type {Ledger | null} */
let ledger = null;

/** @param {number} piece @returns {Promise<Uint8Array<ArrayBuffer>>} */
const pieceOf = (piece) =>
  new Promise((resolve) => {
    const want = nextWant++;
    wanted.set(want, resolve);
    self.postMessage({ want, piece });
  });

/** What the page may ask, by name. @type {{ readonly [name: string]: (input: never) => unknown }} */
const answers = {
  verify: (/** @type {Task} */ task) => verify(task),
  accounts: () => books().accounts(),
  journal: (/** @type {{ filter: import('./journal.js').JournalFilter, offset: number, limit: number }} */ { filter, offset, limit }) =>
    books().journal(filter, offset, limit),
  trialBalance: (/** @type {{ date: string, byGl: boolean }} */ { date, byGl }) => books().trialBalance(date, byGl),
  approvals: () => books().approvals(),
  rights: (/** @type {{ date: string }} */ { date }) => books().rights(date),
  event: (/** @type {{ seq: number }} */ { seq }) => eventOf(seq),
};

function books() {
  if (ledger === null) throw new Error('The log was not verified.');
  return ledger;
}

export function serveBooks() {
  self.addEventListener('message', ({ data }) => void take(data));
}

/** @param {{ id: number, ask?: string, input: unknown, want: number, bytes: Uint8Array<ArrayBuffer> }} message */
async function take({ id, ask, input, want, bytes }) {
  if (ask === undefined) {
    wanted.get(want)?.(bytes);
    wanted.delete(want);
    return;
  }
  try {
    self.postMessage({ id, answer: await answers[ask](/** @type {never} */ (input)) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

/** @param {Task} task @returns {Promise<Outcome>} */
async function verify({ script, pieces, keys, kept, policy: policyText }) {
  const beganMs = performance.now();
  const policy = policyText === null ? null : parsePolicy(policyText);
  if (policy?.quorum === null) throw new Error('The policy has no line “quorum”.');
  const pasted = keys.trim() === '' ? [] : parseGivenKeys(keys);
  if (typeof pasted === 'string') throw new Error(`What is given as the key ${pasted}.`);
  const all = [...pasted, ...(policy === null ? [] : keysOfPolicy(policy))];
  const given = all.length === 0 ? null : all;
  const told = kept.map((text) => parseCheckpoint(text) ?? parseKeptHead(text));
  if (told.includes(null)) throw new Error('A file that was kept is neither a checkpoint nor a signed head.');
  const archive = new Sha256();
  const held = new Books();
  /** @type {import('./index-block.js').BlockIndex[]} */
  const indexes = [];
  let [done, saidMs] = [0, beganMs];
  const about = { given: (given ?? []).map(({ thumbprint }) => thumbprint) };
  const ended = () => ({ ...about, seconds: (performance.now() - beganMs) / 1000 });
  places = [];

  const read = async function* () {
    for (let piece = 0; piece < pieces; piece++) {
      const bytes = await pieceOf(piece);
      archive.update(bytes);
      yield bytes;
    }
  };
  const check = async function* (/** @type {string} */ tenantId) {
    const crew = Array.from({ length: Math.min(navigator.hardwareConcurrency, CREW_MAX) }, () => new BlockWorker(tenantId, script));
    for await (const { block, index } of checkInTurn(read(), crew)) {
      indexes.push(index);
      if (index.firstSeq > 0) places.push({ piece: done, seq: index.firstSeq });
      done += 1;
      yield block;
      if (performance.now() - saidMs < PROGRESS_EVERY_MS) continue;
      saidMs = performance.now();
      self.postMessage({ progress: done / pieces, seconds: (saidMs - beganMs) / 1000 });
    }
  };
  try {
    const first = await withInflated(await pieceOf(0), firstLineOf);
    const result = await verifyBlocks(first, check, {
      keys: given,
      kept: told.flatMap((one) => (one !== null && 'root' in one ? [one] : [])),
      keptHeads: told.flatMap((one) => (one !== null && 'hash' in one ? [one] : [])),
      policy,
      books: held,
    });
    ledger = new Ledger(held);
    for (const index of indexes) ledger.add(index, result.fault?.seq);
    // Behind a fault nothing is read: the hash is then not that of the whole.
    const sha256 = done === pieces ? hexOf(archive.digest()) : null;
    return { result, refused: null, verdict: verdictOf(result), sha256, ...ended() };
  } catch (error) {
    if (!(error instanceof NotAnArchive)) throw error;
    return { result: null, refused: error.message, verdict: 'nothing', sha256: null, ...ended() };
  }
}

/** An event, as the archive has it. @param {number} seq */
async function eventOf(seq) {
  const place = places.findLast((each) => each.seq <= seq);
  if (place === undefined) throw new Error(`There is no event ${seq}.`);
  const event = eventAmong(await withInflated(await pieceOf(place.piece), linesOf), seq);
  if (event === null) throw new Error(`There is no event ${seq}.`);
  return event;
}

class BlockWorker {
  #worker;
  #tenantId;
  #nextId = 0;
  /** @type {Map<number, { resolve: (checked: Checked) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /** @param {string} tenantId @param {string} script */
  constructor(tenantId, script) {
    this.#tenantId = tenantId;
    this.#worker = startWorker(script, BLOCK_WORKER);
    this.#worker.addEventListener('message', ({ data: { id, checked, error } }) => {
      if (error === undefined) this.#waiting.get(id)?.resolve(checked);
      else this.#waiting.get(id)?.reject(new Error(error));
      this.#waiting.delete(id);
    });
    this.#worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
    });
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Checked>} */
  check(bytes) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, bytes, tenantId: this.#tenantId }, [bytes.buffer]);
    });
  }

  end() {
    this.#worker.terminate();
  }
}
