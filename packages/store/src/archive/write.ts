// An organisation's log as one file that is checked without us: everything a stranger needs to prove it, streamed from one
// transaction, a page at a time. What each line means: docs/reference/archive-format.md. It tells what is stored, not what should
// be: a database that was tampered with is archived as it is, and the verifier names the place.

import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LogPages } from '../pruned/log-pages.ts';
import { findPrunedTo } from '../pruned/read-rows.ts';
import { liftTimeout, type Tx } from '../reader.ts';
import { archivedEventOf } from './event.ts';
import { type AccountLine, type AnchorLine, type Counts, type KeyLine, lineOf } from './lines.ts';

/** Events read at once: an intent of 500 rows has a payload of some 250 KB. */
const PAGE_EVENTS = 250;
const PAGE_ACCOUNTS = 2_000;

export class NothingToArchive extends Error {}

/**
 * Writes the archive of a log up to and with `seq` and ends the sink. Answers how many lines of each kind it wrote.
 *
 * `tx` is one repeatable-read transaction bound to the organisation; its time-out for statements is lifted. `seq` is the head of
 * the log, now or at an earlier time: the last event of a batch, so that a signed head covers all of it. Memory is a page,
 * however long the log. Throws NothingToArchive where the log does not reach `seq`, and what the sink fails with.
 */
export async function writeArchive(tx: Tx, tenantId: string, seq: number, sink: Writable): Promise<Counts> {
  const counts: Counts = { keys: 0, events: 0, heads: 0, anchors: 0, accounts: 0 };
  await pipeline(pages(tx, tenantId, seq, counts), sink);
  return counts;
}

async function* pages(tx: Tx, tenantId: string, seq: number, counts: Counts): AsyncGenerator<string> {
  await liftTimeout(tx);
  const at = await findEnd(tx, tenantId, seq);
  yield lineOf({
    kind: 'archive',
    format: 'countinghouse-archive',
    version: 1,
    tenant_id: tenantId,
    head: { seq, event_hash: at.eventHash },
    made_at: at.now,
  });
  const keys = await listKeys(tx, tenantId, at.ts);
  counts.keys = keys.length;
  yield keys.map(lineOf).join('');
  yield* linesOfLog(tx, tenantId, at.bound, counts);
  for (let after = ''; ; ) {
    const page = await listAccounts(tx, tenantId, seq, after);
    counts.accounts += page.length;
    if (page.length > 0) yield page.map(lineOf).join('');
    if (page.length < PAGE_ACCOUNTS) break;
    after = page.at(-1)?.code ?? '';
  }
  yield lineOf({ kind: 'end', ...counts });
}

interface End {
  /** As stored; null where the event is not there. */
  readonly eventHash: string | null;
  readonly ts: string;
  /** Nothing with a seq above it is written. At the head of the log there is no such bound: what lies beyond is evidence. */
  readonly bound: number;
  readonly now: string;
}

async function findEnd(tx: Tx, tenantId: string, seq: number): Promise<End> {
  const found = await tx.query<{ head: number; head_hash: string; head_ts: string; hash: string | null; ts: string | null; now: string }>(
    `select h.seq as head, h.event_hash as head_hash, h.event_ts as head_ts, e.event_hash as hash, e.event_ts as ts, now() as now
     from chain_heads h left join events e on e.tenant_id = h.tenant_id and e.seq = $2
     where h.tenant_id = $1`,
    [tenantId, seq],
  );
  const [row] = found.rows;
  const prunedTo = await findPrunedTo(tx, tenantId);
  if (row !== undefined && seq <= prunedTo)
    throw new NothingToArchive(`rows up to seq ${prunedTo} left the database: their archive was written before`);
  if (row === undefined || seq < 1 || seq > row.head) throw new NothingToArchive(`the log does not reach seq ${seq}`);
  return seq === row.head
    ? { eventHash: row.head_hash, ts: row.head_ts, bound: Number.MAX_SAFE_INTEGER, now: row.now }
    : { eventHash: row.hash, ts: row.ts ?? row.head_ts, bound: seq, now: row.now };
}

async function listKeys(tx: Tx, tenantId: string, ts: string): Promise<readonly KeyLine[]> {
  const found = await tx.query<Omit<KeyLine, 'kind' | 'public_jwk'> & { readonly public_jwk: string }>(
    `select kid, purpose, algorithm, public_jwk, user_id from signing_keys
     where tenant_id = $1 and created_at <= $2 order by created_at, kid`,
    [tenantId, ts],
  );
  return found.rows.map((row) => ({ kind: 'key', ...row }));
}

