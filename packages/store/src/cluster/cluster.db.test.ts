import { randomBytes } from 'node:crypto';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { findFaults } from '@countinghouse/testkit/soundness';
import { afterEach, expect, test } from 'vitest';
import type { Ask } from '../ledger.ts';
import { Cluster } from './cluster.ts';

const db = useDatabase();
const masterKey = randomBytes(32);
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Process extends TestLedger {
  readonly cluster: Cluster;
  /** What it was asked by others. */
  readonly asked: Ask[];
  /** Ends it without a word, as a kill does. */
  die(): Promise<void>;
}

/** A server of the cluster, as far as the ledger goes. */
async function openProcess(): Promise<Process> {
  const asked: Ask[] = [];
  const errors: unknown[] = [];
  let cluster: Cluster | null = null;
  const t = openLedger(db.where, { masterKey, leaderOf: (tenantId) => cluster?.leaderOf(tenantId) ?? null });
  cluster = await Cluster.join({
    pool: t.writerPool,
    host: '127.0.0.1',
    port: 0,
    work: (ask) => {
      asked.push(ask as Ask);
      return t.ledger.decideHere(ask as Ask);
    },
    onError: (error) => errors.push(error),
  });
  const joined = cluster;
  let open = true;
  const end = async (orderly: boolean): Promise<void> => {
    if (!open) return;
    open = false;
    await (orderly ? joined.close() : joined.abandon());
    await t.close();
  };
  closing.push(() => end(true));
  return { ...t, cluster, asked, die: () => end(false) };
}

async function openProcesses(count: number): Promise<readonly Process[]> {
  const all: Process[] = [];
  for (let i = 0; i < count; i++) all.push(await openProcess());
  await expect.poll(() => all.map((p) => p.cluster.size)).toEqual(all.map(() => count));
  return all;
}

/** The same organisation, as another process posts to it. */
const through = (t: TestLedger, books: Books) => (debit: string, credit: string, amount: string) =>
  t.ledger.submit(books.tenantId, books.intent(debit, credit, amount));

const leadsOf = (processes: readonly Process[], tenantId: string): readonly Process[] =>
  processes.filter((p) => p.cluster.leaderOf(tenantId) === null);

test('one server decides for an organisation, whichever is asked; each answers as if it had decided itself', async () => {
  const processes = await openProcesses(3);
  const books = await makeBooks(processes[0] as Process, 4);
  const [leader, ...others] = leadsOf(processes, books.tenantId);
  expect(others).toEqual([]);
  const before = processes.map((p) => p.asked.length);
  for (const [i, p] of processes.entries()) {
    const outcome = written(await through(p, books)('A1', 'A2', `${i + 1}`));
    expect(outcome.events[0]).toMatchObject({ type: 'intent.executed', eventTsUs: expect.any(BigInt) });
    expect(outcome.postings[0]?.debit.code).toBe('A1');
  }
  for (const [i, p] of processes.entries()) expect(p.asked.length - (before[i] ?? 0)).toBe(p === leader ? 2 : 0);
  const refused = await through(processes.find((p) => p !== leader) as Process, books)('A1', 'NOBODY', '1');
  expect(refused).toMatchObject({ kind: 'written', events: [{ type: 'intent.rejected' }] });
  expect(await findFaults(processes[0] as Process, books.tenantId)).toEqual([]);
});

test('many at once through all of them: each key once, one log without a gap', async () => {
  const processes = await openProcesses(3);
  const books = await makeBooks(processes[0] as Process, 4);
  const intents = Array.from({ length: 300 }, (_, i) => books.intent(`A${(i % 4) + 1}`, `A${((i + 1) % 4) + 1}`, '1'));
  const outcomes = await Promise.all(
    intents.flatMap((intent, i) => [0, 1].map((k) => (processes[(i + k) % 3] as Process).ledger.submit(books.tenantId, intent))),
  );
  expect(outcomes.filter((o) => o.kind === 'written')).toHaveLength(intents.length);
  expect(outcomes.filter((o) => o.kind === 'duplicate')).toHaveLength(intents.length);
  expect(await findFaults(processes[0] as Process, books.tenantId)).toEqual([]);
});

