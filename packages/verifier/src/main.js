// The command. Exit codes: 0 proven · 1 a fault was found · 2 nothing was proven: no archive, or not asked rightly · 3 consistent: no
// fault, and no key from elsewhere to prove it by.
// @ts-check

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { reportToText, verifyReport } from './audit-report.js';
import { parseCheckpoint } from './checkpoint.js';
import { evidenceText, verifyEvidence } from './evidence.js';
import { NotAnArchive } from './faults.js';
import { keysOfPolicy, parseGivenKeys } from './given-keys.js';
import { keptHeadText, parseKeptHead } from './kept.js';
import { plain, textOfLines } from './plain.js';
import { NoPolicy, parsePolicy } from './policy.js';
import { receiptToText, verifyReceipt } from './receipt.js';
import { toJson, toText, verdictOf } from './report.js';
import { verifyArchive } from './verify.js';
import { runWitness, writeWitnessKey } from './witness/command.js';

const EXIT = { proven: 0, fault: 1, nothing: 2, consistent: 3 };
const THREADS_MAX = 8;

const USAGE = `usage: verify [options] <archive>
       verify evidence [--key <file>] [--save <folder>] [--json] <file or folder>...
       verify receipt [--key <file>] [--policy <file>] [--json] <file>...
       verify witness --listen <host>:<port> --data <folder> --key <file> --logs <file>
       verify witness key --name <name> --out <file>
       verify report [--key <file>] [--json] <file>...

  <archive>               file of \`countinghouse archive\`, compressed or not; - for standard input
  --key <file>            trusted chain keys: a JWK, a JWK set, PEM public keys or thumbprints; may be repeated
  --anchor <file>         a checkpoint kept from before: the log must contain it; may be repeated
  --head <file>           a signed head kept from before, or a high-water mark of the system: the log must contain it; may be repeated
  --policy <file>         witnesses that you know, and how many of them must have cosigned an anchor (C2SP tlog-policy);
                          its logs are trusted keys as those of --key
  --save-anchors <folder> keep the checkpoints (and time-stamp tokens) of this archive, each as <size>.checkpoint and <size>.tst,
                          and its last signed head as <seq>.head
  --threads <n>           threads beside this one; as many as there are processors, at most ${THREADS_MAX}
  --json                  answer with one JSON object

  evidence                packs and bundles of evidence, or a folder of the object store, each proven by itself
  --save <folder>         write a receipt (.tlog-proof) of every decision that is proven there, a file each; of packs and bundles that have it, the bundle

  receipt                 receipts of intents as they travel (.tlog-proof, .cose), each proven by itself; --key and --policy as above
  report                  reports that auditors signed in an audit pack; their keys are given with --key

  witness                 be a witness (C2SP tlog-witness) of the logs of others: what it cosigned it remembers in --data; --logs has a line
                          “log <vkey>” for each key of each log
  witness key             make its key, in a file; says its vkey, by which others know it

exit code: 0 proven, 1 a fault was found, 2 nothing was proven, 3 consistent: no fault, but no --key to prove it by
`;

