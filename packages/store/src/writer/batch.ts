// One transaction in the making: commands are decided as they arrive, chained, and turned into the text of one trip.
// Nothing here does I/O; whoever holds the batch commits it or throws it away together with the state.

import { hash } from 'node:crypto';
import type { AccountState } from '@countinghouse/kernel/accounts/state';
import { keyOf, markPayload } from '@countinghouse/kernel/api-keys/mark';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { Position } from '@countinghouse/kernel/chain/check-link';
import { GENESIS_HASH, HASH_VERSION, hashEvent, hashPayload, type Sha256Hex } from '@countinghouse/kernel/chain/event-hash';
import { decide, evolve } from '@countinghouse/kernel/ledger';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Facts, PriorDecision, Readings } from '@countinghouse/kernel/ledger/decision';
import type { ChainedEvent, EventDraft } from '@countinghouse/kernel/ledger/events';
import type { Posting } from '@countinghouse/kernel/ledger/posting';
import type { RefusalCode } from '@countinghouse/kernel/ledger/refusal-code';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { POLICY_TIME_MAX_MS } from '@countinghouse/kernel/policies/verdicts';
import { formatInstant } from '@countinghouse/kernel/time/instant';
import type { CheckedClock } from '../clock.ts';
import type { HighWaterMark } from '../high-water/mark.ts';
import { type Keyring, signHead } from '../keys/keyring.ts';
import { sealedUnder } from '../keys/pii.ts';
import { StaleKeyVersion } from '../keys/pii-keys.ts';
import { project } from '../projections.ts';
import { CopyData } from '../sql/copy-data.ts';
import { execute } from '../sql/prepared.ts';
import { copyText, literal, type SqlValue, type Statement } from '../sql/statement.ts';
import { StatementList } from '../sql/statement-list.ts';
import { uuidV7 } from '../sql/uuid-v7.ts';
import type { Activity } from '../tracing.ts';
import { bookedOf } from './booked.ts';
import { type RecentDecisions, type RulesOut, rulesNothingOut } from './recent-decisions.ts';
import { lockHead, moveHead, refuseLockedDays, setBalances, setBooked } from './statements.ts';
import { type Decided, decideTogether, type Failure } from './together.ts';

/** What a command came to. Answered only after the commit that makes it true. */
export type Outcome =
  | { readonly kind: 'written'; readonly events: readonly ChainedEvent[]; readonly postings: readonly Posting[] }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly details?: unknown }
  | { readonly kind: 'duplicate'; readonly prior: PriorDecision };

/** What those who stand together came to: an outcome each, or the one for whose sake nothing was written. */
export type Answer = { readonly outcomes: readonly Outcome[] } | { readonly failure: Failure };

export interface Waiting {
  /** One, or intents that stand or fall together. */
  readonly commands: readonly [Command, ...Command[]];
  /** Statements that must commit together with the command's events and are no projection (a wrapped private key). */
  readonly sideWrites: readonly Statement[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** It came with many others in one call: those that came alone do not wait for all of them. */
  readonly bulk?: true;
  /** What it was asked for by, where traces are watched. */
  readonly from?: Activity | null | undefined;
  attempts: number;
  /** Set after it spoiled a batch: it is tried in one of its own. */
  alone: boolean;
  /** Whether its key was looked up in the log since the state was loaded. */
  lookedUp: boolean;
}

/** Milliseconds; `executionMs` is null where nothing was written. */
export interface IntentTiming {
  readonly validationMs: number;
  readonly executionMs: number | null;
}

/** What is known for a command beyond the state, the time and its key. */
export type Known = Readings & Pick<Facts, 'tokenOf'>;

export const sha256: Sha256Hex = (text) => hash('sha256', text);

const EVENT_COLUMNS =
  'tenant_id, seq, event_id, event_type, event_ts, actor_id, idem_key, intent_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version';
const POSTING_COLUMNS =
  'tenant_id, seq, line, debit_account_id, credit_account_id, amount, currency, value_date, narrative, debit_balance_after, credit_balance_after';

/** Milliseconds that those who stand together may take, decided in one go as they are, before their policies count as too slow. */
const TOGETHER_TIME_MAX_MS = 1000;

export class Batch {
  readonly answers: { readonly to: Waiting; readonly answer: Answer }[] = [];
  firstEventId: string | null = null;
  /** What each intent took of the kernel's time: to decide it, and to apply what it came to. */
  readonly intents: IntentTiming[] = [];
  /** Whether some of it came in calls that carry many. */
  hasBulk = false;
  /** When its first event got its time, on the clock of `performance.now()`; null while there is none. */
  firstEventMs: number | null = null;
  /** The head that it leaves, signed; null until it is sealed, and where it has no events. */
  signedHead: HighWaterMark | null = null;
  private readonly state: TenantState;
  private readonly priors: RecentDecisions;
  private readonly clock: CheckedClock;
  private readonly left: RulesOut;
  /** What it stands on. */
  readonly headBefore: Position;
  private readonly moved = new Set<AccountState>();
  /** The value dates that are posted to, each with the last event that does. */
  private readonly dates = new Map<string, number>();
  private readonly statements = new StatementList();
  private eventCount = 0;
  private commandCount = 0;
  private readonly eventLines = new CopyData();
  private readonly postingLines = new CopyData();

