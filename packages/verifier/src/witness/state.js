// What a witness remembers: of each log the last checkpoint that it cosigned, as `<number>.checkpoint` in a folder of the log's own. The
// highest number counts. A number is taken once, whoever tries, so that two processes on one folder never both go on from the same checkpoint; the
// file is on the disk under its number before anything is answered.
// @ts-check

import { hash, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseCheckpoint } from '../checkpoint.js';

const NAME = /^([1-9][0-9]*)\.checkpoint$/;
/** Of refused checkpoints: whoever holds a log's key could go on for ever. */
const REFUSED_KEPT_MAX = 1_000;

/** @typedef {import('../checkpoint.js').Checkpoint} Checkpoint */
/** @typedef {{ readonly number: number, readonly checkpoint: Checkpoint | null }} Remembered number 0: nothing was cosigned yet */

/** Another process cosigned meanwhile: look again. */
export class Overtaken extends Error {}

/** @type {(file: string) => number} */
const numberOf = (file) => Number(NAME.exec(file)?.[1] ?? 0);

export class State {
  #dir;

  /** @param {string} dir is made where it is not there */
  constructor(dir) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
  }

  /**
   * The last checkpoint that was cosigned of a log. Throws where it is there and cannot be read: a witness that forgot would cosign anything.
   * @param {string} origin
   * @returns {Remembered}
   */
  last(origin) {
    const folder = this.#folder(origin);
    const number = Math.max(0, ...readdirSync(folder).map(numberOf));
    if (number === 0) return { number, checkpoint: null };
    const file = path.join(folder, `${number}.checkpoint`);
    const checkpoint = parseCheckpoint(readFileSync(file, 'utf8'));
    if (checkpoint === null || checkpoint.origin !== origin)
      throw new Error(`${file} is not a checkpoint of ${origin}: nothing is cosigned`);
    return { number, checkpoint };
  }

  /**
   * Remembers the checkpoint that follows the one with this number. When it returns, the note is on the disk. Throws Overtaken.
   * @param {string} origin
   * @param {number} after
   * @param {string} note
   */
  remember(origin, after, note) {
    const folder = this.#folder(origin);
    const file = path.join(folder, `${after + 1}.checkpoint`);
    const written = path.join(folder, `${randomUUID()}.tmp`);
    writeDurably(written, note);
    try {
      // Unlike a rename it fails where the name is taken.
      linkSync(written, file);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') throw new Overtaken();
      throw error;
    } finally {
      rmSync(written);
    }
    const names = readdirSync(folder);
    if (names.some((name) => numberOf(name) > after + 1)) {
      rmSync(file);
      throw new Overtaken();
    }
    sync(folder);
    for (const name of names) if (numberOf(name) > 0 && numberOf(name) <= after) rmSync(path.join(folder, name), { force: true });
  }

  /**
   * Keeps a checkpoint that a log signed and that does not follow from the one it was held against: it may be proof that the log has two
   * histories.
   * @param {string} origin
   * @param {string} request as it was asked
   * @returns {string | null} the file; null where enough are kept
   */
  keepRefused(origin, request) {
    const folder = path.join(this.#folder(origin), 'refused');
    mkdirSync(folder, { recursive: true });
    const name = `${hash('sha256', request)}.request`;
    const names = readdirSync(folder);
    if (!names.includes(name) && names.length >= REFUSED_KEPT_MAX) return null;
    if (!names.includes(name)) writeDurably(path.join(folder, name), request);
    return path.join(folder, name);
  }

  /** @param {string} origin */
  #folder(origin) {
    const folder = path.join(this.#dir, hash('sha256', origin));
    if (mkdirSync(folder, { recursive: true }) !== undefined) sync(this.#dir);
    return folder;
  }
}

/** @param {string} file @param {string} text */
function writeDurably(file, text) {
  const opened = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** @param {string} folder */
function sync(folder) {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