class Misused extends Error {}

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function main(args) {
  try {
    const [what, ...rest] = args;
    if (what === 'evidence') return await runEvidence(rest);
    if (what === 'witness') return await runAsWitness(rest);
    if (what === 'receipt') return await runEach(rest, checkReceipt);
    return await (what === 'report' ? runEach(rest, checkReport) : run(args));
  } catch (error) {
    const isUsage = error instanceof Misused || String(/** @type {NodeJS.ErrnoException} */ (error).code).startsWith('ERR_PARSE_ARGS');
    if (isUsage) process.stderr.write(`${plain(/** @type {Error} */ (error).message)}\n\n${USAGE}`);
    else if (error instanceof NotAnArchive) process.stderr.write(`Nothing was proven: ${plain(error.message)}.\n`);
    else
      process.stderr.write(
        `${args[0] === 'witness' ? '' : 'Nothing was proven: '}${plain(error instanceof Error ? error.message : String(error))}\n`,
      );
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
      policy: { type: 'string' },
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
  const { keys, policy } = readTrust(values);
  const kept = values.anchor.map(readCheckpoint);
  const keptHeads = values.head.map(readHead);
  const folder = values['save-anchors'];
  if (folder !== undefined) mkdirSync(folder, { recursive: true });

  const beganMs = performance.now();
  const source = file === '-' ? process.stdin : await open(file);
  const result = await verifyArchive(source, {
    threads,
    keys,
    kept,
    keptHeads,
    policy,
    ...(folder === undefined ? {} : { onAnchor: (anchor) => saveAnchor(folder, anchor) }),
  });
  const seconds = (performance.now() - beganMs) / 1000;
  // After a fault there may be more to come, which nobody reads.
  await (source instanceof Readable ? source.destroy() : source.close());
  const { fault, lastHead } = result;
  if (folder !== undefined && fault === null && lastHead !== null)
    writeFileSync(path.join(folder, `${lastHead.seq}.head`), keptHeadText(result.tenantId, lastHead));
  process.stdout.write(values.json ? `${JSON.stringify(toJson(result, seconds))}\n` : toText(result, seconds));
  return EXIT[verdictOf(result)];
}

/** @param {readonly string[]} args */
async function runEvidence(args) {
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
  const result = await verifyEvidence(positionals, { keys, saveTo: values.save ?? null });
  const isProven = result.faults.length === 0 && result.bundles > 0;
  process.stdout.write(
    values.json ? `${JSON.stringify({ ok: isProven && keys !== null, ...result })}\n` : evidenceText(result, keys !== null),
  );
  if (result.faults.length > 0) return EXIT.fault;
  if (!isProven) return EXIT.nothing;
  return keys === null ? EXIT.consistent : EXIT.proven;
}

/** @typedef {{ readonly isFaulty: boolean, readonly value: object, readonly text: string }} Checked */

/**
 * Checks files one by one, each by nothing but itself and the keys that were given.
 * @param {readonly string[]} args
 * @param {(file: string, bytes: Buffer, keys: readonly import('./keys.js').GivenKey[] | null, policy: import('./policy.js').Policy | null) => Promise<Checked>} check
 */
async function runEach(args, check) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true, default: [] },
      policy: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return EXIT.proven;
  }
  if (positionals.length === 0) throw new Misused('Name files.');
  const { keys, policy } = readTrust(values);
  let faults = 0;
  for (const file of positionals) {
    const { isFaulty, value, text } = await check(file, readFileSync(file), keys, policy);
    if (isFaulty) faults += 1;
    process.stdout.write(values.json ? `${JSON.stringify({ file, ok: !isFaulty && keys !== null, ...value })}\n` : text);
  }
  if (faults > 0) return EXIT.fault;
  return keys === null ? EXIT.consistent : EXIT.proven;
}

/** @param {readonly string[]} args */
function runAsWitness(args) {
  const isKey = args[0] === 'key';
  const names = isKey ? ['name', 'out'] : ['listen', 'data', 'key', 'logs'];
  const { values } = parseArgs({
    args: isKey ? args.slice(1) : [...args],
    options: Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('string') }])),
  });
  /** @type {(name: string) => string} */
  const given = (name) => {
    const value = values[name];
    if (typeof value !== 'string') throw new Misused(`Give --${name}.`);
    return value;
  };
  if (isKey) return writeWitnessKey(given('name'), given('out'));
  return runWitness({ listen: given('listen'), data: given('data'), key: given('key'), logs: given('logs') });
}

/**
 * Whom the caller trusts: keys of logs, null where none is given, and a policy.
 * @param {{ readonly key: readonly string[], readonly policy?: string | undefined }} given files
 */
function readTrust({ key, policy: file }) {
  const policy = file === undefined ? null : readPolicy(file);
  const keys = [...key.flatMap(readKeys), ...(policy === null ? [] : keysOfPolicy(policy))];
  return { keys: keys.length === 0 ? null : keys, policy };
}

/** @param {string} file */
function readPolicy(file) {
  try {
    const policy = parsePolicy(readFileSync(file, 'utf8'));
    if (policy.quorum === null) throw new Misused(`${file} has no line “quorum”.`);
    return policy;
  } catch (error) {
    if (error instanceof NoPolicy) throw new Misused(`${file}, ${error.message}.`);
    throw error;
  }
}

/** @type {Parameters<typeof runEach>[1]} */
async function checkReceipt(file, bytes, keys, policy) {
  const result = await verifyReceipt(bytes, keys, policy);
  const { proven, fault } = result;
  return fault === null
    ? { isFaulty: false, value: result, text: receiptToText(file, proven, keys !== null) }
    : { isFaulty: true, value: result, text: textOfLines([`FAULT ${file}: ${fault.message}`, `  code   ${fault.code}`, '']) };
}

/** @type {Parameters<typeof runEach>[1]} */
async function checkReport(file, bytes, keys) {
  const result = await verifyReport(bytes.toString(), keys);
  return { isFaulty: result.why !== null, value: result, text: reportToText(file, result, keys !== null) };
}

/** @param {string} file */
function readKeys(file) {
  const keys = parseGivenKeys(readFileSync(file, 'utf8'));
  if (typeof keys === 'string') throw new Misused(`${file} ${keys}.`);
  return keys;
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
function saveAnchor(folder, { size, checkpoint, token, cosigned }) {
  writeFileSync(path.join(folder, `${size}.checkpoint`), checkpoint + cosigned.map(({ line }) => line).join(''));
  if (token !== null) writeFileSync(path.join(folder, `${size}.tst`), token);
}
