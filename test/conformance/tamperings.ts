// What is changed in the database of an archived ledger, somewhere, and where and as what the verifier must find it.

import { hash } from 'node:crypto';
import { hashEvent, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import { originOf, signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { changeEvents } from '@countinghouse/testkit/changed-events';
import type { Options, Result } from './archived-ledger.ts';
import { altered, parsed, type Superuser, sha256 } from './superuser.ts';

export type Code = NonNullable<Result['fault']>['code'];

/** A change, made somewhere: the seqs of which the first fault must name one, and the codes it may have. */
type Tampering = (by: Superuser) => Promise<{
  readonly change: () => Promise<unknown>;
  readonly at: readonly number[];
  readonly codes: readonly Code[];
  readonly options?: Options;
}>;

const column = (name: string, value: string, codes: readonly Code[]): Tampering => {
  return async (by) => {
    const at = by.anywhere();
    const change = () => changeEvents(by.client, by.ledger.books.tenantId, { column: name, to: value, where: `seq = ${at}` });
    return { change, at: [at], codes };
  };
};

const accountTampering = (change: string): Tampering => {
  return async (by) => ({
    change: () => by.sql(`${change} and id = (select id from accounts where tenant_id = $1 order by id offset $2 limit 1)`, by.random(6)),
    at: [by.ledger.seq],
    codes: ['stored_balance'],
  });
};

const anchorTampering = (set: string, codes: readonly Code[]): Tampering => {
  return async (by) => {
    const size = by.oneOf(by.ledger.anchors);
    return { change: () => by.sql(`update anchors set ${set} where tenant_id = $1 and to_seq = $2`, size), at: [size], codes };
  };
};

/** Of an anchor that an event records. */
const recordedTampering = (change: (size: number, by: Superuser) => Promise<unknown>): Tampering => {
  return async (by) => {
    const size = by.oneOf(by.ledger.anchors.slice(0, -1));
    return { change: () => change(size, by), at: [by.recordBehind(size)], codes: ['log_anchored'] };
  };
};

export const tamperings: Readonly<Record<string, Tampering>> = {
  'a character of a payload': async (by) => {
    const at = by.anywhere();
    const [event] = (await by.readEvents(at)).slice(0, 1);
    const text = event?.payload ?? '';
    const i = by.random(text.length);
    const changed = `${text.slice(0, i)}${text[i] === 'x' ? 'y' : 'x'}${text.slice(i + 1)}`;
    return {
      change: () => by.sql('update events set payload = $3 where tenant_id = $1 and seq = $2', at, changed),
      at: [at],
      codes: ['payload_hash'],
    };
  },
  'an amount of an event': async (by) => {
    const at = by.oneOf(await by.executed());
    const set = `payload = regexp_replace(payload, '"amount":"[0-9]+', '"amount":"77777')`;
    return { change: () => by.sql(`update events set ${set} where tenant_id = $1 and seq = $2`, at), at: [at], codes: ['payload_hash'] };
  },
  'an amount of an event, and the hash of its payload': async (by) => {
    const at = by.oneOf(await by.executed());
    const payload = `regexp_replace(payload, '"amount":"[0-9]+', '"amount":"77777')`;
    const hashOfIt = `encode(sha256(convert_to(payload, 'utf8')), 'hex')`;
    const change = async (): Promise<void> => {
      for (const [column, to] of [
        ['payload', payload],
        ['payload_hash', hashOfIt],
      ] as const)
        await changeEvents(by.client, by.ledger.books.tenantId, { column, to, where: `seq = ${at}` });
    };
    return { change, at: [at], codes: ['event_hash'] };
  },
  'an amount of a stored posting': async (by) => ({
    change: async () =>
      by.sql('update postings set amount = amount + 0.01 where tenant_id = $1 and seq = $2', by.oneOf(await by.executed())),
    at: [by.ledger.seq],
    codes: ['stored_postings'],
  }),
  'a stored posting that is gone': async (by) => ({
    change: async () => by.sql('delete from postings where tenant_id = $1 and seq = $2', by.oneOf(await by.executed())),
    at: [by.ledger.seq],
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
  'the first event, gone': async (by) => ({
    change: () => by.sql('delete from events where tenant_id = $1 and seq = 1'),
    at: [1],
    codes: ['seq'],
  }),
  'an event in the middle, gone': async (by) => {
    const at = by.anywhere();
    return { change: () => by.sql('delete from events where tenant_id = $1 and seq = $2', at), at: [at], codes: ['seq'] };
  },
  'the last event, gone': async (by) => ({
    change: () => by.sql('delete from events where tenant_id = $1 and seq = $2', by.ledger.seq),
    at: [by.ledger.seq],
    codes: ['seq'],
  }),
  'the last event, gone with its signed head and anchor, the head of the log set back': async (by) => ({
    change: async () => {
      await by.sql('delete from events where tenant_id = $1 and seq = $2', by.ledger.seq);
      await by.sql('delete from signed_heads where tenant_id = $1 and seq = $2', by.ledger.seq);
      await by.sql('delete from anchors where tenant_id = $1 and to_seq = $2', by.ledger.seq);
    },
    at: [by.ledger.seq],
    codes: ['archive_head'],
  }),
  'two events changed over': async (by) => {
    const [a, b] = [by.anywhere(), by.anywhere()].sort((x, y) => x - y) as [number, number];
    const other = a === b ? a + 1 : b;
    const move = (from: number, to: number): Promise<number> =>
      by.sql('update events set seq = $3 where tenant_id = $1 and seq = $2', from, to);
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
  'an event put in': async (by) => {
    const at = by.anywhere();
    return {
      change: async () => {
        const before = await by.hashAt(at - 1);
        const [event] = await by.readEvents(at);
        if (event === undefined) throw new Error('no event');
        await by.sql('update events set seq = seq + 1000000 where tenant_id = $1 and seq >= $2', at);
        await by.sql('update events set seq = seq - 999999 where tenant_id = $1 and seq > 1000000');
        const payload = hashPayload(sha256, { code: 'JPY' });
        const ts = event.event_ts.replace(/\d\d\dZ$/, '000Z');
        const put = { ...event, event_id: crypto.randomUUID(), event_type: 'currency.allowed', event_ts: ts, signature: null };
        const eventHash = hashEvent(sha256, { ...put, tenant_id: by.ledger.books.tenantId, payload_hash: payload.hash, prev_hash: before });
        await by.sql(
          `insert into events (tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, hash_version)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1)`,
          ...[at, put.event_id, put.event_type, ts, put.actor_id, payload.text, payload.hash, before, eventHash],
        );
      },
      // It fits where it stands; what it pushed on does not.
      at: [at, at + 1, by.batchOf(at)[0]],
      codes: ['prev_hash', 'event_ts', 'head'],
    };
  },
  'an event put behind the last': async (by) => ({
    change: async () => {
      const [last] = await by.readEvents(by.ledger.seq);
      if (last === undefined) throw new Error('no event');
      const payload = hashPayload(sha256, altered(last.payload));
      const put = { ...last, seq: by.ledger.seq + 1, event_id: crypto.randomUUID(), event_ts: '2096-01-01T00:00:00.000000Z' };
      const before = await by.hashAt(by.ledger.seq);
      const eventHash = hashEvent(sha256, { ...put, tenant_id: by.ledger.books.tenantId, payload_hash: payload.hash, prev_hash: before });
      await by.sql(
        `insert into events (tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, hash_version)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1)`,
        ...[put.seq, put.event_id, put.event_type, put.event_ts, put.actor_id, payload.text, payload.hash, before, eventHash],
      );
    },
    at: [by.ledger.seq + 1],
    codes: ['archive_head'],
  }),
  'a suffix with fresh hashes': async (by) => {
    const at = by.anywhere();
    return { change: () => by.chainAnew(at, null), at: [by.batchOf(at)[0]], codes: ['head'] };
  },
  'a suffix with fresh hashes, without the heads that were signed over it': async (by) => {
    const at = by.anywhere();
    return {
      change: async () => {
        await by.chainAnew(at, null);
        await by.sql('delete from signed_heads where tenant_id = $1 and seq >= $2', at);
        await by.sql('delete from anchors where tenant_id = $1 and to_seq >= $2', at);
      },
      // An event that records them is behind it, or nothing is and the end is bare.
      at: [by.recordBehind(at) || by.batchOf(at)[0]],
      codes: ['log_anchored', 'uncovered'],
    };
  },
  'a suffix with fresh hashes that the chain key signed, against the anchors of before': async (by) => {
    const at = by.anywhere();
    return {
      change: () => by.chainAnew(at, by.chainKey),
      at: by.ledger.anchors.filter((size) => size >= at).slice(0, 1),
      codes: ['anchor'],
    };
  },
  'a suffix with fresh hashes that the chain key signed, against a checkpoint that was kept': async (by) => {
    const at = by.anywhere();
    const kept = (await by.keptNotes()).map(parsed);
    const good = kept.filter(({ size }) => size < at).at(-1)?.size ?? 0;
    const change = async (): Promise<void> => {
      await by.chainAnew(at, by.chainKey);
      await by.sql('delete from anchors where tenant_id = $1 and to_seq >= $2', at);
    };
    return { change, at: [good + 1], codes: ['kept_checkpoint'], options: { kept } };
  },
  'a suffix with fresh hashes, signed by a key that was planted in it': async (by) => {
    // Without the key of the system the best that can be done: an event of one's own that brings another.
    const at = by.oneOf((await by.readEvents(3)).filter((e) => e.event_type === 'intent.executed').map((e) => e.seq));
    return { change: () => by.plantKey(at), at: [at], codes: ['key'] };
  },
  'a balance': accountTampering('update accounts set balance = balance + 0.00000001 where tenant_id = $1'),
  'an account that is gone': async (by) => ({
    change: () =>
      by.sql(
        'delete from accounts where tenant_id = $1 and id = (select id from accounts where tenant_id = $1 order by id offset $2 limit 1)',
        by.random(6),
      ),
    at: [by.ledger.seq],
    codes: ['stored_account'],
  }),
  'the key that signs': async (by) => ({
    change: () => by.sql(`update signing_keys set public_jwk = replace(public_jwk, '"x":"', '"x":"A') where tenant_id = $1`),
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
  'the time-stamp of an anchor': async (by) => {
    const size = by.oneOf(by.ledger.anchors.filter((_, i) => i % 2 === 0));
    const found = await by.client.query<{ checkpoint: string; token: Buffer }>(
      'select checkpoint, time_stamp as token from anchors where tenant_id = $1 and to_seq = $2',
      [by.ledger.books.tenantId, size],
    );
    const { checkpoint = '', token = Buffer.alloc(0) } = found.rows[0] ?? {};
    // What the authority said, from the hash of the text on, or its signature, which stands at the end.
    const byte =
      by.random(2) === 0 ? token.indexOf(hash('sha256', checkpoint, 'buffer')) + by.random(60) : token.length - 1 - by.random(256);
    const set = 'time_stamp = set_byte(time_stamp, $3, get_byte(time_stamp, $3) # 1)';
    return {
      change: () => by.sql(`update anchors set ${set} where tenant_id = $1 and to_seq = $2`, size, byte),
      at: [size],
      codes: ['time_stamp'],
    };
  },
  'where an anchor ends': async (by) => {
    const size = by.oneOf(by.ledger.anchors.slice(0, -1));
    const to = size + 1 + by.random(3);
    return {
      change: () => by.sql('update anchors set to_seq = $3 where tenant_id = $1 and to_seq = $2', size, to),
      at: [Math.min(to, by.recordBehind(size))],
      codes: ['anchor', 'log_anchored'],
    };
  },
  'an anchor that is gone': recordedTampering((size, by) => by.sql('delete from anchors where tenant_id = $1 and to_seq = $2', size)),
  'the last anchor that is recorded, and all behind it': async (by) => {
    const size = by.ledger.anchors.at(-2) ?? 0;
    const change = (): Promise<number> => by.sql('delete from anchors where tenant_id = $1 and to_seq >= $2', size);
    return { change, at: [by.recordBehind(size)], codes: ['log_anchored'] };
  },
  'all anchors': async (by) => ({
    change: () => by.sql('delete from anchors where tenant_id = $1'),
    at: by.ledger.records.slice(0, 1),
    codes: ['log_anchored'],
  }),
  'the reference of an anchor, taken away': recordedTampering((size, by) =>
    by.sql('update anchors set anchored_at = null, anchor_ref = null, time_stamp = null where tenant_id = $1 and to_seq = $2', size),
  ),
  'a time-stamp that is replaced by a reference to the object store': async (by) => {
    const i = 2 * by.random(by.ledger.anchors.length / 2);
    const size = by.ledger.anchors[i] ?? 0;
    const note = (await by.keptNotes())[i] ?? '';
    return {
      change: () =>
        by.sql(
          'update anchors set time_stamp = null, anchor_ref = $3 where tenant_id = $1 and to_seq = $2',
          size,
          `sha256:${sha256(note)}`,
        ),
      at: [by.recordBehind(size)],
      codes: ['log_anchored'],
    };
  },
  'a signed head that is gone': async (by) => {
    const head = by.oneOf(by.ledger.heads.filter((seq) => seq <= (by.ledger.anchors.at(-2) ?? 0)));
    return {
      change: () => by.sql('delete from signed_heads where tenant_id = $1 and seq = $2', head),
      at: [by.recordBehind(head)],
      codes: ['log_anchored'],
    };
  },
  'an anchor of what never was': async (by) => ({
    change: async () => {
      const root = Buffer.alloc(32, 7);
      const note = signCheckpoint(await by.chainKey(by.ledger.seq), {
        origin: originOf(by.ledger.books.tenantId),
        size: by.ledger.seq + 5,
        root,
      });
      await by.sql(
        `insert into anchors (tenant_id, id, from_seq, to_seq, root, checkpoint, kid)
         select tenant_id, gen_random_uuid(), $2, $3, $4, $5, kid from signing_keys where tenant_id = $1 and purpose = 'chain' and status = 'ACTIVE'`,
        ...[by.ledger.seq, by.ledger.seq + 5, root, note],
      );
    },
    at: [by.ledger.seq + 1],
    codes: ['anchor'],
  }),
};

/** What is beyond the matrix: other columns, other ways to the same end. */
export const more: readonly string[] = [
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