  constructor(state: TenantState, priors: RecentDecisions, clock: CheckedClock, left = rulesNothingOut) {
    this.clock = clock;
    this.left = left;
    this.state = state;
    this.priors = priors;
    this.headBefore = { seq: state.head.seq, hash: state.head.hash };
  }

  /** How many commands it answers. */
  get size(): number {
    return this.commandCount;
  }

  get events(): number {
    return this.eventCount;
  }

  /** What it sends, but for the statements. */
  get bytes(): number {
    return this.eventLines.size + this.postingLines.size;
  }

  /**
   * Decides a command, or those that stand together, on the state as this batch leaves it, and applies what it comes to. Never throws
   * for a refusal; throws StaleKeyVersion for words that are not to be written so.
   *
   * Answers false, and takes nothing, for a refusal of an intent whose key is not known and was not looked up: only what is
   * written meets the unique index, and a decision from long ago wins over any refusal of today. Where intents have left the
   * database, the index knows nothing of these: a key that may be one of theirs is looked up.
   *
   * `known` is what some commands are decided on.
   */
  add(waiting: Waiting, known: Known = {}): boolean {
    const { commands } = waiting;
    refuseStaleKeyVersion(waiting.sideWrites, this.state);
    const nowMs = this.clock.bookingMs(this.state.head.tsUs);
    let decided: readonly Decided[];
    if (commands.length === 1) {
      const alone = this.decide(commands[0], nowMs, waiting.lookedUp, known);
      if (alone === null) return false;
      decided = [alone];
    } else {
      if (!waiting.lookedUp && commands.some((command) => this.mayHaveLeft(command))) return false;
      const together = this.decideTogether(commands, nowMs, known);
      if ('failure' in together) {
        if (together.failure.keyIsOpen && !waiting.lookedUp) return false;
        return this.answer(waiting, together);
      }
      ({ decided } = together);
    }
    const outcomes = decided.map((each) => this.apply(each, nowMs));
    // They belong to the events: what was refused, answered before, or changes nothing has none.
    if (outcomes.some((o) => o.kind === 'written' && o.events.length > 0)) for (const s of waiting.sideWrites) this.statements.add(s);
    return this.answer(waiting, { outcomes });
  }

  private answer(to: Waiting, answer: Answer): true {
    this.answers.push({ to, answer });
    if (to.bulk === true) this.hasBulk = true;
    this.commandCount += to.commands.length;
    return true;
  }

  private priorOf(command: Command): PriorDecision | null {
    return command.type === 'intent.execute' ? this.priors.find(command.idemKey, command.intentId) : null;
  }

  /** Whether what its key decided may be where no index finds it. */
  private mayHaveLeft(command: Command): boolean {
    const { prunedTo } = this.state;
    return prunedTo > 0 && command.type === 'intent.execute' && !this.left.rulesOut(command, prunedTo);
  }

