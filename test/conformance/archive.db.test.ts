// The verifier against archives that the system wrote: sound ones are proven, and whatever a superuser changes in the database is
// found, at its place. Each change is made in a transaction of its own, archived from there, and taken back.

import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import { hashEvent, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import { requestTimeStamp } from '@countinghouse/server/features/anchors/time-stamp';
import { originOf, signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { type ChainKey, signHead } from '@countinghouse/store/keys/keyring';
import { hashBytes } from '@countinghouse/store/sha256';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { openTimeStampAuthority, type TimeStampAuthority } from '@countinghouse/testkit/time-stamp-authority';
import { parseCheckpoint } from '@countinghouse/verifier/checkpoint';
import { keptHeadText, parseKeptHead } from '@countinghouse/verifier/kept';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../tools/system-programs.ts';
import { type ArchivedLedger, archiveOf, type Options, openArchivedLedger, type Result, verify } from './archived-ledger.ts';

/** Of each tampering of the matrix. Source: reliability.md, tamper. */
const PLACES = inForm(5, 20);
/** Of those beyond it. */
const PLACES_MORE = inForm(2, 5);

const db = useDatabase();
/** Without openssl the object store is the only place. */
const stamps = has('openssl');
let authority: TimeStampAuthority | null = null;
let ledger: ArchivedLedger;
let superuser: pg.PoolClient;

beforeAll(async () => {
  authority = stamps ? await openTimeStampAuthority() : null;
  ledger = await openArchivedLedger(db.where, async (checkpoint) => {
    if (authority === null) return { ref: `sha256:${sha256(checkpoint)}`, timeStamp: null };
    const { token, serial, at } = await requestTimeStamp(authority.url, checkpoint);
    return { ref: `rfc3161:${serial}@${at.toISOString()}`, timeStamp: token };
  });
  superuser = await ledger.t.loginPool.connect();
});
afterAll(async () => {
  superuser.release();
  await ledger.t.close();
  await authority?.close();
});

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
  (await superuser.query(text, [ledger.books.tenantId, ...values])).rowCount ?? 0;

/** What the verifier says of the database as `change` leaves it; all is as before afterwards. */
async function verifyAfter(change: () => Promise<unknown>, options: Options = {}, seq = ledger.seq): Promise<Result> {
  await superuser.query('begin');
  try {
    await change();
    return await verify(await archiveOf(superuser, ledger.books.tenantId, seq), options);
  } finally {
    await superuser.query('rollback');
  }
}

interface Stored {
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload: string;
  readonly signature: string | null;
}

const readEvents = async (from: number): Promise<readonly Stored[]> =>
  (
    await superuser.query<Stored>(
      `select seq::int, event_id, event_type, to_char(event_ts at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as event_ts,
         actor_id, payload, signature
       from events where tenant_id = $1 and seq >= $2 order by seq`,
      [ledger.books.tenantId, from],
    )
  ).rows;
const hashAt = async (seq: number): Promise<string> =>
  (
    await superuser.query<{ h: string }>('select event_hash as h from events where tenant_id = $1 and seq = $2', [
      ledger.books.tenantId,
      seq,
    ])
  ).rows[0]?.h ?? '0'.repeat(64);
const hashesBefore = async (seq: number): Promise<readonly { readonly h: string }[]> =>
  (
    await superuser.query<{ h: string }>('select event_hash as h from events where tenant_id = $1 and seq < $2 order by seq', [
      ledger.books.tenantId,
      seq,
    ])
  ).rows;
const sha256 = (text: string): string => hash('sha256', text);
/** Another payload, of the shape that its type has. */
const altered = (payload: string): JsonObject => ({ ...(JSON.parse(payload) as JsonObject), api_key_id: 'altered' });

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
      await sql('update signed_heads set kid = $3, signature = $4 where tenant_id = $1 and seq = $2', e.seq, key.kid, signHead(key, head));
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
  const found = await superuser.query<{ kid: string }>(
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
    await superuser.query<{ checkpoint: string }>('select checkpoint from anchors where tenant_id = $1 order by to_seq', [
      ledger.books.tenantId,
    ])
  ).rows.map((row) => row.checkpoint);
const parsed = (note: string) => parseCheckpoint(note) ?? expect.fail('not a checkpoint');

describe('an archive that nobody touched', () => {
  test('is proven, at every place where a batch ended', async () => {
    const { heads, anchors, seq, books } = ledger;
    expect(seq).toBeGreaterThan(140);
    expect(heads.length).toBeLessThan(seq);
    for (const at of heads) {
      const r = await verifyAfter(async () => {}, {}, at);
      expect([at, r.fault]).toEqual([at, null]);
      expect([r.events, r.heads]).toEqual([at, heads.filter((h) => h <= at).length]);
      expect(r.headHash).toBe(await hashAt(at));
    }
    const r = await verifyAfter(async () => {}, { kept: (await keptNotes()).map(parsed) });
    expect(r.fault).toBeNull();
    expect(r).toMatchObject({
      tenantId: books.tenantId,
      anchors: anchors.length,
      keptOutside: 5,
      recordedTo: anchors.at(-2),
      timeStamps: stamps ? 3 : 0,
      timeStampsSigned: stamps ? 3 : 0,
      keysGiven: false,
    });
    expect(r.kept.map(({ size }) => size)).toEqual(anchors);
    if (stamps) expect(r.lastTimeStamped?.timeStamp).toMatchObject({ signed: true, signer: 'CN=Test time-stamps' });
  });
  test('is proven by a log that has gone on since', async () => {
    const [at = 0, later = 0] = [ledger.heads.at(-10), ledger.heads.at(-9)];
    const r = await verifyAfter(() => sql('update accounts set balance = balance where tenant_id = $1'), {}, at);
    expect([r.fault, r.events]).toEqual([null, at]);
    const broken = await verifyAfter(() => sql('update accounts set balance = balance + 1 where tenant_id = $1'), {}, later);
    expect(broken.fault).toMatchObject({ code: 'stored_balance', seq: later });
  });
});

type Code = NonNullable<Result['fault']>['code'];

/** A change, made somewhere: the seqs of which the first fault must name one, and the codes it may have. */
type Tampering = () => Promise<{
  readonly change: () => Promise<unknown>;
  readonly at: readonly number[];
  readonly codes: readonly Code[];
  readonly options?: Options;
}>;

const column = (name: string, value: string, codes: readonly Code[]): Tampering => {
  return async () => {
    const at = anywhere();
    return { change: () => sql(`update events set ${name} = ${value} where tenant_id = $1 and seq = $2`, at), at: [at], codes };
  };
};

const accountTampering = (change: string): Tampering => {
  return async () => ({
    change: () => sql(`${change} and id = (select id from accounts where tenant_id = $1 order by id offset $2 limit 1)`, random(6)),
    at: [ledger.seq],
    codes: ['stored_balance'],
  });
};

const anchorTampering = (set: string, codes: readonly Code[]): Tampering => {
  return async () => {
    const size = oneOf(ledger.anchors);
    return { change: () => sql(`update anchors set ${set} where tenant_id = $1 and to_seq = $2`, size), at: [size], codes };
  };
};

/** Of an anchor that an event records. */
const recordedTampering = (change: (size: number) => Promise<unknown>): Tampering => {
  return async () => {
    const size = oneOf(ledger.anchors.slice(0, -1));
    return { change: () => change(size), at: [recordBehind(size)], codes: ['log_anchored'] };
  };
};

const tamperings: Readonly<Record<string, Tampering>> = {
  'a character of a payload': async () => {
    const at = anywhere();
    const [event] = (await readEvents(at)).slice(0, 1);
    const text = event?.payload ?? '';
    const i = random(text.length);
    const changed = `${text.slice(0, i)}${text[i] === 'x' ? 'y' : 'x'}${text.slice(i + 1)}`;
    return {
      change: () => sql('update events set payload = $3 where tenant_id = $1 and seq = $2', at, changed),
      at: [at],
      codes: ['payload_hash'],
    };
  },
  'an amount of an event': async () => {
    const at = oneOf(await executed());
    const set = `payload = regexp_replace(payload, '"amount":"[0-9]+', '"amount":"77777')`;
    return { change: () => sql(`update events set ${set} where tenant_id = $1 and seq = $2`, at), at: [at], codes: ['payload_hash'] };
  },
  'an amount of an event, and the hash of its payload': async () => {
    const at = oneOf(await executed());
    const payload = `regexp_replace(payload, '"amount":"[0-9]+', '"amount":"77777')`;
    const set = `payload = ${payload}, payload_hash = encode(sha256(convert_to(${payload}, 'utf8')), 'hex')`;
    return { change: () => sql(`update events set ${set} where tenant_id = $1 and seq = $2`, at), at: [at], codes: ['event_hash'] };
  },
  'an amount of a stored posting': async () => ({
    change: async () => sql('update postings set amount = amount + 0.01 where tenant_id = $1 and seq = $2', oneOf(await executed())),
    at: [ledger.seq],
    codes: ['stored_postings'],
  }),
  'a stored posting that is gone': async () => ({
    change: async () => sql('delete from postings where tenant_id = $1 and seq = $2', oneOf(await executed())),
    at: [ledger.seq],
    codes: ['stored_postings'],
  }),
  'an actor': column('actor_id', "'somebody else'", ['event_hash']),
  'a type': column('event_type', "event_type || 'x'", ['event_hash']),
  'an id': column('event_id', 'gen_random_uuid()', ['event_hash']),
  'a time': column('event_ts', "event_ts + interval '1 microsecond' * (1 + random() * 1000000)::int", ['event_hash']),
  'a signature': column('signature', "'e30..AAAA'", ['event_hash']),
  'a hash of an event': column('event_hash', "encode(sha256(convert_to(event_hash, 'utf8')), 'hex')", ['event_hash']),
  'the event before': column('prev_hash', "encode(sha256(convert_to(prev_hash, 'utf8')), 'hex')", ['prev_hash']),
  'the way it is hashed': column('hash_version', '2', ['hash_version']),
  'the first event, gone': async () => ({
    change: () => sql('delete from events where tenant_id = $1 and seq = 1'),
    at: [1],
    codes: ['seq'],
  }),
  'an event in the middle, gone': async () => {
    const at = anywhere();
    return { change: () => sql('delete from events where tenant_id = $1 and seq = $2', at), at: [at], codes: ['seq'] };
  },
  'the last event, gone': async () => ({
    change: () => sql('delete from events where tenant_id = $1 and seq = $2', ledger.seq),
    at: [ledger.seq],
    codes: ['seq'],
  }),
  'the last event, gone with its signed head and anchor, the head of the log set back': async () => ({
    change: async () => {
      await sql('delete from events where tenant_id = $1 and seq = $2', ledger.seq);
      await sql('delete from signed_heads where tenant_id = $1 and seq = $2', ledger.seq);
      await sql('delete from anchors where tenant_id = $1 and to_seq = $2', ledger.seq);
    },
    at: [ledger.seq],
    codes: ['archive_head'],
  }),
  'two events changed over': async () => {
    const [a, b] = [anywhere(), anywhere()].sort((x, y) => x - y) as [number, number];
    const other = a === b ? a + 1 : b;
    const move = (from: number, to: number): Promise<number> =>
      sql('update events set seq = $3 where tenant_id = $1 and seq = $2', from, to);
    return {
      change: async () => {
        await move(a, 1_000_000);
        await move(other, a);
        await move(1_000_000, other);
      },
      at: [a],
      codes: ['prev_hash'],
    };
  },
  'an event put in': async () => {
    const at = anywhere();
    return {
      change: async () => {
        const before = await hashAt(at - 1);
        const [event] = await readEvents(at);
        if (event === undefined) throw new Error('no event');
        await sql('update events set seq = seq + 1000000 where tenant_id = $1 and seq >= $2', at);
        await sql('update events set seq = seq - 999999 where tenant_id = $1 and seq > 1000000');
        const payload = hashPayload(sha256, { code: 'JPY' });
        const ts = event.event_ts.replace(/\d\d\dZ$/, '000Z');
        const put = { ...event, event_id: crypto.randomUUID(), event_type: 'currency.allowed', event_ts: ts, signature: null };
        const eventHash = hashEvent(sha256, { ...put, tenant_id: ledger.books.tenantId, payload_hash: payload.hash, prev_hash: before });
        await sql(
          `insert into events (tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, hash_version)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1)`,
          ...[at, put.event_id, put.event_type, ts, put.actor_id, payload.text, payload.hash, before, eventHash],
        );
      },
      // It fits where it stands; what it pushed on does not.
      at: [at, at + 1, batchOf(at)[0]],
      codes: ['prev_hash', 'event_ts', 'head'],
    };
  },
  'an event put behind the last': async () => ({
    change: async () => {
      const [last] = await readEvents(ledger.seq);
      if (last === undefined) throw new Error('no event');
      const payload = hashPayload(sha256, altered(last.payload));
      const put = { ...last, seq: ledger.seq + 1, event_id: crypto.randomUUID(), event_ts: '2096-01-01T00:00:00.000000Z' };
      const before = await hashAt(ledger.seq);
      const eventHash = hashEvent(sha256, { ...put, tenant_id: ledger.books.tenantId, payload_hash: payload.hash, prev_hash: before });
      await sql(
        `insert into events (tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, hash_version)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1)`,
        ...[put.seq, put.event_id, put.event_type, put.event_ts, put.actor_id, payload.text, payload.hash, before, eventHash],
      );
    },
    at: [ledger.seq + 1],
    codes: ['archive_head'],
  }),
  'a suffix with fresh hashes': async () => {
    const at = anywhere();
    return { change: () => chainAnew(at, null), at: [batchOf(at)[0]], codes: ['head'] };
  },
  'a suffix with fresh hashes, without the heads that were signed over it': async () => {
    const at = anywhere();
    return {
      change: async () => {
        await chainAnew(at, null);
        await sql('delete from signed_heads where tenant_id = $1 and seq >= $2', at);
        await sql('delete from anchors where tenant_id = $1 and to_seq >= $2', at);
      },
      // An event that records them is behind it, or nothing is and the end is bare.
      at: [recordBehind(at) || batchOf(at)[0]],
      codes: ['log_anchored', 'uncovered'],
    };
  },
  'a suffix with fresh hashes that the chain key signed, against the anchors of before': async () => {
    const at = anywhere();
    return { change: () => chainAnew(at, chainKey), at: ledger.anchors.filter((size) => size >= at).slice(0, 1), codes: ['anchor'] };
  },
  'a suffix with fresh hashes that the chain key signed, against a checkpoint that was kept': async () => {
    const at = anywhere();
    const kept = (await keptNotes()).map(parsed);
    const good = kept.filter(({ size }) => size < at).at(-1)?.size ?? 0;
    const change = async (): Promise<void> => {
      await chainAnew(at, chainKey);
      await sql('delete from anchors where tenant_id = $1 and to_seq >= $2', at);
    };
    return { change, at: [good + 1], codes: ['kept_checkpoint'], options: { kept } };
  },
  'a suffix with fresh hashes, signed by a key that was planted in it': async () => {
    // Without the key of the system the best that can be done: an event of one's own that brings another.
    const at = oneOf((await readEvents(3)).filter((e) => e.event_type === 'intent.executed').map((e) => e.seq));
    return { change: () => plantKey(at), at: [at], codes: ['key'] };
  },
  'a balance': accountTampering('update accounts set balance = balance + 0.00000001 where tenant_id = $1'),
  'an account that is gone': async () => ({
    change: () =>
      sql(
        'delete from accounts where tenant_id = $1 and id = (select id from accounts where tenant_id = $1 order by id offset $2 limit 1)',
        random(6),
      ),
    at: [ledger.seq],
    codes: ['stored_account'],
  }),
  'the key that signs': async () => ({
    change: () => sql(`update signing_keys set public_jwk = replace(public_jwk, '"x":"', '"x":"A') where tenant_id = $1`),
    at: [3],
    codes: ['stored_key'],
  }),
  'the root of an anchor': anchorTampering('root = sha256(root)', ['anchor']),
  'the checkpoint of an anchor': anchorTampering("checkpoint = replace(checkpoint, E'\\n\\n', E'\\nmore\\n\\n')", ['checkpoint']),
  'the signature of an anchor': anchorTampering("checkpoint = overlay(checkpoint placing 'AAAA' from length(checkpoint) - 12)", [
    'checkpoint',
  ]),
  'the key of an anchor': anchorTampering("kid = 'another'", ['checkpoint']),
  'the reference of an anchor': anchorTampering(`anchored_at = now(), anchor_ref = 'sha256:${'0'.repeat(64)}'`, ['time_stamp']),
  'the time-stamp of an anchor': async () => {
    const size = oneOf(ledger.anchors.filter((_, i) => i % 2 === 0));
    const found = await superuser.query<{ checkpoint: string; token: Buffer }>(
      'select checkpoint, time_stamp as token from anchors where tenant_id = $1 and to_seq = $2',
      [ledger.books.tenantId, size],
    );
    const { checkpoint = '', token = Buffer.alloc(0) } = found.rows[0] ?? {};
    // What the authority said, from the hash of the text on, or its signature, which stands at the end.
    const byte = random(2) === 0 ? token.indexOf(hash('sha256', checkpoint, 'buffer')) + random(60) : token.length - 1 - random(256);
    const set = 'time_stamp = set_byte(time_stamp, $3, get_byte(time_stamp, $3) # 1)';
    return {
      change: () => sql(`update anchors set ${set} where tenant_id = $1 and to_seq = $2`, size, byte),
      at: [size],
      codes: ['time_stamp'],
    };
  },
  'where an anchor ends': async () => {
    const size = oneOf(ledger.anchors.slice(0, -1));
    const to = size + 1 + random(3);
    return {
      change: () => sql('update anchors set to_seq = $3 where tenant_id = $1 and to_seq = $2', size, to),
      at: [Math.min(to, recordBehind(size))],
      codes: ['anchor', 'log_anchored'],
    };
  },
  'an anchor that is gone': recordedTampering((size) => sql('delete from anchors where tenant_id = $1 and to_seq = $2', size)),
  'the last anchor that is recorded, and all behind it': async () => {
    const size = ledger.anchors.at(-2) ?? 0;
    const change = (): Promise<number> => sql('delete from anchors where tenant_id = $1 and to_seq >= $2', size);
    return { change, at: [recordBehind(size)], codes: ['log_anchored'] };
  },
  'all anchors': async () => ({
    change: () => sql('delete from anchors where tenant_id = $1'),
    at: ledger.records.slice(0, 1),
    codes: ['log_anchored'],
  }),
  'the reference of an anchor, taken away': recordedTampering((size) =>
    sql('update anchors set anchored_at = null, anchor_ref = null, time_stamp = null where tenant_id = $1 and to_seq = $2', size),
  ),
  'a time-stamp that is replaced by a reference to the object store': async () => {
    const i = 2 * random(ledger.anchors.length / 2);
    const set = "time_stamp = null, anchor_ref = 'sha256:' || encode(sha256(convert_to(checkpoint, 'UTF8')), 'hex')";
    const size = ledger.anchors[i] ?? 0;
    return {
      change: () => sql(`update anchors set ${set} where tenant_id = $1 and to_seq = $2`, size),
      at: [recordBehind(size)],
      codes: ['log_anchored'],
    };
  },
  'a signed head that is gone': async () => {
    const head = oneOf(ledger.heads.filter((seq) => seq <= (ledger.anchors.at(-2) ?? 0)));
    return {
      change: () => sql('delete from signed_heads where tenant_id = $1 and seq = $2', head),
      at: [recordBehind(head)],
      codes: ['log_anchored'],
    };
  },
  'an anchor of what never was': async () => ({
    change: async () => {
      const root = Buffer.alloc(32, 7);
      const note = signCheckpoint(await chainKey(ledger.seq), { origin: originOf(ledger.books.tenantId), size: ledger.seq + 5, root });
      await sql(
        `insert into anchors (tenant_id, id, from_seq, to_seq, root, checkpoint, kid)
         values ($1, gen_random_uuid(), $2, $3, $4, $5, (select kid from signing_keys where tenant_id = $1 and purpose = 'chain' and status = 'ACTIVE'))`,
        ...[ledger.seq, ledger.seq + 5, root, note],
      );
    },
    at: [ledger.seq + 1],
    codes: ['anchor'],
  }),
};

/** What is beyond the matrix: other columns, other ways to the same end. */
const more: readonly string[] = [
  'an amount of an event, and the hash of its payload',
  'a stored posting that is gone',
  'a type',
  'an id',
  'a hash of an event',
  'the event before',
  'the way it is hashed',
  'the last event, gone with its signed head and anchor, the head of the log set back',
  'an event put behind the last',
  'a suffix with fresh hashes, without the heads that were signed over it',
  'a suffix with fresh hashes that the chain key signed, against the anchors of before',
  'an account that is gone',
  'the key that signs',
  'the signature of an anchor',
  'the key of an anchor',
  'an anchor of what never was',
  'the last anchor that is recorded, and all behind it',
  'all anchors',
];

describe('wherever it is, the verifier finds', () => {
  test.each(Object.entries(tamperings).filter(([what]) => stamps || !what.includes('time-stamp')))('%s', async (what, tampering) => {
    const places = more.includes(what) ? PLACES_MORE : PLACES;
    for (let n = 0; n < places; n++) {
      const { change, at, codes, options } = await tampering();
      const { fault } = await verifyAfter(change, options);
      expect([fault?.message, codes.includes(fault?.code as Code), at.includes(fault?.seq ?? 0)]).toEqual([fault?.message, true, true]);
    }
    expect((await verifyAfter(async () => {})).fault).toBeNull();
  });
  test('an older copy put back, by a checkpoint that was kept; without one it says what it could not prove', async () => {
    const kept = (await keptNotes()).map(parsed).slice(-1);
    for (let n = 0; n < PLACES; n++) {
      const older = oneOf(ledger.heads.slice(0, -1));
      const { fault } = await verifyAfter(async () => {}, { kept }, older);
      expect(fault).toMatchObject({ seq: older + 1, code: 'kept_checkpoint' });
    }
  });
  test('a clean cut behind the last checkpoint that was kept, by the signed head that was kept with it', async () => {
    const { lastHead, tenantId } = await verifyAfter(async () => {});
    const head = lastHead === null ? null : parseKeptHead(keptHeadText(tenantId, lastHead));
    if (head === null) throw new Error('no signed head');
    for (let n = 0; n < PLACES; n++) {
      const older = oneOf(ledger.heads.slice(0, -1));
      expect((await verifyAfter(async () => {}, {}, older)).fault).toBeNull();
      const { fault } = await verifyAfter(async () => {}, { keptHeads: [head] }, older);
      expect(fault).toMatchObject({ seq: older + 1, code: 'kept_head' });
    }
    expect(await verifyAfter(async () => {}, { keptHeads: [head] })).toMatchObject({ fault: null, keptHeads: [ledger.seq] });
  });
});

describe.skipIf(!has('python3'))('a program in another language, written from the format pages alone,', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-archive-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const program = fileURLToPath(new URL('./check-archive.py', import.meta.url));
  const check = (archive: Buffer): unknown => {
    const file = path.join(folder, 'archive');
    writeFileSync(file, archive);
    return JSON.parse(execFileSync('python3', [program, file], { encoding: 'utf8' }));
  };
  test('comes to the same root and head, compressed or not', async () => {
    const archive = await archiveOf(superuser, ledger.books.tenantId, ledger.seq);
    const { root, headHash, events, heads } = await verify(archive);
    const told = { fault: null, events, head: headHash, root, heads };
    expect(check(archive)).toEqual(told);
    expect(check(gzipSync(archive))).toEqual(told);
  });
  const shared = [
    'a character of a payload',
    'an event in the middle, gone',
    'a stored posting that is gone',
    'the root of an anchor',
    'all anchors',
    'the reference of an anchor, taken away',
    'a signed head that is gone',
    'a balance',
  ];
  test.each(shared)('finds the same fault at the same place: %s', async (what) => {
    const { change } = (await tamperings[what]?.()) ?? expect.fail('no such tampering');
    await superuser.query('begin');
    try {
      await change();
      const archive = await archiveOf(superuser, ledger.books.tenantId, ledger.seq);
      const { fault } = await verify(archive);
      expect(check(archive)).toMatchObject({ fault: { seq: fault?.seq, code: fault?.code } });
    } finally {
      await superuser.query('rollback');
    }
  });
});