/** Events, signed heads and anchors in order of seq; at one seq the event, then its head, then the anchor. */
async function* linesOfLog(tx: Tx, tenantId: string, bound: number, counts: Counts): AsyncGenerator<string> {
  const log = new LogPages(tx, tenantId, ['heads']);
  for (let after = 0; ; ) {
    const { events, heads, to, isLast } = await log.next(after, bound, PAGE_EVENTS);
    const anchors = (
      await tx.query<Omit<AnchorLine, 'kind' | 'cosignatures'> & { readonly cosignatures: AnchorLine['cosignatures'] | null }>(
        `select id, from_seq, to_seq, encode(root, 'hex') as root_hash, checkpoint, kid, created_at, anchored_at, anchor_ref,
           translate(encode(time_stamp, 'base64'), E'\\n', '') as time_stamp,
           (select json_agg(json_build_object('vkey', c.vkey, 'signature', c.signature) order by c.name, c.vkey)
            from cosignatures c where c.tenant_id = $1 and c.to_seq = anchors.to_seq) as cosignatures
         from anchors where tenant_id = $1 and to_seq > $2 and to_seq <= $3 order by to_seq`,
        [tenantId, after, to],
      )
    ).rows;
    counts.events += events.length;
    counts.heads += heads.length;
    counts.anchors += anchors.length;
    yield [
      ...events.map((e) => ({ seq: e.seq, rank: 0, line: lineOf({ kind: 'event', ...archivedEventOf(e) }) })),
      ...heads.map((h) => ({ seq: h.seq, rank: 1, line: lineOf({ kind: 'head', ...h }) })),
      ...anchors.map(({ cosignatures, ...a }) => ({
        seq: a.to_seq,
        rank: 2,
        line: lineOf({ kind: 'anchor', ...a, ...(cosignatures === null || cosignatures === undefined ? {} : { cosignatures }) }),
      })),
    ]
      .sort((a, b) => a.seq - b.seq || a.rank - b.rank)
      .map(({ line }) => line)
      .join('');
    if (isLast) return;
    after = to;
  }
}

/**
 * By code, each with its stored balance less what was posted after the seq, and the sums of its stored postings up to it: two
 * numbers that come from different tables, both to be held against the events.
 */
async function listAccounts(tx: Tx, tenantId: string, seq: number, after: string): Promise<readonly AccountLine[]> {
  const found = await tx.query<Omit<AccountLine, 'kind'>>(
    `with page as (
       select id, code, currency, balance from accounts
       where tenant_id = $1 and created_seq <= $2 and code > $3 order by code limit $4
     )
     select a.id, a.code, a.currency,
       (a.balance - coalesce(d.later, 0) + coalesce(c.later, 0))::numeric(38, 8) as balance,
       coalesce(d.count, 0) + coalesce(c.count, 0) + coalesce(o.count, 0) as postings,
       (coalesce(d.sum, 0) + coalesce(o.debits, 0))::numeric(38, 8) as debits,
       (coalesce(c.sum, 0) + coalesce(o.credits, 0))::numeric(38, 8) as credits
     from page a
     left join (
       select account_id as id, sum(postings)::bigint as count, sum(debits) as debits, sum(credits) as credits
       from pruned_days where tenant_id = $1 and account_id in (select id from page) group by account_id
     ) o on o.id = a.id
     left join (
       select debit_account_id as id, count(*) filter (where seq <= $2) as count, sum(amount) filter (where seq <= $2) as sum,
         sum(amount) filter (where seq > $2) as later
       from postings where tenant_id = $1 and debit_account_id in (select id from page) group by debit_account_id
     ) d on d.id = a.id
     left join (
       select credit_account_id as id, count(*) filter (where seq <= $2) as count, sum(amount) filter (where seq <= $2) as sum,
         sum(amount) filter (where seq > $2) as later
       from postings where tenant_id = $1 and credit_account_id in (select id from page) group by credit_account_id
     ) c on c.id = a.id
     order by a.code`,
    [tenantId, seq, after, PAGE_ACCOUNTS],
  );
  return found.rows.map((row) => ({ kind: 'account', ...row }));
}