  /** null: the key is to be looked up first. */
  private decide(command: Command, nowMs: number, lookedUp: boolean, known: Known): Decided | null {
    const prior = this.priorOf(command);
    if (prior === null && !lookedUp && this.mayHaveLeft(command)) return null;
    const beganMs = performance.now();
    const facts = { nowUs: BigInt(nowMs) * 1000n, sha256, prior, overdue: overdueFrom(beganMs) };
    const decision = decide(this.state, command, { ...facts, ...known });
    if (decision.kind === 'refused' && command.type === 'intent.execute' && prior === null && !lookedUp) return null;
    return { command, decision, tookMs: performance.now() - beganMs };
  }

  private decideTogether(commands: readonly Command[], nowMs: number, known: Known): ReturnType<typeof decideTogether> {
    const allOverdue = overdueFrom(performance.now(), TOGETHER_TIME_MAX_MS);
    const factsNow = () => {
      const overdue = overdueFrom(performance.now());
      return { nowUs: BigInt(nowMs) * 1000n, sha256, overdue: () => overdue() || allOverdue(), ...known };
    };
    return decideTogether(this.state, commands, factsNow, (command) => this.priorOf(command));
  }

  /** Chains what was decided, and moves the state by it. */
  private apply({ command, decision, tookMs }: Decided, nowMs: number): Outcome {
    if (decision.kind !== 'append') {
      this.note(command, tookMs, null);
      return decision;
    }
    const beganMs = performance.now();
    if (decision.events.length > 0) this.firstEventMs ??= beganMs;
    const apiKeyId = keyOf(command.actor);
    const postings: Posting[] = [];
    const events = decision.events.map((draft) => this.append(draft, draft.actorId ?? command.actor.id, apiKeyId, nowMs, postings));
    this.note(command, tookMs, performance.now() - beganMs);
    return { kind: 'written', events, postings };
  }

  private note(command: Command, validationMs: number, executionMs: number | null): void {
    if (command.type === 'intent.execute') this.intents.push({ validationMs, executionMs });
  }

  private append(draft: EventDraft, actorId: string, apiKeyId: string | null, nowMs: number, postings: Posting[]): ChainedEvent {
    const { tenantId, head } = this.state;
    const nowUs = BigInt(nowMs) * 1000n;
    const eventTsUs = nowUs > head.tsUs ? nowUs : head.tsUs + 1n;
    const eventTs = formatInstant(eventTsUs);
    const seq = head.seq + 1;
    const eventId = uuidV7(nowMs);
    this.firstEventId ??= eventId;
    const signature = draft.signature ?? null;
    const payload = hashPayload(sha256, markPayload(draft.payload as JsonObject, apiKeyId));
    const link = {
      tenant_id: tenantId,
      seq,
      event_id: eventId,
      event_type: draft.type,
      event_ts: eventTs,
      actor_id: actorId,
      payload_hash: payload.hash,
      prev_hash: head.hash,
      signature,
    };
    const eventHash = hashEvent(sha256, link);
    this.eventLines.add(
      `${tenantId}\t${seq}\t${eventId}\t${draft.type}\t${eventTs}\t${copyText(actorId)}\t${copyText(draft.idemKey ?? null)}\t${copyText(draft.intentId ?? null)}\t${copyText(payload.text)}\t${payload.hash}\t${head.hash}\t${eventHash}\t${copyText(signature)}\t${HASH_VERSION}\n`,
    );
    this.eventCount += 1;
    const event: ChainedEvent = { ...draft, seq, eventId, eventTs, eventTsUs, actorId, eventHash };
    for (const posting of evolve(this.state, event)) {
      this.addPosting(posting);
      postings.push(posting);
    }
    for (const s of project(tenantId, event)) this.statements.add(s);
    this.priors.rememberEvent(event);
    return event;
  }

  private addPosting(p: Posting): void {
    this.postingLines.add(postingLine(this.state.tenantId, p));
    this.moved.add(p.debit).add(p.credit);
    this.dates.set(p.row.value_date, p.seq);
  }

