// What a witness answers to a checkpoint: C2SP tlog-witness, `add-checkpoint`. It cosigns what its log signed and what grew from all that it
// cosigned before; never a smaller tree, never another one of the same size.
// @ts-check

import { verify } from 'node:crypto';
import { parseCheckpoint, signaturesBy } from '../checkpoint.js';
import { growsInto } from '../consistency.js';
import { cosign } from './cosign.js';
import { Overtaken } from './state.js';

const FORM = /^old (0|[1-9][0-9]{0,15})\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n([\s\S]+)$/;
export const SIZE_TYPE = 'text/x.tlog.size';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** @typedef {{ readonly status: number, readonly type: string, readonly body: string, readonly alarm?: string }} Answer alarm: for whoever runs the witness */

/** @type {(status: number, why: string, alarm?: string) => Answer} */
const refuse = (status, why, alarm) => ({ status, type: TEXT_TYPE, body: `${why}\n`, ...(alarm === undefined ? {} : { alarm }) });

/**
 * @param {string} request
 * @param {object} witness
 * @param {readonly import('../note-key.js').NoteKey[]} witness.logs keys of the logs that it serves; a log may have several
 * @param {import('./key.js').WitnessKey} witness.key
 * @param {import('./state.js').State} witness.state
 * @param {Date} now
 * @returns {Answer}
 */
export function addCheckpoint(request, { logs, key, state }, now) {
  const [, old = '', lines = '', note = ''] = FORM.exec(request) ?? [];
  const checkpoint = parseCheckpoint(note);
  if (checkpoint === null) return refuse(400, 'not a request of add-checkpoint');
  const path = lines.split('\n').slice(0, -1);
  const hashes = path.map((line) => Buffer.from(line, 'base64'));
  if (hashes.some((hash, i) => hash.toString('base64') !== path[i])) return refuse(400, 'a line of the proof is not base64');
  const { origin, size } = checkpoint;
  const keys = logs.filter(({ name }) => name === origin);
  if (keys.length === 0) return refuse(404, 'this log is not witnessed here');
  if (!keys.some((log) => isSignedWith(checkpoint, log))) return refuse(403, 'no key of this log that is known here signed it');
  if (Number(old) > size) return refuse(400, 'the old size is larger than the checkpoint');

  const { number, checkpoint: last } = state.last(origin);
  if (Number(old) !== (last?.size ?? 0)) return conflict(last?.size ?? 0);
  const alarm = (/** @type {string} */ why) => {
    const file = state.keepRefused(origin, request);
    return `${why}; ${file === null ? 'it was not kept: there are too many' : `kept as ${file}`}`;
  };
  if (last === null) {
    if (hashes.length > 0) return refuse(422, 'the first checkpoint takes no proof');
  } else if (size === last.size) {
    if (checkpoint.root !== last.root)
      return refuse(409, 'another tree of this size was cosigned', alarm(`${origin} signed two trees of ${size} leaves`));
    if (hashes.length > 0) return refuse(422, 'a tree of the same size takes no proof');
  } else if (!growsInto(last, checkpoint, hashes)) {
    return refuse(
      422,
      `the tree of ${size} leaves does not follow from the one of ${last.size} that was cosigned`,
      alarm(`${origin}: a checkpoint of ${size} leaves came without proof that it grew from ${last.size}`),
    );
  }
  try {
    if (size !== last?.size) state.remember(origin, number, note);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return conflict(state.last(origin).checkpoint?.size ?? 0);
  }
  return { status: 200, type: TEXT_TYPE, body: cosign(checkpoint.text, key, now) };
}

/** Without a pause, so that requests never meet. @param {import('../checkpoint.js').Checkpoint} checkpoint @param {import('../note-key.js').NoteKey} log */
const isSignedWith = (checkpoint, { id, key }) =>
  signaturesBy(checkpoint, id).some((signature) =>
    verify(null, Buffer.from(checkpoint.text), /** @type {import('node:crypto').KeyObject} */ (key), signature),
  );

/** @param {number} size @returns {Answer} */
const conflict = (size) => ({ status: 409, type: SIZE_TYPE, body: `${size}\n` });
