// What somebody can do who may write to every table of the database of an archived ledger, and what the verifier says of it then.

import { hash } from 'node:crypto';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import { hashEvent, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import { type ChainKey, signHead } from '@countinghouse/store/keys/keyring';
import { hashBytes } from '@countinghouse/store/sha256';
import { parseCheckpoint } from '@countinghouse/verifier/checkpoint';
import { expect } from 'vitest';
import { type ArchivedLedger, archiveOf, type Options, type Result, verify } from './archived-ledger.ts';

export const sha256 = (text: string): string => hash('sha256', text);
/** Another payload, of the shape that its type has. */
export const altered = (payload: string): JsonObject => ({ ...(JSON.parse(payload) as JsonObject), api_key_id: 'altered' });

interface Stored {
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload: string;
  readonly signature: string | null;
}

export const parsed = (note: string) => parseCheckpoint(note) ?? expect.fail('not a checkpoint');

export type Superuser = Awaited<ReturnType<typeof openSuperuser>>;

/** Each change is taken back by whoever makes it; places are chosen by the same numbers in every run. */
export async function openSuperuser(ledger: ArchivedLedger) {
  const client = await ledger.t.loginPool.connect();

  /** The same numbers in every run. */
  let seed = 20_260_101;
  function random(below: number): number {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  }
  const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  /** An event, not the first and not the last. */
  const anywhere = (): number => 2 + random(ledger.seq - 2);
  /** The batch of an event: its first and its last. */
  function batchOf(seq: number): readonly [number, number] {
    const end = ledger.heads.findIndex((head) => head >= seq);
    return [(ledger.heads[end - 1] ?? 0) + 1, ledger.heads[end] ?? 0];
  }

  /** The first event behind a seq that records anchors. */
  const recordBehind = (seq: number): number => ledger.records.find((record) => record > seq) ?? 0;

  const sql = async (text: string, ...values: readonly unknown[]): Promise<number> =>
    (await client.query(text, [ledger.books.tenantId, ...values])).rowCount ?? 0;

  /** What the verifier says of the database as `change` leaves it; all is as before afterwards. */
  async function verifyAfter(change: () => Promise<unknown>, options: Options = {}, seq = ledger.seq): Promise<Result> {
    await client.query('begin');
    try {
      await change();
      return await verify(await archiveOf(client, ledger.books.tenantId, seq), options);
    } finally {
      await client.query('rollback');
    }
  }

  const readEvents = async (from: number): Promise<readonly Stored[]> =>
    (
      await client.query<Stored>(
        `select seq::int, event_id, event_type, to_char(event_ts at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as event_ts,
           actor_id, payload, signature
         from events where tenant_id = $1 and seq >= $2 order by seq`,
        [ledger.books.tenantId, from],
      )
    ).rows;
  const hashAt = async (seq: number): Promise<string> =>
    (
      await client.query<{ h: string }>('select event_hash as h from events where tenant_id = $1 and seq = $2', [
        ledger.books.tenantId,
        seq,
      ])
    ).rows[0]?.h ?? '0'.repeat(64);
  const hashesBefore = async (seq: number): Promise<readonly { readonly h: string }[]> =>
    (
      await client.query<{ h: string }>('select event_hash as h from events where tenant_id = $1 and seq < $2 order by seq', [
        ledger.books.tenantId,
        seq,
      ])
    ).rows;
  /** Gives the events from `from` on hashes that fit, as somebody would who knows the format. `keyAt`: and heads signed by this key, too. */
  async function chainAnew(
    from: number,
    keyAt: ((seq: number) => ChainKey | Promise<ChainKey>) | null,
    change: (payload: string) => JsonObject = altered,
  ): Promise<void> {
    let before = await hashAt(from - 1);
    const tree = new GrowingTree();
    const grow = (eventHash: string): unknown => hashBytes(tree.append(hashBytes(hashLeaf(Buffer.from(eventHash, 'hex')))));
    for (const { h } of await hashesBefore(from)) grow(h);
    for (const e of await readEvents(from)) {
      const said = e.seq === from ? change(e.payload) : (JSON.parse(e.payload) as JsonObject);
      // Snapshots name what comes before them: they are made to fit, too.
      const fits = e.event_type === 'snapshot.taken' ? { ...said, event_hash: before, root_hash: toHex(hashBytes(tree.root())) } : said;
      const payload = hashPayload(sha256, fits);
      const link = { ...e, tenant_id: ledger.books.tenantId, payload_hash: payload.hash, prev_hash: before };
      const eventHash = hashEvent(sha256, link);
      await sql(
        'update events set payload = $3, payload_hash = $4, prev_hash = $5, event_hash = $6 where tenant_id = $1 and seq = $2',
        e.seq,
        payload.text,
        payload.hash,
        before,
        eventHash,
      );
      const head = { tenant_id: ledger.books.tenantId, seq: e.seq, event_hash: eventHash, event_ts: e.event_ts };
      await sql('update signed_heads set event_hash = $3 where tenant_id = $1 and seq = $2', e.seq, eventHash);
      if (keyAt !== null) {
        const key = await keyAt(e.seq);
        await sql(
          'update signed_heads set kid = $3, signature = $4 where tenant_id = $1 and seq = $2',
          e.seq,
          key.kid,
          signHead(key, head),
        );
      }
      before = eventHash;
      grow(eventHash);
    }
    await sql('update chain_heads set event_hash = $2 where tenant_id = $1', before);
  }
  /** Makes an event one that brings a chain key of the intruder's, who then signs all from there on. */
  async function plantKey(at: number): Promise<void> {
    const { generated } = await ledger.t.keyring.generate(ledger.books.tenantId, 'Planted');
    const planted = ledger.t.keyring.get(generated.kid);
    await sql(
      `insert into signing_keys (tenant_id, kid, purpose, label, algorithm, public_jwk, user_id, status, origin, created_at, retired_at)
       select tenant_id, $3, 'chain', 'Planted', 'EdDSA', $4, null, 'SUNSETTING', 'generated', event_ts, now() from events where tenant_id = $1 and seq = $2`,
      at,
      generated.kid,
      JSON.stringify(generated.public_jwk),
    );
    await sql(
      "update events set event_type = 'key.generated', payload = $3, signature = null where tenant_id = $1 and seq = $2",
      at,
      canonicalize(generated),
    );
    await sql('delete from anchors where tenant_id = $1 and to_seq >= $2', at);
    await chainAnew(
      at,
      () => planted,
      (payload) => JSON.parse(payload) as JsonObject,
    );
  }
  /** The chain key that signs at a seq. */
  async function chainKey(seq: number) {
    const found = await client.query<{ kid: string }>(
      `select k.kid from signing_keys k join events e on e.tenant_id = k.tenant_id and e.seq = $2 and k.created_at <= e.event_ts
       where k.tenant_id = $1 and k.purpose = 'chain' order by k.created_at desc limit 1`,
      [ledger.books.tenantId, seq],
    );
    return ledger.t.keyring.get(found.rows[0]?.kid ?? '');
  }
  const executed = async (): Promise<readonly number[]> =>
    (await readEvents(1)).filter((e) => e.event_type === 'intent.executed' && !e.payload.includes('"rows":[]')).map((e) => e.seq);
  /** The notes of the anchors, as somebody kept them. */
  const keptNotes = async (): Promise<readonly string[]> =>
    (
      await client.query<{ checkpoint: string }>('select checkpoint from anchors where tenant_id = $1 order by to_seq', [
        ledger.books.tenantId,
      ])
    ).rows.map((row) => row.checkpoint);

  return {
    ledger,
    client,
    random,
    oneOf,
    anywhere,
    batchOf,
    recordBehind,
    sql,
    verifyAfter,
    readEvents,
    hashAt,
    chainAnew,
    plantKey,
    chainKey,
    executed,
    keptNotes,
  };
}
