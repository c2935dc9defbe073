// Rebuilds every projection of an organisation from event 1 in shadows of its tables, with the code that writes them live, and
// compares table by table. A difference is a bug or a tampering. Also holds the state the kernel loads from the projections
// against the state it evolves from the events.

import { hash } from 'node:crypto';
import type { AccountState } from '@countinghouse/kernel/accounts/state';
import type { LogAnchored } from '@countinghouse/kernel/anchors/events';
import { checkLink, type Position, parsePayload, startOfChain } from '@countinghouse/kernel/chain/check-link';
import { Contradictions } from '@countinghouse/kernel/health/contradictions';
import { evolve } from '@countinghouse/kernel/ledger';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Posting } from '@countinghouse/kernel/ledger/posting';
import { emptyState, type TenantState } from '@countinghouse/kernel/ledger/state';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import { checkVerdicts, type VerdictFault } from '@countinghouse/kernel/policies/again';
import type pg from 'pg';
import { listUnlikeRecords } from './anchors-recorded.ts';
import { chainedEventOf, type StoredEvent } from './chained-event.ts';
import { addToDays } from './days.ts';
import { insertReplayRun } from './features/performance/writes.ts';
import { marksOfPostings } from './marks.ts';
import { oneTrip } from './one-trip.ts';
import { project, projectedTables } from './projections.ts';
import { forgetPrunes, gatherPostings } from './pruned/left-postings.ts';
import { type LogPage, LogPages } from './pruned/log-pages.ts';
import { bindTo } from './reader.ts';
import { isSealed, type Seal } from './sealed.ts';
import { hashBytes } from './sha256.ts';
import { inline } from './sql/prepared.ts';
import { literal } from './sql/statement.ts';
import { StatementList } from './sql/statement-list.ts';
import { balancesOf, postingLine } from './writer/batch.ts';
import { bookedOf } from './writer/booked.ts';
import { setBalances, setBooked } from './writer/statements.ts';

const PAGE_EVENTS = 2_000;
const SLICE_EVENTS = 200;
/**
 * Balances are written once these many pages are behind. Within one transaction no version of a row is ever taken away: written page
 * by page, a row of a busy account would be as slow to find as the log is long. Days are summed at the end, for the same reason.
 */
const PAGES_A_WRITE = 25;
const DIFFERENCES_SHOWN_MAX = 20;
/** Shadows are temporary tables, never unlogged ones: of those that were rolled back when PostgreSQL was killed it would find halves, and not start (decision 0126). */
const SHADOW = 'pg_temp';
const SHADOW_BUFFERS = '64MB';
/** Where it is not said, temporary tables come first. */
const LIVE_FIRST = `public, ${SHADOW}`;
const POSTINGS =
  'postings (tenant_id, seq, line, debit_account_id, credit_account_id, amount, currency, value_date, narrative, debit_balance_after, credit_balance_after)';

export interface RowDifference {
  /** What names the row, as JSON. */
  readonly key: string;
  /** The row as it is stored, and as the events make it, as JSON; null where it is not there. */
  readonly live: string | null;
  readonly replayed: string | null;
}

export interface TableDifference {
  readonly table: string;
  /** The first 20, in no order. */
  readonly rows: readonly RowDifference[];
}

export interface ReplayReport {
  readonly events: number;
  readonly postings: number;
  readonly differences: readonly TableDifference[];
  /** Events that contradict what came before them, or whose policies say something else than they said; the first 20. */
  readonly verdictFaults: readonly VerdictFault[];
  /** The first fault of the chain, or null. Replay stops there. */
  readonly chainFault: { readonly seq: number; readonly what: string } | null;
  readonly state: TenantState;
}

interface ReplayOptions {
  /** Hears how many events are done, and what it is at; may throw to stop. */
  readonly onProgress?: (events: number, step: string) => Promise<void>;
}

/** A page that the tables do not take. */
class NotTaken extends Error {
  readonly from: number;
  /** As if the log ended there. */
  readonly report: ReplayReport;

  constructor(from: number, rebuilt: Rebuilt, error: pg.DatabaseError) {
    super(error.message);
    this.from = from;
    const { seals: _seals, anchored: _anchored, ...report } = rebuilt;
    const verdictFaults = rebuilt.verdictFaults.filter(({ seq }) => seq <= from);
    const chainFault = { seq: from, what: `no table takes it: ${error.message}` };
    this.report = { ...report, events: from - 1, verdictFaults, chainFault, differences: [] };
  }
}

/** A key that is there, a value of another kind: SQLSTATE classes 22 and 23. */
const isOfData = (error: unknown): error is pg.DatabaseError => /^2[23]/.test((error as Partial<pg.DatabaseError>).code ?? '');

