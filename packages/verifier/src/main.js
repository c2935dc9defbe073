// The command. Exit codes: 0 proven · 1 a fault was found · 2 nothing was proven: no archive, or not asked rightly · 3 consistent: no
// fault, and no key from elsewhere to prove it by.
// @ts-check

import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseCheckpoint } from './checkpoint.js';
import { evidenceText, verifyEvidence } from './evidence.js';
import { NotAnArchive } from './faults.js';
import { importKey, importPem } from './jws.js';
import { keptHeadText, parseKeptHead } from './kept.js';
import { toJson, toText, verdictOf } from './report.js';
import { verifyArchive } from './verify.js';

const EXIT = { proven: 0, fault: 1, nothing: 2, consistent: 3 };
const THREADS_MAX = 8;
const READ_BYTES = 1 << 20;

const USAGE = `usage: verify [options] <archive>
       verify evidence [--key <file>] [--save <folder>] [--json] <file or folder>...

  <archive>               file of \`countinghouse archive\`, compressed or not; - for standard input
  --key <file>            trusted chain keys: a JWK, a JWK set or PEM public keys; may be repeated
  --anchor <file>         a checkpoint kept from before: the log must contain it; may be repeated
  --head <file>           a signed head kept from before, or a high-water mark of the system: the log must contain it; may be repeated
  --save-anchors <folder> keep the checkpoints (and time-stamp tokens) of this archive, each as <size>.checkpoint and <size>.tst,
                          and its last signed head as <seq>.head
  --threads <n>           threads beside this one; as many as there are processors, at most ${THREADS_MAX}
  --json                  answer with one JSON object

  evidence                packs and bundles of evidence, or a folder of the object store, each proven by itself
  --save <folder>         write every bundle that is proven there, a file each

exit code: 0 proven, 1 a fault was found, 2 nothing was proven, 3 consistent: no fault, but no --key to prove it by
`;

class Misused extends Error {}

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function main(args) {
  try {
    return args[0] === 'evidence' ? runEvidence(args.slice(1)) : await run(args);
  } catch (error) {
    const isUsage = error instanceof Misused || String(/** @type {NodeJS.ErrnoException} */ (error).code).startsWith('ERR_PARSE_ARGS');
    if (isUsage) process.stderr.write(`${/** @type {Error} */ (error).message}\n\n${USAGE}`);
    else if (error instanceof NotAnArchive) process.stderr.write(`Nothing was proven: ${error.message}.\n`);
    else process.stderr.write(`Nothing was proven: ${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.nothing;
  }
}

/** @param {readonly string[]} args */
async function run(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true, default: [] },
      anchor: { type: 'string', multiple: true, default: [] },
      head: { type: 'string', multiple: true, default: [] },
      'save-anchors': { type: 'string' },
      threads: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return EXIT.proven;
  }
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new Misused('Name one archive.');
  const threads = values.threads === undefined ? Math.min(os.availableParallelism(), THREADS_MAX) : Number(values.threads);
  if (!Number.isInteger(threads) || threads < 0 || threads > 64) throw new Misused('--threads takes a number from 0 to 64.');
  const keys = values.key.flatMap(readKeys);
  const kept = values.anchor.map(readCheckpoint);
  const keptHeads = values.head.map(readHead);
  const folder = values['save-anchors'];
  if (folder !== undefined) mkdirSync(folder, { recursive: true });

  const beganMs = performance.now();
  const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES });
  const result = await verifyArchive(source, {
    threads,
    keys: values.key.length === 0 ? null : keys,
    kept,
    keptHeads,
    ...(folder === undefined ? {} : { onAnchor: (anchor) => saveAnchor(folder, anchor) }),
  });
  const seconds = (performance.now() - beganMs) / 1000;
  // After a fault there may be more to come, which nobody reads.
  source.destroy();
  const { fault, lastHead } = result;
  if (folder !== undefined && fault === null && lastHead !== null)
    writeFileSync(path.join(folder, `${lastHead.seq}.head`), keptHeadText(result.tenantId, lastHead));
  process.stdout.write(values.json ? `${JSON.stringify(toJson(result, seconds))}\n` : toText(result, seconds));
  return EXIT[verdictOf(result)];
}

/** @param {readonly string[]} args */
function runEvidence(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true, default: [] },
      save: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return EXIT.proven;
  }
  if (positionals.length === 0) throw new Misused('Name packs, bundles or a folder with them.');
  const keys = values.key.length === 0 ? null : values.key.flatMap(readKeys);
  const result = verifyEvidence(positionals, { keys, saveTo: values.save ?? null });
  const isProven = result.faults.length === 0 && result.bundles > 0;
  process.stdout.write(
    values.json ? `${JSON.stringify({ ok: isProven && keys !== null, ...result })}\n` : evidenceText(result, keys !== null),
  );
  if (result.faults.length > 0) return EXIT.fault;
  if (!isProven) return EXIT.nothing;
  return keys === null ? EXIT.consistent : EXIT.proven;
}

/**
 * @param {string} file
 * @returns {readonly import('./keys.js').GivenKey[]}
 */
function readKeys(file) {
  const text = readFileSync(file, 'utf8');
  const keys = text.includes('-----BEGIN') ? importPem(text).map((jwk) => ({ jwk })) : jwksOf(file, text);
  if (keys.length === 0) throw new Misused(`${file} has no key.`);
  return keys.map(({ jwk }) => {
    const key = importKey(jwk);
    if (key === null) throw new Misused(`${file} has a key that is not Ed25519 or P-256.`);
    const { kid } = /** @type {{ readonly kid?: unknown }} */ (jwk);
    return { kid: typeof kid === 'string' ? kid : null, key };
  });
}

/** @param {string} file @param {string} text */
function jwksOf(file, text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Misused(`${file} is neither JSON nor PEM.`);
  }
  const { keys } = /** @type {{ readonly keys?: unknown }} */ (value ?? {});
  return (Array.isArray(keys) ? keys : [value]).map((jwk) => ({ jwk: /** @type {unknown} */ (jwk) }));
}

/** @param {string} file */
function readCheckpoint(file) {
  const checkpoint = parseCheckpoint(readFileSync(file, 'utf8'));
  if (checkpoint === null) throw new Misused(`${file} is not a checkpoint.`);
  return checkpoint;
}

/** @param {string} file */
function readHead(file) {
  const head = parseKeptHead(readFileSync(file, 'utf8'));
  if (head === null) throw new Misused(`${file} is not a signed head that was kept.`);
  return head;
}

/** @param {string} folder @param {import('./anchors.js').AnchorProven} anchor */
function saveAnchor(folder, { size, checkpoint, token }) {
  writeFileSync(path.join(folder, `${size}.checkpoint`), checkpoint);
  if (token !== null) writeFileSync(path.join(folder, `${size}.tst`), token);
}
