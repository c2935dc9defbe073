// The page's side of the worker that verifies and keeps the books.
// @ts-check

import { BOOKS_WORKER, startWorker } from './workers.js';

/** @typedef {import('./books-worker.js').Task} Task */
/** @typedef {import('./books-worker.js').Outcome} Outcome */

export class BooksClient {
  #worker;
  #nextId = 0;
  #archive;
  /** @type {Map<number, { resolve: (answer: never) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  /** @type {(progress: number, seconds: number) => void} */ onProgress = () => {};

  /** @param {string} script that this page runs @param {import('./archive-elements.js').ArchiveElements} archive */
  constructor(script, archive) {
    this.#archive = archive;
    this.#worker = startWorker(script, BOOKS_WORKER);
    this.#worker.addEventListener('message', ({ data }) => this.#take(data));
    this.#worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    });
  }

  end() {
    this.#worker.terminate();
  }

  /** @param {{ id: number, answer: never, error?: string, want?: number, piece: number, progress?: number, seconds: number }} message */
  #take({ id, answer, error, want, piece, progress, seconds }) {
    if (want !== undefined) {
      const bytes = this.#archive.bytes(piece);
      this.#worker.postMessage({ want, bytes }, [bytes.buffer]);
    } else if (progress !== undefined) this.onProgress(progress, seconds);
    else {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(error));
    }
  }

  /** @template T @param {string} name @param {unknown} [input] @returns {Promise<T>} */
  #ask(name, input) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ask: name, input });
    });
  }

  /** @param {Task} task @returns {Promise<Outcome>} */
  verify = (task) => this.#ask('verify', task);
  /** @returns {Promise<ReturnType<import('./ledger.js').Ledger['accounts']>>} */
  accounts = () => this.#ask('accounts');
  /** @param {import('./journal.js').JournalFilter} filter @param {number} offset @param {number} limit @returns {Promise<ReturnType<import('./ledger.js').Ledger['journal']>>} */
  journal = (filter, offset, limit) => this.#ask('journal', { filter, offset, limit });
  /** @param {string} date @param {boolean} byGl @returns {Promise<ReturnType<import('./ledger.js').Ledger['trialBalance']>>} */
  trialBalance = (date, byGl) => this.#ask('trialBalance', { date, byGl });
  /** @returns {Promise<ReturnType<import('./ledger.js').Ledger['approvals']>>} */
  approvals = () => this.#ask('approvals');
  /** @param {string} date @returns {Promise<ReturnType<import('./ledger.js').Ledger['rights']>>} */
  rights = (date) => this.#ask('rights', { date });
  /** @param {number} seq @returns {Promise<Readonly<Record<string, unknown>>>} */
  event = (seq) => this.#ask('event', { seq });
}
