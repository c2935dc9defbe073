// A witness over HTTP: `POST /add-checkpoint`, nothing else. https is for what stands before it.
// @ts-check

import { createServer } from 'node:http';
import { addCheckpoint } from './add-checkpoint.js';

const PATH = '/add-checkpoint';
const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_WITHIN_MS = 15_000;
const CONNECTIONS_MAX = 256;

/** @typedef {import('./add-checkpoint.js').Answer} Answer */
/** @typedef {import('node:http').IncomingMessage} Request */

/** @type {(status: number, why: string) => Answer} */
const plain = (status, why) => ({ status, type: 'text/plain; charset=utf-8', body: `${why}\n` });

/**
 * Listens until it is closed. Everything between the reading of what is remembered and its writing happens without a pause, so that requests
 * never meet.
 * @param {Parameters<typeof addCheckpoint>[1]} witness
 * @param {{ readonly host: string, readonly port: number, readonly say: (line: string) => void }} where say: for whoever runs it
 * @returns {Promise<import('node:http').Server>}
 */
export async function serveWitness(witness, { host, port, say }) {
  const server = createServer({ requestTimeout: REQUEST_WITHIN_MS, headersTimeout: REQUEST_WITHIN_MS }, (request, response) => {
    /** @param {Answer} given */
    const answer = ({ status, type, body, alarm }) => {
      if (alarm !== undefined) say(`REFUSED: ${alarm}`);
      // The rest of a request that is too long is not waited for.
      response.writeHead(status, { 'content-type': type, ...(status === 413 ? { connection: 'close' } : {}) }).end(body);
    };
    answerTo(request, witness).then(answer, (/** @type {unknown} */ error) => {
      say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
      answer(plain(500, 'the witness failed; nothing was cosigned'));
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(undefined));
  });
  return server;
}

/** @param {Request} request @param {Parameters<typeof addCheckpoint>[1]} witness @returns {Promise<Answer>} */
async function answerTo(request, witness) {
  if (new URL(request.url ?? '', 'http://witness').pathname !== PATH) return plain(404, 'there is nothing here');
  if (request.method !== 'POST') return plain(405, 'post a checkpoint');
  const text = await bodyOf(request);
  return text === null ? plain(413, 'the request is too long') : addCheckpoint(text, witness, new Date());
}

/** Null where it is too long. @param {Request} request */
async function bodyOf(request) {
  /** @type {Buffer[]} */ const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
