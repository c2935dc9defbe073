// Rebuilds every projection of an organisation from event 1 in a shadow schema, with the code that writes them live, and
// compares table by table. A difference is a bug or a tampering. Also holds the state the kernel loads from the projections
// against the state it evolves from the events.

import { hash } from 'node:crypto';
import { checkLink, type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import { evolve } from '@countinghouse/kernel/ledger/evolve';
import { emptyState, type TenantState } from '@countinghouse/kernel/ledger/state';
import { checkVerdicts, type VerdictFault } from '@countinghouse/kernel/policies/again';
import { parseInstant } from '@countinghouse/kernel/time/instant';
import type pg from 'pg';
import { oneTrip } from './one-trip.ts';
import { project, projectedTables } from './projections.ts';
import { literal, render } from './sql/statement.ts';
import { postingLine, updateBalances } from './writer/batch.ts';
import { updateBooked } from './writer/booked.ts';
import { Days } from './writer/days.ts';

const PAGE_EVENTS = 2_000;
const DIFFERENCES_SHOWN_MAX = 20;
const SHADOW = 'replay_shadow';
const POSTINGS =
  'postings (tenant_id, seq, line, debit_account_id, credit_account_id, amount, currency, value_date, narrative, debit_balance_after, credit_balance_after)';

export interface TableDifference {
  readonly table: string;
  /** Rows that only the live table has, and rows that only the replay has; up to 20 each, as JSON. */
  readonly live: readonly string[];
  readonly replayed: readonly string[];
}

export interface ReplayReport {
  readonly events: number;
  readonly postings: number;
  readonly differences: readonly TableDifference[];
  /** The first fault of the chain, or null. Replay stops there. */
  /** Events whose policies say something else than they said; the first 20. */
  readonly verdictFaults: readonly VerdictFault[];
  readonly chainFault: { readonly seq: number; readonly what: string } | null;
  readonly state: TenantState;
}

interface StoredEvent {
  readonly tenant_id: string;
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload: string;
  readonly payload_hash: string;
  readonly prev_hash: string;
  readonly event_hash: string;
  readonly signature: string | null;
  readonly hash_version: number;
}

/**
 * Replays one organisation. The client must own the schema; everything happens in one transaction that is rolled back, so
 * the shadow never stays. `onProgress` hears how many events are done.
 */
export async function replay(
  client: pg.ClientBase,
  tenantId: string,
  onProgress: (events: number) => void = () => {},
): Promise<ReplayReport> {
  await client.query('begin isolation level repeatable read');
  try {
    await client.query("select set_config('app.tenant_id', $1, true), set_config('statement_timeout', '0', true)", [tenantId]);
    await client.query(`create schema ${SHADOW}`);
    for (const table of projectedTables)
      await client.query(`create table ${SHADOW}.${table} (like public.${table} including defaults including indexes)`);
    const rebuilt = await rebuild(client, tenantId, onProgress);
    const differences: TableDifference[] = [];
    for (const table of projectedTables) {
      const difference = await compare(client, tenantId, table);
      if (difference !== null) differences.push(difference);
    }
    return { ...rebuilt, differences };
  } finally {
    await client.query('rollback');
  }
}

async function rebuild(
  client: pg.ClientBase,
  tenantId: string,
  onProgress: (events: number) => void,
): Promise<Omit<ReplayReport, 'differences'>> {
  const state = emptyState(tenantId);
  let at: Position = startOfChain;
  let postings = 0;
  const verdictFaults: VerdictFault[] = [];
  for (;;) {
    const page = await client.query<StoredEvent>(
      `select tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version
       from public.events where tenant_id = $1 and seq > $2 order by seq limit $3`,
      [tenantId, at.seq, PAGE_EVENTS],
    );
    const statements: string[] = [];
    const days = new Days(state);
    const lines: string[] = [];
    for (const stored of page.rows) {
      const fault = checkLink((text) => hash('sha256', text), at, stored);
      if (fault !== null) return { events: at.seq, postings, state, verdictFaults, chainFault: { seq: stored.seq, what: fault.what } };
      const event = {
        type: stored.event_type,
        payload: JSON.parse(stored.payload) as unknown,
        seq: stored.seq,
        eventId: stored.event_id,
        eventTs: stored.event_ts,
        eventTsUs: parseInstant(stored.event_ts) ?? 0n,
        actorId: stored.actor_id,
        eventHash: stored.event_hash,
      } as ChainedEvent;
      const verdictFault = verdictFaults.length < DIFFERENCES_SHOWN_MAX ? checkVerdicts(state, event) : null;
      if (verdictFault !== null) verdictFaults.push(verdictFault);
      for (const posting of evolve(state, event)) {
        lines.push(postingLine(tenantId, posting));
        days.add(posting);
      }
      for (const s of project(tenantId, event)) statements.push(render(s));
      at = { seq: stored.seq, hash: stored.event_hash };
    }
    if (page.rows.length > 0) {
      const sql = [
        `set local search_path = ${SHADOW}`,
        ...statements,
        `copy ${POSTINGS} from stdin`,
        // `version` is the batch's last seq in live tables, which a replay cannot know: it is left out of the comparison.
        ...updateBalances(literal(tenantId), 0, days.accounts),
        ...days.statements(tenantId),
        ...updateBooked(literal(tenantId), state.booked),
        'set local search_path = public',
      ];
      await oneTrip(client, sql.join(';\n'), [Buffer.from(lines.join(''))]);
      postings += lines.length;
      onProgress(at.seq);
    }
    if (page.rows.length < PAGE_EVENTS) return { events: at.seq, postings, state, verdictFaults, chainFault: null };
  }
}

async function compare(client: pg.ClientBase, tenantId: string, table: string): Promise<TableDifference | null> {
  const rowsOf = (schema: string): string =>
    `select to_jsonb(t) - 'version' as row from ${schema}.${table} t where tenant_id = ${literal(tenantId)}`;
  const only = async (one: string, other: string): Promise<readonly string[]> => {
    const found = await client.query<{ row: string }>(
      `select row::text as row from (${rowsOf(one)} except all ${rowsOf(other)}) d limit ${DIFFERENCES_SHOWN_MAX}`,
    );
    return found.rows.map((r) => r.row);
  };
  const live = await only('public', SHADOW);
  const replayed = await only(SHADOW, 'public');
  return live.length === 0 && replayed.length === 0 ? null : { table, live, replayed };
}