test('what a leader could not do is told as it would be told by itself', async () => {
  const processes = await openProcesses(2);
  const books = await makeBooks(processes[0] as Process, 2);
  const [leader] = leadsOf(processes, books.tenantId);
  const follower = processes.find((p) => p !== leader) as Process;
  const actor = books.owner;
  const spoiling = { text: 'insert into no_such_table values ($1)', values: [1] };
  const command = { type: 'currency.set', actor, codes: ['USD', 'EUR'] } as never;
  const errors: unknown[] = [];
  for (const p of [leader as Process, follower])
    errors.push(await p.ledger.submit(books.tenantId, command, [spoiling]).catch((e: unknown) => e));
  expect(errors[1]).toMatchObject({ code: (errors[0] as { code: string }).code, message: (errors[0] as Error).message });
});

test('a leader that dies is followed by another, and nothing that was answered is lost', async () => {
  const processes = await openProcesses(3);
  const books = await makeBooks(processes[0] as Process, 4);
  const leader = leadsOf(processes, books.tenantId)[0] as Process;
  const left = processes.filter((p) => p !== leader);
  const answered: string[] = [];
  let stop = false;
  let longestMs = 0;
  const callers = left.map(async (p) => {
    while (!stop) {
      const intent = books.intent('A1', 'A2', '1');
      const beganMs = performance.now();
      for (;;) {
        const outcome = await p.ledger.submit(books.tenantId, intent).catch(() => null);
        if (outcome !== null && outcome.kind !== 'refused') break;
      }
      longestMs = Math.max(longestMs, performance.now() - beganMs);
      answered.push(intent.idemKey);
    }
  });
  await expect.poll(() => answered.length).toBeGreaterThan(20);
  await leader.die();
  const atDeath = answered.length;
  await expect.poll(() => answered.length).toBeGreaterThan(atDeath + 20);
  await expect.poll(() => left.map((p) => p.cluster.size)).toEqual([2, 2]);
  stop = true;
  await Promise.all(callers);
  expect(longestMs).toBeLessThan(30_000);
  const survivor = left[0] as Process;
  const found = await survivor.loginPool.query<{ count: string }>(
    'select count(*) from events where tenant_id = $1 and idem_key = any($2)',
    [books.tenantId, answered],
  );
  expect(Number(found.rows[0]?.count)).toBe(answered.length);
  expect(await findFaults(survivor, books.tenantId)).toEqual([]);
});

test('who leads again goes on from where the others left the log, without reading the whole of it', async () => {
  const first = await openProcess();
  const books = await makeBooks(first, 4);
  written(await books.post('A1', 'A2', '5'));
  const others = [await openProcess(), await openProcess(), await openProcess()];
  const all = [first, ...others];
  await expect.poll(() => all.map((p) => p.cluster.size)).toEqual([4, 4, 4, 4]);
  for (let i = 0; i < 40; i++) for (const p of all) written(await through(p, books)('A1', 'A2', '1'));
  for (const p of others) await p.cluster.close();
  await expect.poll(() => first.cluster.size).toBe(1);
  const outcome = written(await through(first, books)('A1', 'A2', '7'));
  expect(outcome.postings[0]?.row.amount).toBe('7.00000000');
  expect(await findFaults(first, books.tenantId)).toEqual([]);
});

test('a stranger who does not know the secret is not listened to', async () => {
  const { Link, makeSecret } = await import('./link.ts');
  const process = await openProcess();
  const found = await process.writerPool.query<{ port: number }>('select port from cluster.servers where id = $1', [process.cluster.id]);
  const stranger = new Link({ id: 'x', host: '127.0.0.1', port: found.rows[0]?.port ?? 0, secret: makeSecret() });
  await expect(stranger.ask({ do: 'reload', tenantId: 'x' })).rejects.toMatchObject({ asked: false });
  expect(process.asked).toEqual([]);
});
