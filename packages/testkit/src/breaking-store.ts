// A log in memory that speaks as much of PostgreSQL as a writer asks of it, and breaks where it is told to: before a statement of the
// transaction, after its COMMIT, by an error of the server or without a word. A backend whose client is gone goes on until it is ended.

import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { GENESIS_HASH, HASH_VERSION, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import { evolve } from '@countinghouse/kernel/ledger';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { emptyState, type TenantState } from '@countinghouse/kernel/ledger/state';
import { chainedEventOf, type StoredEvent } from '@countinghouse/store/chained-event';
import type pg from 'pg';

/**
 * What becomes of one transaction:
 * - `pass`: it commits, and that is said
 * - `refuse`: before a statement the server gives way, with the SQLSTATE
 * - `lose-before`: the connection is gone before a statement, and so is the transaction
 * - `lose-after`: the connection is gone when it has committed
 * - `linger`: the connection is gone, and the backend commits some milliseconds later unless it is ended
 */
export type Break =
  | { readonly is: 'pass' | 'lose-after' | 'linger' }
  | { readonly is: 'lose-before'; readonly at: number }
  | { readonly is: 'refuse'; readonly at: number; readonly sqlState: string };

export interface Breaks {
  /** Asked for each transaction; `at` is a share of its statements. */
  transaction(): Break;
  /** Whether a connection cannot be made just now. */
  connection(): boolean;
}

export interface StoredRow extends StoredEvent {
  readonly idem_key: string | null;
  readonly intent_id: string | null;
}

const LINGERS_MS = 15;

/** An error as the server tells it. */
const ofServer = (code: string, constraint?: string): Error => Object.assign(new Error(code), { severity: 'ERROR', code, constraint });
/** One without a word of the server: the connection is gone. */
const gone = (): Error => new Error('Connection terminated unexpectedly');

interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** What a query of its own kind writes to: bytes (`OneTripQuery`), or statements that are parsed (`pipeline`). */
interface Wire {
  readonly stream: { cork(): void; uncork(): void; write(bytes: Buffer): void };
  parse(statement: { readonly text: string }): void;
  bind(): void;
  execute(): void;
  sync(): void;
}

/** What the driver calls of such a query. */
interface WireQuery {
  submit(wire: Wire): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

export class BreakingStore {
  readonly tenantId: string;
  readonly events: StoredRow[] = [];
  readonly postings: string[] = [];
  /** Of accounts that were posted to, by id. */
  readonly balances = new Map<string, string>();
  /** How often each break was met. */
  readonly met: Record<Break['is'], number> = { pass: 0, refuse: 0, 'lose-before': 0, 'lose-after': 0, linger: 0 };
  head: Head = { seq: 0, hash: GENESIS_HASH };
  private readonly breaks: Breaks;
  /** What was asked that this store does not know, or how asking failed: whoever asks may take it for a broken connection, and try again. */
  readonly notKnown: string[] = [];
  /** Read once, however often a state is loaded. */
  private readonly read = new Map<string, ChainedEvent>();
  private readonly lingering = new Map<number, () => void>();
  private backends = 0;

  /** `before`: what the log holds already. */
  constructor(tenantId: string, before: readonly ChainedEvent[], breaks: Breaks) {
    this.tenantId = tenantId;
    this.breaks = breaks;
    for (const event of before) this.events.push(this.stored(event));
    this.head = headOf(this.events.at(-1));
  }

  /** As a writer's pool. */
  get pool(): pg.Pool {
    const pool = { waitingCount: 0, connect: () => this.connect(), query: (sql: string, values: unknown[]) => this.ask(sql, values) };
    return pool as unknown as pg.Pool;
  }

  /** As `WriterResources.loadState`: what the log comes to, event by event. */
  readonly loadState = (): Promise<TenantState> => {
    const state = emptyState(this.tenantId);
    for (const row of this.events) evolve(state, this.readAgain(row));
    return Promise.resolve(state);
  };

  /** A connection, or none just now. */
  readonly connect = async (): Promise<pg.PoolClient> => {
    await Promise.resolve();
    if (this.breaks.connection()) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const processID = ++this.backends;
    const client = {
      processID,
      release: () => {},
      end: () => Promise.resolve(),
      query: (asked: string | WireQuery, values: readonly unknown[] = []) =>
        typeof asked === 'string' ? this.ask(asked, values) : this.take(processID, asked),
    };
    return client as unknown as pg.PoolClient;
  };

  /** The statements beside the transaction: each of them is known. */
  private async ask(sql: string, values: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }> {
    await Promise.resolve();
    if (sql === 'begin' || sql === 'rollback' || sql.startsWith('prepare ') || sql.startsWith('set local ')) return { rows: [] };
    if (sql.startsWith('select seq, event_hash as hash from chain_heads')) return { rows: [this.head] };
    if (sql.startsWith('select pg_terminate_backend(')) {
      this.lingering.delete(values[0] as number);
      return { rows: [] };
    }
    if (sql.includes('from pg_stat_activity')) return { rows: this.lingering.has(values[0] as number) ? [{}] : [] };
    if (sql.startsWith('select event_id from events')) return { rows: this.events.filter((e) => e.seq === values[1]) };
    if (sql.includes('idem_key = any($2)')) {
      const [keys, ids] = [new Set(values[1] as string[]), new Set(values[2] as string[])];
      return {
        rows: this.events.filter((e) => e.idem_key !== null && (keys.has(e.idem_key) || ids.has(e.intent_id ?? ''))),
      };
    }
    this.notKnown.push(sql);
    throw new Error(`not known to this store: ${sql}`);
  }

  private readAgain(row: StoredRow): ChainedEvent {
    const event = this.read.get(row.event_id) ?? eventOf(row);
    this.read.set(row.event_id, event);
    return event;
  }

  private async askAll(statements: readonly string[]): Promise<void> {
    for (const sql of statements) await this.ask(sql, []);
  }

  private take(processID: number, query: WireQuery): void {
    const parts: Buffer[] = [];
    const parsed: string[] = [];
    try {
      query.submit({
        stream: { cork: () => {}, uncork: () => {}, write: (bytes) => void parts.push(bytes) },
        parse: ({ text }) => void parsed.push(text),
        bind: () => {},
        execute: () => {},
        sync: () => {},
      });
    } catch (error) {
      this.notKnown.push(String(error));
      throw error;
    }
    if (parsed.length > 0) {
      void this.askAll(parsed).then(
        () => query.handleReadyForQuery(),
        (error: Error) => query.handleError(error),
      );
      return;
    }
    const { sql, copies } = decode(Buffer.concat(parts));
    const fate = this.breaks.transaction();
    this.met[fate.is] += 1;
    setImmediate(() => {
      if (fate.is === 'linger') {
        this.lingering.set(processID, () => void this.tryAll(sql, copies));
        void sleep(LINGERS_MS).then(() => {
          this.lingering.get(processID)?.();
          this.lingering.delete(processID);
        });
        return query.handleError(gone());
      }
      const error = this.tryAll(sql, copies, fate);
      if (error !== null) query.handleError(error);
      else if (fate.is === 'lose-after') query.handleError(gone());
      else query.handleReadyForQuery();
    });
  }

  /** The error that ended it; null: it came to its end. What was not committed by then has not happened. */
  private tryAll(sql: string, copies: readonly string[], fate: Break = { is: 'pass' }): Error | null {
    const statements = sql.split(';\n');
    const breaksAt = 'at' in fate ? Math.floor(fate.at * statements.length) : -1;
    let open: Transaction | null = null;
    let copied = 0;
    try {
      for (const [i, statement] of statements.entries()) {
        if (i === breaksAt) throw fate.is === 'refuse' ? ofServer(fate.sqlState) : gone();
        if (statement === 'begin') open = new Transaction(this);
        else if (open === null) throw ofServer('25P01');
        else if (statement === 'commit') {
          open.commit();
          open = null;
        } else open.run(statement, statement.startsWith('copy ') ? (copies[copied++] ?? '') : '');
      }
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  private stored(event: ChainedEvent): StoredRow {
    const { text, hash: payload_hash } = hashPayload((plain) => hash('sha256', plain), event.payload as unknown as JsonObject);
    return {
      tenant_id: this.tenantId,
      seq: event.seq,
      event_id: event.eventId,
      event_type: event.type,
      event_ts: event.eventTs,
      actor_id: event.actorId,
      idem_key: event.idemKey ?? null,
      intent_id: event.intentId ?? null,
      payload: text,
      payload_hash,
      prev_hash: this.events.at(-1)?.event_hash ?? GENESIS_HASH,
      event_hash: event.eventHash,
      signature: event.signature ?? null,
      hash_version: HASH_VERSION,
    };
  }
}

/** What one transaction has done so far; nobody sees it before its end. */
class Transaction {
  private readonly store: BreakingStore;
  private readonly events: StoredRow[] = [];
  private readonly postings: string[] = [];
  private readonly balances = new Map<string, string>();
  private head: Head | null = null;

  constructor(store: BreakingStore) {
    this.store = store;
  }

  run(statement: string, data: string): void {
    const lines = data.split('\n').slice(0, -1);
    if (statement.startsWith('copy events')) this.insertEvents(lines.map(rowOf));
    if (statement.startsWith('copy postings')) this.postings.push(...lines);
    const [, name, values = ''] = /^execute (\w+)\((.*)\)$/s.exec(statement) ?? [];
    const [, seq, hashed] = values.split(', ');
    if (name === 'lock_head' && (Number(seq) !== this.store.head.seq || unquoted(hashed) !== this.store.head.hash)) throw ofServer('22012');
    if (name === 'set_balances') {
      const [ids = [], balances = []] = [...values.matchAll(/'\{(.*?)\}'/g)].map(([, list = '']) => list.split(','));
      for (const [i, id] of ids.entries()) this.balances.set(id, balances[i] ?? '');
    }
    if (name === 'move_head') this.head = { seq: Number(seq), hash: unquoted(hashed) };
  }

  commit(): void {
    this.store.events.push(...this.events);
    this.store.postings.push(...this.postings);
    for (const [id, balance] of this.balances) this.store.balances.set(id, balance);
    this.store.head = this.head ?? this.store.head;
  }

  private insertEvents(rows: readonly StoredRow[]): void {
    const keyed = (e: StoredRow): boolean => e.idem_key !== null;
    for (const row of rows) {
      const all = [...this.store.events, ...this.events];
      if (all.some((e) => e.seq === row.seq)) throw ofServer('23505', 'events_pkey');
      if (keyed(row) && all.some((e) => e.idem_key === row.idem_key)) throw ofServer('23505', 'events_idem_key_is_unique');
      if (keyed(row) && all.some((e) => keyed(e) && e.intent_id === row.intent_id)) throw ofServer('23505', 'events_intent_id_is_unique');
      this.events.push(row);
    }
  }
}

const headOf = (last: StoredRow | undefined): Head => ({ seq: last?.seq ?? 0, hash: last?.event_hash ?? GENESIS_HASH });
const unquoted = (literal = ''): string => literal.slice(1, -1);

/** An event of the log as the kernel sees it, with the key that it decided. */
export const eventOf = (row: StoredRow): ChainedEvent => ({
  ...chainedEventOf(row),
  ...(row.idem_key === null ? {} : { idemKey: row.idem_key }),
  ...(row.intent_id === null ? {} : { intentId: row.intent_id }),
});

const QUERY = 0x51;
const COPY_DATA = 0x64;
const HEADER_BYTES = 5;

function decode(wire: Buffer): { readonly sql: string; readonly copies: readonly string[] } {
  let sql = '';
  const copies: string[] = [];
  for (let at = 0; at < wire.length; ) {
    const bytes = wire.readUInt32BE(at + 1) + 1;
    const body = wire.subarray(at + HEADER_BYTES, at + bytes);
    if (wire[at] === QUERY) sql = body.subarray(0, -1).toString();
    if (wire[at] === COPY_DATA) copies.push(body.toString());
    at += bytes;
  }
  return { sql, copies };
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };

/** A line of COPY text, in the order of the writer's columns. */
function rowOf(line: string): StoredRow {
  const fields = line
    .split('\t')
    .map((field) => (field === '\\N' ? null : field.replace(/\\(.)/g, (_all, letter: string) => escapes[letter] ?? letter)));
  const text = (n: number): string => fields[n] ?? '';
  return {
    tenant_id: text(0),
    seq: Number(text(1)),
    event_id: text(2),
    event_type: text(3) as StoredRow['event_type'],
    event_ts: text(4),
    actor_id: text(5),
    idem_key: fields[6] ?? null,
    intent_id: fields[7] ?? null,
    payload: text(8),
    payload_hash: text(9),
    prev_hash: text(10),
    event_hash: text(11),
    signature: fields[12] ?? null,
    hash_version: Number(text(13)),
  };
}
