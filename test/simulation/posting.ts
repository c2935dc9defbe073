// Posting intents until they are answered, and remembering what was told. A caller repeats with the same key, as clients do.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Caller, NoAnswer } from '@countinghouse/testkit/caller';
import type { Organisation } from '@countinghouse/testkit/world';
import type { History } from './history.ts';
import { faultsOfRefusal } from './others.ts';

const REPEAT_AFTER_MS = 25;
const DAY_MS = 86_400_000;
/** Final answers to an intent, and the one that asks to repeat. */
const FINAL = new Set([200, 202, 409, 422]);
const REPEAT = 503;

export interface Row {
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly amount: string;
  readonly currency: string;
}

/** A final answer, and when its key was first sent and it was given, on the clock of `performance.now()`. */
export interface Told {
  readonly key: string;
  readonly rows: readonly Row[];
  readonly beganMs: number;
  readonly endedMs: number;
  readonly status: number;
  readonly code: string | null;
  readonly seq: number;
  readonly eventId: string;
  readonly eventHash: string;
  readonly duplicate: boolean;
}

/** Posts into one organisation. `inFlight` and `acknowledged` are for those who watch. */
export class Poster {
  readonly organisation: Organisation;
  readonly told: Told[] = [];
  readonly faults: string[] = [];
  inFlight = 0;
  acknowledged = 0;
  repeats = 0;
  /** Requests whose connection ended without an answer. */
  unanswered = 0;
  /** How long the slowest answer to one request took. */
  slowestMs = 0;
  /** How many answers asked to repeat, by their code. */
  readonly refused = new Map<string, number>();
  private readonly history: History;
  private readonly callers: readonly Caller[] | (() => Promise<Caller>);
  private readonly firstAsked = new Map<string, number>();
  private sent = 0;

  /** `callers`: the same person at several servers, whom each request and each repeat takes in turn, or by whatever is asked for each. */
  constructor(organisation: Organisation, history: History, callers: readonly Caller[] | (() => Promise<Caller>) = [organisation.caller]) {
    this.organisation = organisation;
    this.history = history;
    this.callers = callers;
  }

  /** Sends one intent until a final answer comes. The id of the intent is its key, unless another is given. */
  async post(key: string, rows: readonly Row[], intentId = key): Promise<Told> {
    for (;;) {
      const told = await this.postOnce(key, rows, intentId);
      if (told !== null) return told;
      this.repeats += 1;
      await sleep(REPEAT_AFTER_MS);
    }
  }

  /** One request; null where it is to be repeated. */
  async postOnce(key: string, rows: readonly Row[], intentId = key): Promise<Told | null> {
    const caller = typeof this.callers === 'function' ? await this.callers() : this.nextOf(this.callers);
    const sentMs = performance.now();
    const beganMs = this.firstAsked.get(key) ?? sentMs;
    this.firstAsked.set(key, beganMs);
    const answer = await this.ask(caller, intentBody(this.organisation, key, rows, intentId));
    const endedMs = performance.now();
    this.slowestMs = Math.max(this.slowestMs, endedMs - sentMs);
    const { status = 0, body = {} } = answer ?? {};
    const { code, seq, eventId, duplicate } = body;
    this.history.note({ post: key, tenantId: this.organisation.tenantId, sentMs, endedMs, status, code, seq, eventId, duplicate });
    if (answer === null) {
      this.unanswered += 1;
      return null;
    }
    if (status === REPEAT) {
      this.refused.set(String(code), (this.refused.get(String(code)) ?? 0) + 1);
      this.faults.push(...faultsOfRefusal('an intent', answer));
      return null;
    }
    // Whatever else is answered is a fault, and final: whoever repeated it might do so for ever.
    if (!FINAL.has(status)) this.faults.push(`an intent was answered ${status}: ${JSON.stringify(body)}`);
    const told = toTold({ key, rows, beganMs, endedMs }, answer);
    if (status === 200) this.acknowledged += 1;
    this.told.push(told);
    return told;
  }

