// What the proofs cost on a log of a million events that the writer itself wrote: the inclusion proof of an event, and replaying the
// whole and comparing every table.

import { fromHex, hashLeaf } from '@countinghouse/kernel/merkle/hashing';
import { verifyInclusion } from '@countinghouse/kernel/merkle/verify';
import { connect, type Where } from '@countinghouse/store/connection';
import { findLeaf } from '@countinghouse/store/features/anchors/reads';
import { writeTiles } from '@countinghouse/store/features/anchors/tiles';
import { StoredTree } from '@countinghouse/store/features/anchors/tree';
import { read } from '@countinghouse/store/reader';
import { replay } from '@countinghouse/store/replay';
import { hashBytes } from '@countinghouse/store/sha256';
import { type Books, makeBooks, openLedger, type TestLedger } from '@countinghouse/testkit/books';
import { prepareCommands } from './intents.ts';
import { measureKernel } from './kernel.ts';
import { absolute, type Row } from './row.ts';

interface ProofsSize {
  /** How long the log is. */
  readonly events: number;
  /** How many events are proven. */
  readonly proofs: number;
}
export const fullProofs: ProofsSize = { events: 1_000_000, proofs: 2_000 };
export const quickProofs: ProofsSize = { events: 2_000, proofs: 100 };
const ACCOUNTS = 1_000;
/** Commands in memory at once. */
const CHUNK = 50_000;
const TILES_A_TURN = 400;
const P95 = 0.95;
const MINUTE_MS = 60_000;
const GOAL_PROOF_MS = 5;
const GOAL_REPLAY_A_MINUTE = 2_000_000;

export async function measureProofs(where: Where, note: (line: string) => void, { events, proofs }: ProofsSize): Promise<readonly Row[]> {
  const t = openLedger(where);
  try {
    const books = await makeBooks(t, ACCOUNTS);
    for (let written = 0; written < events; written += CHUNK) {
      const commands = prepareCommands(books, Math.min(CHUNK, events - written), false);
      const { perSecond } = await measureKernel(t, { tenantId: books.tenantId, commands });
      note(`proofs  ${Math.min(written + CHUNK, events)} events are there, ${Math.round(perSecond)}/s`);
    }
    await vacuum(where);
    const p95 = await measureInclusion(t, books, { events, proofs });
    const perMinute = await measureReplay(where, books, note);
    return [
      absolute(
        { name: 'proof', title: `inclusion proof of one of ${events} events, p95`, value: p95, unit: 'ms' },
        { atMost: GOAL_PROOF_MS },
      ),
      absolute(
        { name: 'replay', title: `replay and compare ${events} events`, value: perMinute, unit: 'events/min' },
        { atLeast: GOAL_REPLAY_A_MINUTE },
      ),
    ];
  } finally {
    await t.close();
  }
}

async function measureInclusion(t: TestLedger, { tenantId }: Books, { events, proofs }: ProofsSize): Promise<number> {
  // To the head, as the worker does: where tiles are missing a proof makes them of the log.
  const head = await t.loginPool.query<{ seq: number }>('select seq from chain_heads where tenant_id = $1', [tenantId]);
  while ((await writeTiles(t.writerPool, tenantId, head.rows[0]?.seq ?? 0, TILES_A_TURN)) >= TILES_A_TURN);
  const tookMs: number[] = [];
  for (let i = 0; i < proofs; i++) {
    const seq = 1 + ((i * 7_919 * 104_729) % events);
    const startedMs = performance.now();
    const { leaf, root, path } = await read(t.readerPool, { tenantId }, async (tx) => {
      const found = await findLeaf(tx, tenantId, seq);
      if (found === null) throw new Error(`no event ${seq}`);
      const tree = new StoredTree(tx, tenantId, found.size);
      const proven = await tree.inclusion(seq - 1);
      return { leaf: found, root: await tree.root(), path: proven };
    });
    tookMs.push(performance.now() - startedMs);
    const leafHash = hashBytes(hashLeaf(fromHex(leaf.eventHash) ?? new Uint8Array()));
    if (!hashBytes(verifyInclusion(leafHash, { index: seq - 1, size: leaf.size, path }, root)))
      throw new Error(`event ${seq} is not proven`);
  }
  return tookMs.sort((a, b) => a - b)[Math.floor(proofs * P95)] ?? Number.NaN;
}

/** As the database itself does with tables that have been there for a while; as long as it takes. */
async function vacuum(where: Where): Promise<void> {
  const client = await connect(where, 'login', { statement_timeout: 0 });
  try {
    for (const table of ['events', 'postings', 'account_days', 'gl_days']) await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}

async function measureReplay(where: Where, { tenantId }: Books, note: (line: string) => void): Promise<number> {
  const client = await connect(where, 'login', { statement_timeout: 0 });
  try {
    const startedMs = performance.now();
    const report = await replay(client, tenantId);
    const tookMs = performance.now() - startedMs;
    const faults = [...report.differences, ...report.verdictFaults, report.chainFault].filter((f) => f !== null);
    if (faults.length > 0) throw new Error(`not equal: ${JSON.stringify(faults).slice(0, 2_000)}`);
    note(`proofs  replay of ${report.events} events took ${(tookMs / 1000).toFixed(1)} s`);
    return (report.events / tookMs) * MINUTE_MS;
  } finally {
    await client.end();
  }
}
