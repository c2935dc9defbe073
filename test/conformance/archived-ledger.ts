// A ledger with every kind of event, in batches of one and of many, anchored at several sizes; and its archive as text.

import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeArchive } from '@countinghouse/store/archive/write';
import { makeAnchor, type Reference } from '@countinghouse/store/features/anchors/writes';
import { anchorLog } from '@countinghouse/testkit/anchored';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { commandsOfEveryKind } from '@countinghouse/testkit/every-kind';
import { verifyArchive } from '@countinghouse/verifier/verify';
import type pg from 'pg';

export type Result = Awaited<ReturnType<typeof verifyArchive>>;
export type Options = NonNullable<Parameters<typeof verifyArchive>[1]>;

export interface ArchivedLedger {
  readonly t: TestLedger;
  readonly books: Books;
  /** Of the last event. */
  readonly seq: number;
  /** Where batches end, ascending. */
  readonly heads: readonly number[];
  /** Sizes of the anchors, ascending. */
  readonly anchors: readonly number[];
  /** Events that record anchors, ascending: one behind each but the last, which is not kept outside yet. */
  readonly records: readonly number[];
}

const AT_ONCE = 12;
const ANCHORS = 5;

/** `stamp` is asked for the reference of every second checkpoint; the object store has the others, but for the last. */
export async function openArchivedLedger(
  where: Parameters<typeof openLedger>[0],
  stamp: (checkpoint: string) => Promise<Reference>,
): Promise<ArchivedLedger> {
  const t = openLedger(where);
  const books = await makeBooks(t, 6);
  const anchor = (n: number): Promise<number> => anchorLog(t, books.tenantId, ...(n % 2 === 0 ? [stamp] : []));
  const several = async (n: number): Promise<void> => {
    const account = (i: number): string => books.accounts[i % books.accounts.length] ?? '';
    const posts = Array.from({ length: AT_ONCE }, (_, i) => books.post(account(n + i), account(n + i + 1 + (n % 3)), `${n + 1}.${i + 10}`));
    for (const outcome of await Promise.all(posts)) written(outcome);
  };
  for (const command of commandsOfEveryKind(books)) {
    if (command.type === 'tenant.archive') {
      // While it still takes postings: batches of many, with an anchor after each.
      for (let n = 0; n < ANCHORS; n++) {
        await anchor(n);
        await several(n);
        if (n === 2) await rotate(t, books);
        await sleep(1);
      }
    }
    written(await books.submit(command));
  }
  await makeAnchor(t.writerPool, t.keyring, books.tenantId, null);
  const found = await t.loginPool.query<{ heads: number[]; anchors: number[]; records: number[] }>(
    `select (select array_agg(seq::int order by seq) from signed_heads where tenant_id = $1) as heads,
       (select array_agg(to_seq::int order by to_seq) from anchors where tenant_id = $1) as anchors,
       (select array_agg(seq::int order by seq) from events where tenant_id = $1 and event_type = 'log.anchored') as records`,
    [books.tenantId],
  );
  const { heads = [], anchors = [], records = [] } = found.rows[0] ?? {};
  return { t, books, heads, anchors, records, seq: heads.at(-1) ?? 0 };
}

/** Another chain key from here on. */
async function rotate({ keyring, writerPool, ledger }: TestLedger, { tenantId, owner }: Books): Promise<void> {
  const found = await writerPool.query<{ kid: string }>(
    "select kid from signing_keys where tenant_id = $1 and purpose = 'chain' and status = 'ACTIVE'",
    [tenantId],
  );
  const { generated, store } = await keyring.succeed(writerPool, tenantId, found.rows[0]?.kid ?? '', 'Second chain key');
  written(await ledger.submit(tenantId, { type: 'key.add', actor: owner, origin: 'generated', key: generated }, [store]));
}

/** What `countinghouse archive` would write, read in whatever transaction the client is in. */
export async function archiveOf(client: pg.ClientBase, tenantId: string, seq: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk);
      done();
    },
  });
  await writeArchive(client, tenantId, seq, sink);
  return Buffer.concat(parts);
}

export const verify = (archive: Buffer, options: Options = {}): Promise<Result> => verifyArchive(chunksOf(archive), options);

async function* chunksOf(archive: Buffer): AsyncGenerator<Uint8Array> {
  yield archive;
}
