// The command `evidence`: packs and bundles, each proven by nothing but itself. Exit codes as those of an archive.
// @ts-check

import { hash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { verifyBundle } from './bundle.js';
import { verifyEventPack } from './event-pack.js';
import { NotEvidence } from './faults.js';
import { looksLikePack, readPack } from './pack.js';
import { textOfLines } from './plain.js';

const SHA256_HEX = /^[0-9a-f]{64}$/;
const BUNDLE_STARTS = '{"approvals":';
const PERIOD_STARTS = '{"events":';
const HEAD_BYTES = 16;

/**
 * @typedef {object} EvidenceFault
 * @property {string} file
 * @property {number | null} seq
 * @property {import('./evidence-fault.js').EvidenceFaultCode | 'pack'} code
 * @property {string} message
 */

/**
 * @typedef {object} EvidenceResult
 * @property {number} files
 * @property {number} others files of something else
 * @property {number} bundles proven: decided intents and published periods
 * @property {number} events that were looked at for them
 * @property {readonly string[]} tenantIds
 * @property {readonly string[]} keys thumbprints
 * @property {number} firstSeq
 * @property {number} lastSeq
 * @property {readonly EvidenceFault[]} faults
 */

/**
 * Checks every pack and bundle among files and folders; what else is in a folder is counted.
 * @param {readonly string[]} places
 * @param {{ readonly keys: readonly import('./keys.js').GivenKey[] | null, readonly saveTo: string | null }} options
 * @returns {Promise<EvidenceResult>}
 */
export async function verifyEvidence(places, { keys, saveTo }) {
  /** @type {EvidenceFault[]} */
  const faults = [];
  const [tenantIds, thumbprints] = [new Set(), new Set()];
  const sum = { files: 0, others: 0, bundles: 0, events: 0, firstSeq: Number.POSITIVE_INFINITY, lastSeq: 0 };
  if (saveTo !== null) mkdirSync(saveTo, { recursive: true });

  const count = (
    /** @type {{ readonly seqs: readonly number[], readonly events: number, readonly tenantId: string, readonly thumbprint: string }} */ proven,
  ) => {
    sum.bundles += proven.seqs.length;
    sum.events += proven.events;
    for (const seq of proven.seqs) [sum.firstSeq, sum.lastSeq] = [Math.min(sum.firstSeq, seq), Math.max(sum.lastSeq, seq)];
    tenantIds.add(proven.tenantId);
    thumbprints.add(proven.thumbprint);
  };
  const save = (/** @type {number} */ seq, /** @type {string} */ text, /** @type {string} */ ending) => {
    if (saveTo !== null) writeFileSync(path.join(saveTo, `evidence-${seq}-${hash('sha256', text).slice(0, 12)}.${ending}`), text);
  };
  const takePack = async (/** @type {string} */ file, /** @type {import('./pack.js').EventPack} */ pack) => {
    const { proven, fault } = await verifyEventPack(pack, keys);
    if (fault !== null) return faults.push({ file, ...fault });
    count({ ...proven, tenantId: pack.tenantId, seqs: proven.decided.map((event) => Number(event['seq'])) });
    if (saveTo !== null) for (const event of proven.decided) save(Number(event['seq']), proven.receiptOf(event), 'tlog-proof');
    return 0;
  };
  const takeBundle = async (/** @type {string} */ file, /** @type {string} */ text, /** @type {string | null} */ ofTenant) => {
    const { proven, fault } = await verifyBundle(text, keys);
    if (fault !== null) return faults.push({ file, seq: null, ...fault });
    if (ofTenant !== null && proven.tenantId !== ofTenant)
      return faults.push({ file, seq: proven.seq, code: 'pack', message: 'a bundle of another organisation' });
    count({ ...proven, seqs: [proven.seq] });
    save(proven.seq, text, 'json');
    return 0;
  };

  for (const { file, isNamed } of filesOf(places)) {
    const kind = kindOf(headOf(file));
    if (kind === 'other' && !isNamed) {
      sum.others += 1;
      continue;
    }
    sum.files += 1;
    const bytes = readFileSync(file);
    const name = path.basename(file);
    // In the object store a file is called by its hash.
    if (SHA256_HEX.test(name) && hash('sha256', bytes) !== name)
      faults.push({ file, seq: null, code: 'content', message: 'its content has not the hash that it is called by' });
    if (kind !== 'pack') {
      await takeBundle(file, bytes.toString(), null);
      continue;
    }
    try {
      const pack = readPack(bytes);
      if (pack.version === 2) {
        await takePack(file, pack);
        continue;
      }
      for (const { seq, text } of pack.bundles)
        if (text === null) faults.push({ file, seq, code: 'content', message: `the bundle of event ${seq} has not the hash of the index` });
        else await takeBundle(file, text, pack.tenantId);
    } catch (error) {
      if (!(error instanceof NotEvidence)) throw error;
      // Compressed files of other kinds are in a folder too.
      if (isNamed || error.isPack) faults.push({ file, seq: null, code: 'pack', message: error.message });
      else {
        sum.others += 1;
        sum.files -= 1;
      }
    }
  }
  return { ...sum, firstSeq: sum.bundles === 0 ? 0 : sum.firstSeq, tenantIds: [...tenantIds], keys: [...thumbprints], faults };
}

/** @param {readonly string[]} places @returns {readonly { readonly file: string, readonly isNamed: boolean }[]} */
function filesOf(places) {
  return places.flatMap((place) => {
    const isNamed = !statSync(place).isDirectory();
    const files = isNamed ? [place] : filesIn(place);
    return files.map((file) => ({ file, isNamed }));
  });
}

/** @param {string} folder @returns {readonly string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.join(entry.parentPath, entry.name));

/** @param {string} file @returns {Buffer} */
function headOf(file) {
  const head = Buffer.alloc(HEAD_BYTES);
  const open = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(open, head));
  } finally {
    closeSync(open);
  }
}