  private nextOf(callers: readonly Caller[]): Caller {
    return callers[this.sent++ % callers.length] ?? this.organisation.caller;
  }

  private async ask(caller: Caller, body: unknown): Promise<Answer | null> {
    this.inFlight += 1;
    try {
      return await caller.post('/api/v1/intents/execute', body);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return null;
    } finally {
      this.inFlight -= 1;
    }
  }
}

/** A body as the console sends it. */
export function intentBody({ tenantId, fxSnapshotId }: Organisation, key: string, rows: readonly Row[], intentId: string): unknown {
  const nowMs = Date.now();
  return {
    intent_id: intentId,
    tenant_id: tenantId,
    actor: 'simulation',
    use_case: 'manual_post',
    idem_key: key,
    value_date: new Date(nowMs).toISOString().slice(0, 10),
    constraints: {},
    proposed_actions: rows,
    snapshot_ids: { fx: fxSnapshotId },
    consent: {
      scope: ['ledger:post'],
      reference: 'simulation',
      granted_at: new Date(nowMs).toISOString(),
      expires_at: new Date(nowMs + DAY_MS).toISOString(),
    },
  };
}

/** What an answer told whoever sent a key. */
export function toTold(asked: Pick<Told, 'key' | 'rows' | 'beganMs' | 'endedMs'>, { status, body }: Pick<Answer, 'status' | 'body'>): Told {
  const { code, seq, eventId, eventHash, duplicate } = body;
  return {
    ...asked,
    status,
    code: typeof code === 'string' ? code : null,
    seq: Number(seq ?? 0),
    eventId: String(eventId ?? ''),
    eventHash: String(eventHash ?? ''),
    duplicate: duplicate === true,
  };
}

interface Stored extends Record<string, unknown> {
  readonly idem_key: string;
  readonly seq: number;
  readonly event_id: string;
  readonly event_hash: string;
  readonly lines: number;
}

/**
 * Holds what was told against what is stored: nothing acknowledged is lost, no key decided twice, every receipt true, every
 * executed intent with all its rows, and nothing there that nobody was told of.
 */
export function compareWithLog(told: readonly Told[], stored: readonly Stored[]): readonly string[] {
  const faults: string[] = [];
  const byKey = Map.groupBy(stored, (s) => s.idem_key);
  for (const [key, events] of byKey)
    if (events.length > 1) faults.push(`doubled: ${key} has events ${events.map((e) => e.seq).join(', ')}`);
  const known = new Set<string>();
  for (const t of told) {
    known.add(t.key);
    if (t.status === 409) continue;
    const event = byKey.get(t.key)?.[0];
    if (event === undefined) faults.push(`lost: ${t.key}, acknowledged as event ${t.seq}`);
    else if (event.seq !== t.seq || event.event_id !== t.eventId || event.event_hash !== t.eventHash)
      faults.push(`untrue: ${t.key} was told as event ${t.seq} ${t.eventId}, stored as ${event.seq} ${event.event_id}`);
    else if (event.lines !== (t.status === 200 ? t.rows.length : 0))
      faults.push(`in part: ${t.key} has ${event.lines} of ${t.rows.length} rows`);
  }
  for (const key of byKey.keys()) if (!known.has(key)) faults.push(`untold: ${key} is in the log`);
  return faults;
}

/** Under what key an event is told that has none of its own: an intent that was held back and is posted with its approval. */
export const keyOfEvent = (seq: number): string => `event ${seq}`;

/** What the log holds of every intent of an organisation, and of all else that posts; for `compareWithLog`. */
export const STORED_INTENTS = `select coalesce(e.idem_key, 'event ' || e.seq) as idem_key, e.seq, e.event_id, e.event_hash,
    (select count(*) from postings p where p.tenant_id = $1 and p.seq = e.seq) as lines
  from events e where e.tenant_id = $1
    and (e.idem_key is not null or exists (select from postings p where p.tenant_id = $1 and p.seq = e.seq))`;
export type { Stored };
