// `witness`: runs a witness for the logs of others, and makes its key.
// @ts-check

import { readFileSync, writeFileSync } from 'node:fs';
import { NoPolicy, parsePolicy } from '../policy.js';
import { makeWitnessKey, parseWitnessKey } from './key.js';
import { serveWitness } from './serve.js';
import { State } from './state.js';

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

/**
 * Makes the key of a witness in a new file, and says its vkey: what a log is given, and what a policy names. Throws where the file is there.
 * @param {string} name as `witness.example/books`
 * @param {string} file
 */
export function writeWitnessKey(name, file) {
  const { secret, vkey } = makeWitnessKey(name);
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`${vkey}\n`);
  return 0;
}

/**
 * Runs a witness until it is told to stop (SIGTERM, SIGINT). Throws what is wrong with its key, its logs or its address.
 * @param {{ readonly listen: string, readonly data: string, readonly key: string, readonly logs: string }} options logs: a file with a line
 *   `log <vkey>` for each key of each log that is witnessed
 */
export async function runWitness({ listen, data, key: keyFile, logs: logsFile }) {
  const [, host = '', port = ''] = /^(.+):([0-9]{1,5})$/.exec(listen) ?? [];
  if (host === '' || Number(port) > 65_535) throw new Error('--listen takes <host>:<port>.');
  const key = parseWitnessKey(readFileSync(keyFile, 'utf8'));
  if (key === null) throw new Error(`${keyFile} is no key of a witness: countinghouse witness key makes one.`);
  const logs = logsOf(logsFile);
  if (logs.length === 0) throw new Error(`${logsFile} names no log: a line “log <vkey>” for each.`);
  const server = await serveWitness({ logs, key, state: new State(data) }, { host: host.replace(/^\[|\]$/g, ''), port: Number(port), say });
  const { port: bound } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${key.vkey}\nhttp://${host}:${bound} witnesses ${[...new Set(logs.map(({ name }) => name))].join(', ')}\n`);
  await new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.once(signal, resolve);
  });
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  return 0;
}

/** @param {string} file */
function logsOf(file) {
  try {
    return parsePolicy(readFileSync(file, 'utf8')).logs;
  } catch (error) {
    if (error instanceof NoPolicy) throw new Error(`${file}, ${error.message}.`);
    throw error;
  }
}