/**
 * Replays one organisation. The client must own the schema; everything happens in one transaction that is rolled back, so
 * the shadow never stays. A log that the tables do not take ends there: it is gone through once more, event by event where it does.
 */
export async function replay(client: pg.ClientBase, tenantId: string, { onProgress = () => Promise.resolve() }: ReplayOptions = {}) {
  for (let eachFrom = Number.POSITIVE_INFINITY; ; ) {
    try {
      return await replayOnce(client, tenantId, onProgress, eachFrom);
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      if (error.from >= eachFrom) return error.report;
      eachFrom = error.from;
    }
  }
}

async function replayOnce(
  client: pg.ClientBase,
  tenantId: string,
  onProgress: NonNullable<ReplayOptions['onProgress']>,
  eachFrom: number,
): Promise<ReplayReport> {
  const startedMs = performance.now();
  await client.query('begin isolation level repeatable read');
  try {
    await client.query(
      `select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true),
         set_config('lock_timeout', '0', true), set_config('temp_buffers', '${SHADOW_BUFFERS}', true), set_config('search_path', '${LIVE_FIRST}', true)`,
    );
    await client.query(bindTo('app.tenant_id', tenantId));
    for (const table of projectedTables) await client.query(shadowOf(table));
    const { seals, anchored, ...rebuilt } = await rebuild(client, tenantId, onProgress, eachFrom);
    const chainFault = rebuilt.chainFault ?? (await findMissingEnd(client, tenantId, rebuilt.events));
    const stored = await gatherPostings(client, tenantId);
    const differences: TableDifference[] = [];
    for (const table of projectedTables) {
      const difference = await compare(client, tenantId, table, table === 'postings' ? stored : `public.${table}`);
      if (difference !== null) differences.push(difference);
      await onProgress(rebuilt.events, 'compare');
    }
    // What locks sealed is held against the stored tables, which were compared just now; where postings left the database, against what is like them.
    if (stored !== 'public.postings') {
      await forgetPrunes(client, tenantId);
      await client.query(`select set_config('search_path', '${SHADOW}, public', true)`);
    }
    const sealFaults: VerdictFault[] = [];
    for (const seal of seals) if (!(await isSealed(client, tenantId, seal))) sealFaults.push({ seq: seal.seq, what: SEAL_FAULT });
    const anchorFaults = await listUnlikeRecords(client, tenantId, anchored);
    await client.query('rollback');
    if (chainFault === null)
      await noteReplay(client, tenantId, { events: rebuilt.events, seconds: (performance.now() - startedMs) / 1000 });
    return {
      ...rebuilt,
      chainFault,
      verdictFaults: [...rebuilt.verdictFaults, ...sealFaults, ...anchorFaults].slice(0, DIFFERENCES_SHOWN_MAX),
      differences,
    };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** A log that ends before its head, or whose head is not there; null where it is whole. */
async function findMissingEnd(client: pg.ClientBase, tenantId: string, events: number): Promise<ReplayReport['chainFault']> {
  const found = await client.query<{ seq: number }>('select seq from public.chain_heads where tenant_id = $1', [tenantId]);
  const head = found.rows[0]?.seq;
  if (head !== undefined && head <= events) return null;
  return { seq: events + 1, what: head === undefined ? 'there is no head' : `the log ends before its head, at seq ${head}` };
}

/** How fast it was is what the page Performance & SLOs tells. The owner of the schema is bound by row-level security too. */
async function noteReplay(
  client: pg.ClientBase,
  tenantId: string,
  run: { readonly events: number; readonly seconds: number },
): Promise<void> {
  await client.query('begin');
  await client.query(bindTo('app.tenant_id', tenantId));
  await insertReplayRun(client, tenantId, run);
  await client.query('commit');
}

/** Nobody reads postings while they are rebuilt: of their indexes the key is enough. */
const shadowOf = (table: string): string =>
  table === 'postings'
    ? `create temporary table ${table} (like public.${table} including defaults, primary key (tenant_id, seq, line))`
    : `create temporary table ${table} (like public.${table} including defaults including indexes)`;

type Rebuilt = Omit<ReplayReport, 'differences'> & {
  readonly seals: readonly Seal[];
  /** What the log records of its anchors. */
  readonly anchored: readonly { readonly seq: number; readonly payload: LogAnchored }[];
};

const SEAL_FAULT = 'the trial balance that it seals is not what the accounts held on its day';

/** A page of the log, decided and not yet applied. */
interface Built {
  readonly sql: string;
  readonly postings: Buffer;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** `eachFrom`: from there on a page is one event. */
async function rebuild(
  client: pg.ClientBase,
  tenantId: string,
  onProgress: NonNullable<ReplayOptions['onProgress']>,
  eachFrom: number,
): Promise<Rebuilt> {
  const run = new Run(tenantId);
  const pages = new LogPages(client, tenantId, []);
  const pageAfter = (seq: number): Promise<LogPage> => pages.next(seq, Number.MAX_SAFE_INTEGER, seq + 1 < eachFrom ? PAGE_EVENTS : 1);
  const apply = async ({ sql, postings, fromSeq }: Built): Promise<void> => {
    try {
      await oneTrip(client, sql, [postings]);
    } catch (error) {
      throw isOfData(error) ? new NotTaken(fromSeq, run.report(), error) : error;
    }
  };
  let page: LogPage | null = await pageAfter(run.at.seq);
  let built: Built | null = null;
  while (page !== null) {
    // While the database applies one page and reads the next but one, the next is decided.
    const applied = built;
    const after: number | null = page.isLast ? null : page.to;
    const applying: Promise<unknown> = applied === null ? Promise.resolve() : apply(applied);
    const reading: Promise<LogPage | null> = applying.then(() => (after === null ? null : pageAfter(after)));
    reading.catch(() => {});
    built = await run.build(page.events);
    page = await reading;
    if (applied !== null) await onProgress(applied.toSeq, 'replay');
    if (run.chainFault !== null) break;
  }
  if (built !== null) await apply(built);
  // Of a page whose chain breaks some postings were counted that are not there.
  if (run.chainFault === null) {
    // Nothing counts temporary tables by itself, and without it sums take three times as long.
    await client.query(`analyze ${SHADOW}.postings; analyze ${SHADOW}.accounts`);
    await client.query(inShadow([...run.writeBalances(), ...(await daysAsSummed(client, tenantId))]));
  }
  await onProgress(run.at.seq, 'replay');
  return run.report();
}

/** The days up to where the live ones are summed, and balances where these are marked: what is above is in no table. */
async function daysAsSummed(client: pg.ClientBase, tenantId: string): Promise<readonly string[]> {
  const found = await client.query<{ through_seq: number }>('select through_seq from public.days_summed where tenant_id = $1', [tenantId]);
  const marked = await client.query<{ seq: number }>('select distinct seq from public.account_marks where tenant_id = $1 order by seq', [
    tenantId,
  ]);
  const seqs = marked.rows.map((mark) => mark.seq);
  return [...addToDays(tenantId, { after: 0, through: found.rows[0]?.through_seq ?? 0 }), ...marksOfPostings(tenantId, seqs)];
}

/** The statements as one text, over the shadow. */
const inShadow = (statements: readonly string[]): string =>
  [`select set_config('search_path', '${SHADOW}', true)`, ...statements, `select set_config('search_path', '${LIVE_FIRST}', true)`].join(
    ';\n',
  );

/** The state as far as the events were read, and what they were read to. */
class Run {
  at: Position = startOfChain;
  chainFault: ReplayReport['chainFault'] = null;
  private readonly state: TenantState;
  private readonly verdictFaults: VerdictFault[] = [];
  private readonly contradictions = new Contradictions((text) => hash('sha256', text));
  private readonly tree = new GrowingTree();
  private readonly seals: Seal[] = [];
  private readonly anchored: { readonly seq: number; readonly payload: LogAnchored }[] = [];
  private postings = 0;
  /** Of the postings that are in no balance yet. */
  private moved = new Set<AccountState>();
  private pagesHeld = 0;

  constructor(tenantId: string) {
    this.state = emptyState(tenantId);
  }

  report(): Rebuilt {
    const { at, postings, state, verdictFaults, chainFault, seals, anchored } = this;
    return { events: at.seq, postings, state, verdictFaults, chainFault, seals, anchored };
  }

  /** What a page comes to; null where it has no events, or its chain breaks: nothing of that page is applied. */
  async build(page: readonly StoredEvent[]): Promise<Built | null> {
    if (page.length === 0) return null;
    const { state } = this;
    const { tenantId } = state;
    const statements = new StatementList();
    const lines: string[] = [];
    for (const [i, stored] of page.entries()) {
      // What the database is being sent meanwhile gets its turn.
      if (i % SLICE_EVENTS === SLICE_EVENTS - 1) await new Promise(setImmediate);
      const payload = parsePayload(stored.payload);
      const fault = checkLink((text) => hash('sha256', text), this.at, stored, payload);
      if (fault !== null || payload === null) {
        this.chainFault = { seq: fault?.seq ?? stored.seq, what: fault?.what ?? 'payload' };
        return null;
      }
      const event = chainedEventOf(stored, payload);
      const contradiction = this.contradictions.find(state, event, {
        signature: stored.signature,
        prevHash: stored.prev_hash,
        rootBefore: event.type === 'snapshot.taken' && this.at.seq > 0 ? toHex(hashBytes(this.tree.root())) : null,
      });
      if (this.verdictFaults.length < DIFFERENCES_SHOWN_MAX) {
        const fault = contradiction === null ? checkVerdicts(state, event) : { seq: stored.seq, what: contradiction };
        if (fault !== null) this.verdictFaults.push(fault);
      }
      const applied = this.apply(event);
      if (applied === null) return null;
      hashBytes(this.tree.append(hashBytes(hashLeaf(Buffer.from(stored.event_hash, 'hex')))));
      if (event.type === 'period.locked' && contradiction === null)
        this.seals.push({ seq: stored.seq, date: event.payload.period_end, sealed: event.payload.trial_balance });
      if (event.type === 'log.anchored') this.anchored.push({ seq: stored.seq, payload: event.payload });
      for (const posting of applied.moved) {
        lines.push(postingLine(tenantId, posting));
        this.moved.add(posting.debit).add(posting.credit);
      }
      for (const s of applied.written) statements.add(s);
      this.at = { seq: stored.seq, hash: stored.event_hash, ts: stored.event_ts };
    }
    this.postings += lines.length;
    this.pagesHeld += 1;
    const sums = this.pagesHeld >= PAGES_A_WRITE ? this.writeBalances() : [];
    const sql = inShadow([...statements.texts, `copy ${POSTINGS} from stdin`, ...sums]);
    return { sql, postings: Buffer.from(lines.join('')), fromSeq: page[0]?.seq ?? 0, toSeq: this.at.seq };
  }

  /** What an event posts, and writes; null where the state cannot take it, or it lacks what its type has: the log ends there, as where its chain breaks. */
  private apply(event: ChainedEvent): { readonly moved: readonly Posting[]; readonly written: ReturnType<typeof project> } | null {
    try {
      return { moved: evolve(this.state, event), written: project(this.state.tenantId, event) };
    } catch (error) {
      this.chainFault = { seq: event.seq, what: (error as Error).message };
      return null;
    }
  }

  /** The balances of what was read since the last time, which then counts as written. */
  writeBalances(): readonly string[] {
    const { state, moved } = this;
    this.moved = new Set();
    this.pagesHeld = 0;
    // `version` is the batch's last seq in live tables, which a replay cannot know: it is left out of the comparison.
    return [
      ...(moved.size === 0 ? [] : [inline(setBalances, ...balancesOf(state.tenantId, 0, moved))]),
      ...(state.dailyUsage.day === '' ? [] : [inline(setBooked, ...bookedOf(state.tenantId, state.dailyUsage))]),
    ];
  }
}

/** Rows beside each other by their key; a row of one side has no other. The version of an account says in which batch it was written, not what is in it. */
async function compare(client: pg.ClientBase, tenantId: string, table: string, stored: string): Promise<TableDifference | null> {
  const found = await client.query<{ name: string; in_key: boolean }>(
    `select quote_ident(a.attname) as name, a.attnum = any(i.indkey) as in_key
     from pg_attribute a join pg_index i on i.indrelid = a.attrelid and i.indisprimary
     where a.attrelid = ('public.' || quote_ident($1))::regclass and a.attnum > 0 and not a.attisdropped
       and a.attname <> 'tenant_id' and not (a.attname = 'version' and $1 = 'accounts')
     order by a.attnum`,
    [table],
  );
  const columns = found.rows.map((c) => c.name);
  const key = found.rows.filter((c) => c.in_key).map((c) => c.name);
  await client.query(`analyze ${SHADOW}.${table}`);
  const rowsOf = (from: string): string => `(select true as there, * from ${from} rows where tenant_id = ${literal(tenantId)})`;
  const whole = (side: string): string => `jsonb_build_object(${columns.map((c) => `${literal(c)}, ${side}.${c}`).join(', ')})::text`;
  const rows = await client.query<RowDifference>(
    `select jsonb_build_object(${key.map((c) => `${literal(c)}, coalesce(l.${c}, r.${c})`).join(', ')})::text as key,
       case when l.there then ${whole('l')} end as live, case when r.there then ${whole('r')} end as replayed
     from ${rowsOf(stored)} l full join ${rowsOf(`${SHADOW}.${table}`)} r on ${['l.tenant_id = r.tenant_id', ...key.map((c) => `l.${c} = r.${c}`)].join(' and ')}
     where (${['there', ...columns].map((c) => `l.${c}`).join(', ')}) is distinct from (${['there', ...columns].map((c) => `r.${c}`).join(', ')})
     limit ${DIFFERENCES_SHOWN_MAX}`,
  );
  return rows.rows.length === 0 ? null : { table, rows: rows.rows };
}
