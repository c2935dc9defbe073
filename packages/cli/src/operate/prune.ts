// Takes old rows of a log out of the database once an archive that proves them lies elsewhere, and brings them back.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Opened } from '@countinghouse/server/open';
import { writeArchive } from '@countinghouse/store/archive/write';
import { findPersonByEmail } from '@countinghouse/store/auth/people';
import { listDistributed } from '@countinghouse/store/citus/distribute';
import { listPrunes, type PruneRow } from '@countinghouse/store/features/prunes/reads';
import { listSigningKeys } from '@countinghouse/store/features/signing-keys/reads';
import { bringBack } from '@countinghouse/store/pruned/bring-back';
import { compact, countLeaving, findLastAnchorBefore, type Left, type Stretch, takeOut } from '@countinghouse/store/pruned/prune';
import { blocksOf, StretchIndex } from '@countinghouse/store/pruned/stretch';
import { liftTimeout, read, type Tx } from '@countinghouse/store/reader';
import { answer, type Operated, withOwner } from './database.ts';
import { withServices } from './services.ts';

export interface PruneOptions {
  readonly before: string;
  /** `name=directory` each. */
  readonly to: readonly string[];
  readonly owner: string;
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly compact?: boolean;
}

/** Proves an archive with these keys (JSON of a JWK set, or what a key file says). Answers what is wrong with it; null: nothing. */
export type ProveArchive = (file: string, keys: string) => Promise<string | null>;

interface Place {
  readonly name: string;
  readonly folder: string;
}