  /**
   * The transaction of this batch, the new head signed; null where it has no events and nothing is to be written.
   * To be called before anything else moves the state. Throws KeyUnavailable.
   */
  seal(keyring: Keyring): Trip | null {
    if (this.events === 0) return null;
    const key = keyring.get(activeChainKid(this.state) ?? '');
    const { tenantId, head } = this.state;
    const tenant = literal(tenantId);
    const ts = formatInstant(head.tsUs);
    const before = this.headBefore;
    const signature = signHead(key, { tenant_id: tenantId, seq: head.seq, event_hash: head.hash, event_ts: ts });
    this.signedHead = { tenantId, seq: head.seq, hash: head.hash, ts, kid: key.kid, signature };
    const sql = [
      'begin',
      ...(before.seq === 0
        ? [
            `insert into chain_heads (tenant_id, seq, event_hash, event_ts) values (${tenant}, 0, '${GENESIS_HASH}', 'epoch') on conflict do nothing`,
            `insert into days_summed (tenant_id, through_seq) values (${tenant}, 0) on conflict do nothing`,
          ]
        : []),
      execute(lockHead, tenantId, before.seq, before.hash),
      `copy events (${EVENT_COLUMNS}) from stdin`,
      ...this.statements.texts,
      `copy postings (${POSTING_COLUMNS}) from stdin`,
      ...(this.moved.size === 0 ? [] : [execute(setBalances, ...balancesOf(tenantId, head.seq, this.moved))]),
      ...(this.dates.size === 0
        ? []
        : [execute(refuseLockedDays, tenantId, `{${[...this.dates.keys()]}}`, `{${[...this.dates.values()]}}`)]),
      ...(this.state.dailyUsage.day === '' ? [] : [execute(setBooked, ...bookedOf(tenantId, this.state.dailyUsage))]),
      execute(moveHead, tenantId, head.seq, head.hash, ts, key.kid, signature),
      'commit',
    ].join(';\n');
    return { sql, copies: [this.eventLines.bytes, this.postingLines.bytes] };
  }
}

/**
 * Words are written as the log says that they are to be kept, or not at all: under its key in use, and as they are only until the
 * organisation tokenises. The transaction is bound to the head that this was decided on.
 */
function refuseStaleKeyVersion(sideWrites: readonly Statement[], { privacy }: TenantState): void {
  for (const { sealedUnder: version } of sideWrites)
    if (version !== undefined && version !== sealedUnder(privacy))
      throw new StaleKeyVersion('the key of these words is not the one in use');
}

/** Whether what began at an instant of `performance.now()` has taken longer than the policies of a command may. */
const overdueFrom =
  (startMs: number, maxMs = POLICY_TIME_MAX_MS) =>
  (): boolean =>
    performance.now() - startMs > maxMs;

/** Of a command that stands alone. */
export function outcomeOf(answer: Answer): Outcome {
  const outcome = 'outcomes' in answer ? answer.outcomes[0] : undefined;
  if (outcome === undefined) throw new Error('a command came to nothing');
  return outcome;
}

/** A transaction as SQL, with the data of its COPYs in order. */
export interface Trip {
  readonly sql: string;
  readonly copies: readonly Buffer[];
}

/** The key that signs heads: exactly one is ACTIVE once the organisation exists. */
export function activeChainKid(state: TenantState): string | null {
  for (const key of state.signingKeys.values()) if (key.purpose === 'chain' && key.status === 'ACTIVE') return key.kid;
  return null;
}

/** A posting as a line of COPY text, in the order of POSTING_COLUMNS. */
export function postingLine(tenantId: string, p: Posting): string {
  const { line, amount, currency, value_date, narrative } = p.row;
  return `${tenantId}\t${p.seq}\t${line}\t${p.debit.id}\t${p.credit.id}\t${amount}\t${copyText(currency)}\t${value_date}\t${copyText(narrative)}\t${formatAmountE8(p.debitBalanceAfterE8)}\t${formatAmountE8(p.creditBalanceAfterE8)}\n`;
}

/** The values of `setBalances`: accounts in the order of their ids, with their balances in the state. */
export function balancesOf(tenantId: string, version: number, accounts: ReadonlySet<AccountState>): readonly SqlValue[] {
  const sorted = [...accounts].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [tenantId, version, `{${sorted.map((a) => a.id)}}`, `{${sorted.map((a) => formatAmountE8(a.balanceE8))}}`];
}
