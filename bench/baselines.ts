// What everything is measured against, on the same tables with the same rows: one transaction an intent, and raw COPY.

import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { CheckedClock } from '@countinghouse/store/clock';
import { connect, type Where } from '@countinghouse/store/connection';
import type { Keyring } from '@countinghouse/store/keys/keyring';
import { oneTrip } from '@countinghouse/store/one-trip';
import { Batch, type Trip, type Waiting } from '@countinghouse/store/writer/batch';
import { loadState } from '@countinghouse/store/writer/load-state';
import { RecentDecisions } from '@countinghouse/store/writer/recent-decisions';
import type { Books } from '@countinghouse/testkit/books';
import type pg from 'pg';
import { type Rate, rateOf } from './rate.ts';

const NAIVE_CONNECTIONS = 32;
const EVENT_COLUMNS =
  'tenant_id, seq, event_id, event_type, event_ts, actor_id, idem_key, intent_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version';
const POSTING_COLUMNS =
  'tenant_id, seq, line, debit_account_id, credit_account_id, amount, currency, value_date, narrative, debit_balance_after, credit_balance_after';

/** The COPY data that the writer would send for these commands, in batches of `size`. Nothing is written. */
export async function prepareCopies(
  client: pg.ClientBase,
  books: Books,
  keyring: Keyring,
  commands: readonly ExecuteIntent[],
  size: number,
): Promise<readonly Trip[]> {
  const state = await loadState(client, books.tenantId);
  const priors = new RecentDecisions();
  const trips: Trip[] = [];
  for (let from = 0; from < commands.length; from += size) {
    const batch = new Batch(state, priors, new CheckedClock());
    for (const command of commands.slice(from, from + size)) batch.add(waitingOf(command));
    const trip = batch.seal(keyring);
    if (trip !== null) trips.push(trip);
  }
  return trips;
}

const waitingOf = (command: ExecuteIntent): Waiting => ({
  commands: [command],
  sideWrites: [],
  resolve: () => {},
  reject: () => {},
  attempts: 0,
  alone: false,
  lookedUp: false,
});

/** Raw COPY of events and postings into their tables with their indexes: no head, no balances, one connection. */
export async function measureCeiling(where: Where, trips: readonly Trip[], intents: number): Promise<Rate> {
  const client = await connect(where, 'writer');
  const sql = `begin;\ncopy events (${EVENT_COLUMNS}) from stdin;\ncopy postings (${POSTING_COLUMNS}) from stdin;\ncommit`;
  const [warmUp, ...rest] = trips;
  if (warmUp !== undefined) await oneTrip(client, sql, warmUp.copies);
  const beganMs = performance.now();
  for (const trip of rest) await oneTrip(client, sql, trip.copies);
  const rate = rateOf((intents * rest.length) / trips.length, performance.now() - beganMs);
  await client.end();
  return rate;
}

/** One transaction an intent: lock the head, write the event, move two balances, write the posting, move the head. */
export async function measureNaive(where: Where, trips: readonly Trip[]): Promise<Rate> {
  const intents = trips.map((trip) => ({ event: fieldsOf(String(trip.copies[0])), posting: fieldsOf(String(trip.copies[1])) }));
  const clients = await Promise.all(Array.from({ length: NAIVE_CONNECTIONS }, () => connect(where, 'writer', { lock_timeout: 0 })));
  let next = 0;
  const beganMs = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let intent = intents[next++]; intent !== undefined; intent = intents[next++])
        await postNaively(client, intent.event, intent.posting);
    }),
  );
  const rate = rateOf(intents.length, performance.now() - beganMs);
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}

type Fields = readonly (string | null)[];
const fieldsOf = (line: string): Fields =>
  line
    .trimEnd()
    .split('\t')
    .map((f) => (f === '\\N' ? null : f.replaceAll('\\\\', '\\')));
const parameters = (count: number): string => Array.from({ length: count }, (_, i) => `$${i + 1}`).join(', ');
const insertEvent = `insert into events (${EVENT_COLUMNS}) values (${parameters(14)})`;
const insertPosting = `insert into postings (${POSTING_COLUMNS}) values (${parameters(11)})`;
const move = 'update accounts set balance = balance + $3, version = $4 where tenant_id = $1 and id = $2 returning balance';

async function postNaively(client: pg.Client, event: Fields, posting: Fields): Promise<void> {
  const run = (name: string, text: string, values: readonly unknown[]): Promise<pg.QueryResult> =>
    client.query({ name, text, values: [...values] });
  const [tenantId] = event;
  const [, , line, debit, credit, amount, currency, valueDate, narrative] = posting;
  await client.query('begin');
  const head = await run('head', 'select seq from chain_heads where tenant_id = $1 for update', [tenantId]);
  const seq = Number(head.rows[0]?.seq) + 1;
  await run('event', insertEvent, [tenantId, seq, ...event.slice(2)]);
  // In one order, or two of these wait for each other for ever.
  const sides = [
    { id: debit, by: amount },
    { id: credit, by: `-${amount}` },
  ].sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
  const after = new Map<unknown, unknown>();
  for (const { id, by } of sides) after.set(id, (await run('move', move, [tenantId, id, by, seq])).rows[0]?.balance);
  const values = [tenantId, seq, line, debit, credit, amount, currency, valueDate, narrative, after.get(debit), after.get(credit)];
  await run('posting', insertPosting, values);
  await run('moved', 'update chain_heads set seq = $2, event_hash = $3, event_ts = $4 where tenant_id = $1', [
    tenantId,
    seq,
    event[11],
    event[4],
  ]);
  await client.query('commit');
}