interface Pruning extends Operated {
  readonly opened: Opened;
  readonly tenantId: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function placeOf(text: string): Place {
  const [name = '', ...rest] = text.split('=');
  if (name === '' || rest.length === 0) throw new Error(`name each place, as --to vault=/srv/archives: ${text}`);
  return { name, folder: path.resolve(rest.join('=')) };
}

/** Takes out what counts before a day. Says what left, or with `dryRun` what would. */
export function prune(tenantId: string, options: PruneOptions, json: boolean, prove: ProveArchive): Promise<number> {
  const { before, owner, dryRun = false } = options;
  if (!DAY.test(before) || Number.isNaN(Date.parse(before))) throw new Error('--before takes a day, as 2020-01-01');
  const places = options.to.map(placeOf);
  if (places.length === 0 && !dryRun) throw new Error('name at least one place with --to: the archive is kept there');
  return withServices(async (opened, tenantIds, operated) => {
    if (!tenantIds.includes(tenantId)) throw new Error(`there is no organisation ${tenantId}`);
    const pruning = { ...operated, opened, tenantId };
    // What is brought into a transaction that reads would have to be on each of them.
    if ((await withOwner(operated.where, listDistributed)).length > 0)
      throw new Error('a database that is spread over several machines is not pruned');
    const { last, prunes } = await read(opened.services.readerPool, { tenantId }, async (tx) => ({
      last: await findLastAnchorBefore(tx, tenantId, before),
      prunes: await listPrunes(tx, tenantId),
    }));
    const first = (prunes.at(-1)?.through_seq ?? 0) + 1;
    const next: Stretch | null = last < first ? null : { tenantId, first, last, before };
    if (dryRun) {
      const count = async (tx: Tx, stretch: Stretch): Promise<Left> => {
        await liftTimeout(tx);
        return countLeaving(tx, stretch);
      };
      const would = next === null ? nothing : await read(opened.services.readerPool, { tenantId }, (tx) => count(tx, next));
      answer(json, next === null ? NOTHING_TO_PRUNE : `Would leave, up to event ${last}: ${wordsOf(would)}.`, {
        tenantId,
        through: last,
        ...would,
      });
      return 0;
    }
    const person = await findPersonByEmail(opened.authPool, owner.trim().toLowerCase());
    if (person === null) throw new Error(`nobody signs in as ${owner}`);
    let left = nothing;
    // Those of a run before that was stopped between the event and the rows, and those that were brought back.
    for (const row of prunes.filter((p) => !p.is_out)) left = sumOf(left, await takeOutAgain(pruning, row));
    if (next !== null) left = sumOf(left, await takeOutNew(pruning, next, { places, ownerId: person.id, prove, key: options.key ?? null }));
    const through = Math.max(first - 1, next?.last ?? 0);
    if (options.compact === true) await withOwner(operated.where, compact);
    const text = left.events === 0 ? NOTHING_TO_PRUNE : `Left the database, up to event ${through}: ${wordsOf(left)}.`;
    answer(json, text, { tenantId, through, ...left });
    return 0;
  });
}

const nothing: Left = { events: 0, postings: 0, heads: 0 };
const NOTHING_TO_PRUNE =
  'Nothing is old enough. Rows leave up to the last anchor before that day that is kept outside of the database and that the log records, once the days up to there are summed, the evidence is written and interest has run.';
const sumOf = (a: Left, b: Left): Left => ({ events: a.events + b.events, postings: a.postings + b.postings, heads: a.heads + b.heads });
const wordsOf = ({ events, postings, heads }: Left): string => `${events} events, ${postings} postings and ${heads} signed heads`;

interface NewPrune {
  readonly places: readonly Place[];
  readonly ownerId: string;
  readonly prove: ProveArchive;
  /** A file of trusted keys; null: the chain keys that the database has. */
  readonly key: string | null;
}

/** Archive and rows are written, proven and copied before the log says that rows may leave, and this before any does. */
async function takeOutNew(pruning: Pruning, stretch: Stretch, { places, ownerId, prove, key }: NewPrune): Promise<Left> {
  const { opened, tenantId, where } = pruning;
  const { first, last, before } = stretch;
  const [firstPlace, ...others] = places;
  if (firstPlace === undefined) throw new Error('no place');
  for (const { folder } of places) mkdirSync(folder, { recursive: true });
  const archiveName = `${tenantId}-${last}.jsonl.gz`;
  const rowsName = `${tenantId}-${first}-${last}.rows.gz`;
  const inFirst = (name: string): string => path.join(firstPlace.folder, name);
  const { keys, index, rowsSha256 } = await read(opened.services.readerPool, { tenantId }, async (tx) => {
    await liftTimeout(tx);
    const gzip = createGzip();
    await Promise.all([writeArchive(tx, tenantId, last, gzip), pipeline(gzip, createWriteStream(`${inFirst(archiveName)}.part`))]);
    const made = new StretchIndex();
    const sha256 = await keepRows(
      opened,
      tenantId,
      blocksOf(tx, tenantId, { after: first - 1, through: last }, made),
      `${inFirst(rowsName)}.part`,
    );
    const chain = (await listSigningKeys(tx, tenantId)).filter(({ purpose }) => purpose === 'chain');
    return {
      keys: JSON.stringify({ keys: chain.map(({ public_jwk }) => JSON.parse(public_jwk) as object) }),
      index: made,
      rowsSha256: sha256,
    };
  });
  const fault = await prove(`${inFirst(archiveName)}.part`, key === null ? keys : readFileSync(key, 'utf8'));
  if (fault !== null) throw new Error(`the archive does not prove the log, and nothing was taken out: ${fault}`);
  for (const name of [archiveName, rowsName]) {
    await settle(`${inFirst(name)}.part`, inFirst(name));
    for (const { folder } of others) await copyTo(inFirst(name), path.join(folder, name));
  }
  const outcome = await opened.services.ledger.submit(tenantId, {
    type: 'log.prune',
    actor: { kind: 'user', id: ownerId },
    pruned: {
      from_seq: first,
      through_seq: last,
      before,
      archive_sha256: await hashOf(inFirst(archiveName)),
      rows_sha256: rowsSha256,
      places: places.map(({ name }) => name),
    },
  });
  if (outcome.kind !== 'written')
    throw new Error(`the log does not say that rows may leave: ${outcome.kind === 'refused' ? outcome.code : outcome.kind}`);
  return withOwner(where, (client) => takeOut(client, stretch, index));
}

/** The log says already where these rows are: the object is written again, and is the same. */
async function takeOutAgain(
  { opened, tenantId, where }: Pruning,
  { from_seq, through_seq, before_on, rows_sha256 }: PruneRow,
): Promise<Left> {
  const index = new StretchIndex();
  const sha256 = await read(opened.services.readerPool, { tenantId }, async (tx) => {
    await liftTimeout(tx);
    return (await opened.services.objects.put(tenantId, blocksOf(tx, tenantId, { after: from_seq - 1, through: through_seq }, index)))
      .sha256;
  });
  if (sha256 !== rows_sha256) throw new Error(`events ${from_seq} to ${through_seq} are not the rows that the log says may leave`);
  return withOwner(where, (client) => takeOut(client, { tenantId, first: from_seq, last: through_seq, before: before_on }, index));
}

/** Keeps rows in the object store, and in a file beside the archive. */
async function keepRows({ services }: Opened, tenantId: string, blocks: AsyncIterable<Buffer>, file: string): Promise<string> {
  const out = await open(file, 'w', 0o600);
  try {
    const both = (async function* () {
      for await (const block of blocks) {
        await out.write(block);
        yield block;
      }
    })();
    return (await services.objects.put(tenantId, both)).sha256;
  } finally {
    await out.close();
  }
}

/** A file of that name is always whole, and on the disk. */
async function settle(part: string, file: string): Promise<void> {
  const handle = await open(part, 'r+');
  await handle.sync();
  await handle.close();
  renameSync(part, file);
}

async function copyTo(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await copyFile(from, part);
  await settle(part, to);
  if ((await hashOf(to)) === (await hashOf(from))) return;
  rmSync(to);
  throw new Error(`${to} is not what was written there`);
}

async function hashOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const bytes of createReadStream(file)) digest.update(bytes as Buffer);
  return digest.digest('hex');
}

/** Brings everything back that left the database of an organisation. `from`: a place that has it, where the object store has not. */
export function restorePruned(tenantId: string, { from }: { readonly from?: string }, json: boolean): Promise<number> {
  return withServices(async ({ services }, tenantIds, { where }) => {
    if (!tenantIds.includes(tenantId)) throw new Error(`there is no organisation ${tenantId}`);
    const prunes = await read(services.readerPool, { tenantId }, (tx) => listPrunes(tx, tenantId));
    if (from !== undefined)
      for (const { from_seq, through_seq, rows_sha256 } of prunes.filter((p) => p.is_out)) {
        const file = path.join(path.resolve(from), `${tenantId}-${from_seq}-${through_seq}.rows.gz`);
        if ((await hashOf(file)) !== rows_sha256) throw new Error(`${file} is not what left the database`);
        await services.objects.put(tenantId, createReadStream(file));
      }
    const events = await withOwner(where, (client) => bringBack(client, tenantId));
    answer(json, `${events} events are back in the database, with their postings and signed heads.`, { tenantId, events });
    return 0;
  });
}