/** @param {Buffer} head @returns {'pack' | 'bundle' | 'other'} */
function kindOf(head) {
  if (looksLikePack(head)) return 'pack';
  const text = head.toString();
  return text.startsWith(BUNDLE_STARTS) || text.startsWith(PERIOD_STARTS) ? 'bundle' : 'other';
}

/** @type {(n: number, one: string) => string} */
const of = (n, one) => `${grouped(n)} ${one}${n === 1 ? '' : 's'}`;
const grouped = (/** @type {number} */ n) => n.toLocaleString('en-US');

/**
 * @param {EvidenceResult} r
 * @param {boolean} keysGiven
 */
export function evidenceText(r, keysGiven) {
  const lines = r.faults.flatMap(({ file, seq, code, message }) => [
    `FAULT ${file}${seq === null ? '' : ` at seq ${seq}`}: ${message}`,
    `  code   ${code}`,
  ]);
  const others = r.others === 0 ? '' : `; ${of(r.others, 'other file')} not looked at`;
  const told = `${of(r.bundles, 'bundle')} with ${of(r.events, 'event')} in ${of(r.files, 'file')}${others}`;
  if (r.faults.length > 0) return textOfLines([...lines, '', `Without fault: ${told}.`, '']);
  if (r.bundles === 0) return `Nothing was proven: no evidence there${others}.\n`;
  return textOfLines([
    `${keysGiven ? 'PROVEN' : 'CONSISTENT'} ${told}`,
    '',
    `  organisation  ${r.tenantIds.join(', ')}`,
    `  decided       events ${grouped(r.firstSeq)} to ${grouped(r.lastSeq)}: each hashes to what it says, and is in a tree whose root was signed`,
    `  signed by     ${r.keys.join(', ')}${keysGiven ? ', given with --key' : ''}`,
    '',
    'NOT PROVEN',
    '',
    ...(keysGiven
      ? []
      : ['  - Whose keys these are: the bundles brought them. Give --key with the key that you know to be the organisation’s.']),
    '  - That nothing was left out: an archive shows that.',
    '',
  ]);
}
