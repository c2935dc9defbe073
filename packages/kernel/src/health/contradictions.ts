// What an event says that cannot be, given all before it. Whoever holds the chain key can sign a log that contradicts itself; the rules
// that decide would never have written it. Asked of each event of a replay, before it is applied. What needs the balances of a day is for whoever has the tables.

import { mayMean } from '../accounts/find.ts';
import { standsBehind } from '../approvals/rights.ts';
import { canonicalize, type JsonObject } from '../canonical/jcs.ts';
import type { Sha256Hex } from '../chain/event-hash.ts';
import type { RestOfRow } from '../holds/state.ts';
import type { IntentExecuted, IntentProposed } from '../intents/events.ts';
import type { PostedRow } from '../intents/posted.ts';
import { systemActor } from '../ledger/actor.ts';
import type { ChainedEvent } from '../ledger/events.ts';
import type { TenantState } from '../ledger/state.ts';
import type { IntentAnnotated } from '../metadata/events.ts';
import { parseAmountE8, readAmountE8 } from '../money/amount.ts';
import { magnitudeOf } from '../money/magnitude.ts';
import { lockedAt } from '../periods/days.ts';
import { interestFault } from './interest-fault.ts';
import { mayDecide, standingFault, whyStopped } from './standing.ts';

/** What is stored beside an event's payload, and the root of the tree over all events before it (hexadecimal; null before the first). */
export interface AsStored {
  readonly signature: string | null;
  readonly prevHash: string;
  readonly rootBefore: string | null;
}

interface Decided {
  readonly seq: number;
  readonly what: 'proposed' | 'executed' | 'rejected';
  /** Stands for its rows, whatever their days; null where nothing was posted. */
  readonly rows: string | null;
  /** It is never taken back, for it takes another back itself, or is interest. */
  readonly isFinal?: boolean;
}

export class Contradictions {
  private readonly sha256: Sha256Hex;
  private readonly eventIds = new Set<string>();
  private readonly intents = new Map<string, Decided>();
  /** What clients signed and was executed. */
  private readonly signed = new Set<string>();
  /** Approvals that an intent went on from. */
  private readonly used = new Set<string>();
  /** What others approved, by approval: what it is called and does, and its rows. */
  private readonly approved = new Map<string, { readonly intent: Named; readonly rows: string }>();
  /** The value dates of these rows. */
  private readonly approvedDays = new Map<string, readonly string[]>();

  constructor(sha256: Sha256Hex) {
    this.sha256 = sha256;
  }

  /** What is wrong with an event, in words; null where nothing is. `state` is the one before it. Shapes were not looked at: what an event lacks is wrong with it. */
  find(state: TenantState, event: ChainedEvent, stored: AsStored): string | null {
    try {
      return this.look(state, event, stored);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      return `it cannot be read: ${error.message}`;
    }
  }

  private look(state: TenantState, event: ChainedEvent, stored: AsStored): string | null {
    if (this.eventIds.has(event.eventId)) return 'another event has its id';
    this.eventIds.add(event.eventId);
    switch (event.type) {
      case 'account.created':
        return state.accounts.has(event.payload.id) || state.accountByCode.has(event.payload.code) ? 'its account or code is taken' : null;
      case 'account.closed':
        return closedFault(state, event.payload.id);
      case 'account.reopened':
        return state.accounts.get(event.payload.id)?.closed === true ? null : 'it opens an account that is not closed';
      case 'account.remapped':
        return state.accounts.get(event.payload.id)?.posted === false ? null : 'it maps an account otherwise that was posted to';
      case 'hold.expired':
        return state.holds.get(event.payload.intent_id)?.status === 'open'
          ? standingFault(state, event)
          : 'it ends a hold that is not open';
      case 'snapshot.taken':
        return isOfLog(event.payload, event.seq, stored) ? null : 'its snapshot is not of the log before it';
      case 'approval.requested':
        return this.askedFault(state, event.payload);
      case 'approval.approved':
        return approvalFault(state, event.payload, event.actorId);
      case 'intent.proposed':
        return this.findInProposal(state, event.seq, event.payload);
      case 'intent.rejected':
        return this.decide(event.payload.intent_id, { seq: event.seq, what: 'rejected', rows: null });
      case 'intent.executed':
        return this.findInExecuted(state, event.seq, event.payload, stored.signature);
      case 'intent.annotated':
        return this.annotationFault(event.payload);
      case 'year.closed':
        return this.namedFault(event.payload.intent_ids);
      case 'year.reopened':
      case 'period.revalued':
        return this.namedFault(event.payload.intents.flatMap(({ intent_id, reversed_by }) => [intent_id, reversed_by]));
      default:
        return standingFault(state, event);
    }
  }

  private findInProposal(state: TenantState, seq: number, payload: IntentProposed): string | null {
    const { approval, intent_id } = payload;
    const { rows } = approval.payload;
    const asked = this.askedFault(state, approval);
    if (asked !== null) return asked;
    if (!isSameIntent(payload, approval.payload)) return 'it asks to approve another intent than it proposes';
    this.approved.set(approval.id, { intent: namedOf(payload), rows: this.digest(rows) });
    this.approvedDays.set(
      approval.id,
      rows.map((row) => row.value_date),
    );
    const { use_case, request } = payload;
    if (request['use_case'] !== undefined && request['use_case'] !== use_case) return OTHER_USE_CASE;
    return this.decide(intent_id, { seq, what: 'proposed', rows: null }) ?? requestFault(state, payload, rows);
  }

  private askedFault(
    state: TenantState,
    { id, payload, payload_hash }: { readonly id: string; readonly payload: unknown; readonly payload_hash: string },
  ) {
    if (state.approvals.has(id)) return 'it asks for an approval once more';
    return this.hashOf(payload) === payload_hash ? null : 'what it asks for is not what its hash says';
  }

  private findInExecuted(state: TenantState, seq: number, payload: IntentExecuted, signature: string | null): string | null {
    const { intent_id, rows, hold, reverses, interest, approval_id: approvalId } = payload;
    const carried = hold?.action === 'place' ? hold.rows : rows;
    const original = reverses === undefined ? null : (this.intents.get(reverses.intent_id) ?? null);
    if (approvalId === undefined && this.intents.get(intent_id)?.what === 'proposed') return 'it goes past the approval that was asked for';
    if (approvalId === undefined && signature === null && payload.checks.signature === 'verified')
      return 'it says that its client signed, and has no signature';
    const isFinal = (reverses ?? interest) !== undefined;
    return (
      whyStopped(state) ??
      this.decide(intent_id, { seq, what: 'executed', rows: this.digest(rows), isFinal }) ??
      this.signedTwice(payload.request, signature) ??
      postingFault(state, rows) ??
      (interest === undefined ? null : interestFault(interest, rows)) ??
      otherThanAsked(payload, carried, signature !== null) ??
      requestFault(state, payload, carried) ??
      (hold === undefined
        ? null
        : hold.action === 'place'
          ? reservedFault(state, hold.rows, rows)
          : holdFault(state, hold, rows, payload)) ??
      (reverses === undefined ? null : this.reversalFault(state, original, reverses, rows)) ??
      (approvalId === undefined ? null : this.approvedFault(state, approvalId, payload, carried))
    );
  }

  /** An intent is decided once, after at most one proposal. */
  private decide(intentId: string, decided: Decided): string | null {
    const before = this.intents.get(intentId);
    if (before !== undefined && (before.what !== 'proposed' || decided.what === 'proposed'))
      return `its intent was decided by event ${before.seq} already`;
    this.intents.set(intentId, decided);
    return null;
  }

  /** An intent is annotated once it is in the log, and as it stands. */
  private annotationFault({ intent_id, executed_seq }: IntentAnnotated): string | null {
    const decided = this.intents.get(intent_id);
    if (decided === undefined) return 'it annotates an intent that nobody asked for';
    return executed_seq === (decided.what === 'executed' ? decided.seq : null) ? null : 'it annotates an intent that stands otherwise';
  }

  /** What an event says that the system posted was posted before it. */
  private namedFault(ids: readonly string[]): string | null {
    return ids.every((id) => this.intents.get(id)?.what === 'executed') ? null : 'it names an intent that none before it executed';
  }

  /** A client signature counts once. */
  private signedTwice(request: JsonObject, signature: string | null): string | null {
    if (signature === null) return null;
    const { signature: _signature, ...signed } = request;
    const digest = this.hashOf(signed);
    if (this.signed.has(digest)) return 'what its client signed was executed before';
    this.signed.add(digest);
    return null;
  }

  private reversalFault(
    state: TenantState,
    original: Decided | null,
    { intent_id, seq }: { readonly intent_id: string; readonly seq: number },
    rows: readonly PostedRow[],
  ): string | null {
    if (original === null || original.what !== 'executed' || original.seq !== seq)
      return 'it takes back an intent that its event did not execute';
    if (original.isFinal === true) return 'it takes back what takes another back, or interest';
    if (state.reversals.has(intent_id)) return 'it takes back what was taken back before';
    const mirrored = rows.map((r) => ({ ...r, debit_account_id: r.credit_account_id, credit_account_id: r.debit_account_id }));
    return this.digest(mirrored) === original.rows ? null : 'it is no mirror of what it takes back';
  }

  private approvedFault(state: TenantState, id: string, posted: Named, rows: readonly PostedRow[]): string | null {
    if (state.approvals.get(id)?.status !== 'approved' || this.used.has(id)) return 'it was not approved by those who must';
    this.used.add(id);
    const approved = this.approved.get(id);
    if (approved === undefined || !isSameIntent(posted, approved.intent)) return 'it is not the intent that was approved';
    if (approved.rows !== this.digest(rows)) return 'it posts other rows than were approved';
    const days = this.approvedDays.get(id) ?? [];
    return rows.some((row, i) => row.value_date < (days[i] ?? '')) ? 'it posts for an earlier day than was approved' : null;
  }

  private hashOf(value: unknown): string {
    return this.sha256(canonicalize(value as JsonObject));
  }

  private digest(rows: readonly PostedRow[]): string {
    return this.hashOf(rows.map((r) => [r.debit_account_id, r.credit_account_id, r.amount, r.currency, r.narrative]));
  }
}

/** What an intent is called, and does: rows are compared beside it. */
type Named = Pick<IntentExecuted, 'intent_id' | 'use_case' | 'fingerprint'>;
const namedOf = ({ intent_id, use_case, fingerprint }: Named): Named => ({ intent_id, use_case, fingerprint });
const isSameIntent = (a: Named, b: Named): boolean =>
  a.intent_id === b.intent_id && a.use_case === b.use_case && a.fingerprint === b.fingerprint;

function isOfLog(
  { seq, event_hash, root_hash }: { readonly seq: number; readonly event_hash: string; readonly root_hash?: string },
  ownSeq: number,
  { prevHash, rootBefore }: AsStored,
): boolean {
  return seq === ownSeq - 1 && event_hash === prevHash && (root_hash === undefined || root_hash === rootBefore);
}

function approvalFault(
  state: TenantState,
  { id, payload_hash, remaining }: { readonly id: string; readonly payload_hash: string; readonly remaining: number },
  actorId: string,
): string | null {
  const approval = state.approvals.get(id);
  if (approval?.status !== 'pending' || approval.payloadHash !== payload_hash)
    return 'it approves what nobody asked for, or what was decided';
  if (actorId === systemActor.id) return 'it is approved by nobody';
  if (standsBehind(approval, actorId) || approval.approvers.includes(actorId)) return 'it is approved by who asked, or twice by one person';
  if (!mayDecide(state, approval, actorId)) return 'it is approved by somebody who may not';
  const others = approval.approvers.filter((userId) => mayDecide(state, approval, userId));
  return remaining === Math.max(0, approval.needed - others.length - 1) ? null : 'it counts approvals that are not there';
}

function closedFault(state: TenantState, id: string): string | null {
  const account = state.accounts.get(id);
  if (account?.closed !== false) return 'it closes an account that is not open';
  return account.balanceE8 === 0n ? null : 'it closes an account that is not at zero';
}

function holdFault(
  state: TenantState,
  effect: Exclude<NonNullable<IntentExecuted['hold']>, { action: 'place' }>,
  rows: readonly PostedRow[],
  { request }: IntentExecuted,
) {
  const hold = state.holds.get(effect.intent_id);
  if (hold?.status !== 'open') return 'it captures or voids a hold that is not open';
  if (effect.action === 'void') return rows.length === 0 ? null : 'it voids a hold and posts';
  const left = new Map(sumsOf(hold.rows));
  for (const [pair, sumE8] of sumsOf(rows)) {
    const rest = (left.get(pair) ?? 0n) - sumE8;
    if (rest < 0n) return 'it captures more than is held';
    left.set(pair, rest);
  }
  if (effect.rest !== undefined) return restFault(hold.rows, left, effect.rest);
  const asked = request['proposed_actions'];
  const isOfAll = request['use_case'] === 'capture' && Array.isArray(asked) && asked.length === 0;
  return isOfAll && [...left.values()].some((e8) => e8 > 0n) ? 'it captures less than all that it was to' : null;
}

/** What a hold reserves could be posted as it stands, and it posts nothing itself. */
function reservedFault(state: TenantState, reserved: readonly PostedRow[], posted: readonly PostedRow[]): string | null {
  if (posted.length > 0) return 'it places a hold and posts';
  const isPostable = (row: PostedRow, i: number): boolean =>
    row.line === i + 1 &&
    row.debit_account_id !== row.credit_account_id &&
    [row.debit_account_id, row.credit_account_id].every((id) => isOpenIn(state, id, row.currency)) &&
    (parseAmountE8(row.amount) ?? 0n) > 0n;
  return reserved.every(isPostable) ? null : 'it reserves what could not be posted';
}

function isOpenIn(state: TenantState, id: string, currency: string): boolean {
  const account = state.accounts.get(id);
  return account !== undefined && !account.closed && account.currency === currency;
}

/** What a capture leaves reserved are lines of the hold, none of them grown, and together what it does not post. */
function restFault(held: readonly PostedRow[], left: ReadonlyMap<string, bigint>, rest: readonly RestOfRow[]): string | null {
  const rows = new Map(held.map((row) => [row.line, row]));
  const kept: PostedRow[] = [];
  for (const { line, amount } of rest) {
    const row = rows.get(line);
    if (row === undefined || readAmountE8(amount) > readAmountE8(row.amount)) return 'it leaves reserved what was not held';
    rows.delete(line);
    kept.push({ ...row, amount });
  }
  const sums = sumsOf(kept);
  const wrong = kept.length === 0 || [...left].some(([pair, e8]) => (sums.get(pair) ?? 0n) !== e8);
  return wrong ? 'what it captures and what it leaves reserved are not what was held' : null;
}

function sumsOf(rows: readonly PostedRow[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { debit_account_id, credit_account_id, amount } of rows) {
    const pair = `${debit_account_id} ${credit_account_id}`;
    sums.set(pair, (sums.get(pair) ?? 0n) + (parseAmountE8(amount) ?? 0n));
  }
  return sums;
}

/** No posting to an account that is closed, or for a day that is locked. */
function postingFault(state: TenantState, rows: readonly PostedRow[]): string | null {
  for (const { debit_account_id, credit_account_id, value_date } of rows) {
    for (const id of [debit_account_id, credit_account_id])
      if (state.accounts.get(id)?.closed !== false) return 'it posts to an account that is not open';
    if (lockedAt(state, value_date) !== null) return `it posts to ${value_date}, which is locked`;
  }
  return null;
}

const NOT_AS_ASKED = 'what was posted is not what was asked for';
const OTHER_USE_CASE = 'it is of another use case than its request';
/** What becomes of a hold, by what its client calls the intent. */
const HOLD_ACTIONS: Readonly<Record<string, string>> = { hold: 'place', capture: 'capture', void: 'void' };

/** What became of an intent is of the kind of its request, and follows the intent that the request names. */
function otherThanAsked({ request, use_case, hold, reverses }: IntentExecuted, carried: readonly PostedRow[], isSigned: boolean) {
  const asked = request['use_case'];
  if (asked === undefined) return null;
  if (typeof asked !== 'string' || asked !== use_case) return OTHER_USE_CASE;
  const action = Object.hasOwn(HOLD_ACTIONS, asked) ? HOLD_ACTIONS[asked] : undefined;
  if (hold?.action !== action) return 'it does something else with a hold than its request';
  const actions = request['proposed_actions'];
  const isEmpty = !Array.isArray(actions) || actions.length === 0;
  const isOfAnother = asked === 'reversal' || action === 'capture' || action === 'void';
  if (!isOfAnother) return isSigned && isEmpty && carried.length > 0 ? 'it has rows, and its client signed for none' : null;
  const constraints = (request['constraints'] ?? {}) as JsonObject;
  const named = asked === 'reversal' ? constraints['reverses'] : constraints['hold'];
  const followed = asked === 'reversal' ? reverses?.intent_id : hold?.action === 'place' ? undefined : hold?.intent_id;
  return named === undefined || named === followed ? null : 'it follows another intent than the one that its request names';
}

/** What was posted is what was asked for: by this organisation, for this intent, row for row. */
function requestFault(
  state: TenantState,
  { request, intent_id }: { readonly request: JsonObject; readonly intent_id: string },
  rows: readonly PostedRow[],
): string | null {
  const { tenant_id, intent_id: askedId, proposed_actions: asked, value_date } = request;
  if (tenant_id !== undefined && (typeof tenant_id !== 'string' || tenant_id.toLowerCase() !== state.tenantId))
    return 'its request is to another organisation';
  if (askedId !== undefined && askedId !== intent_id) return 'its request is for another intent';
  if (asked === undefined) return null;
  if (!Array.isArray(asked)) return NOT_AS_ASKED;
  if (asked.length === 0) return null;
  const isAsAsked =
    asked.length === rows.length && asked.every((action, i) => isAsked(state, (action ?? {}) as JsonObject, rows[i], value_date));
  return isAsAsked ? null : NOT_AS_ASKED;
}

function isAsked(state: TenantState, asked: JsonObject, row: PostedRow | undefined, valueDate: unknown): boolean {
  const { amount, currency } = asked;
  const amountE8 = typeof amount === 'string' ? parseAmountE8(amount) : null;
  if (row === undefined || amountE8 === null || typeof currency !== 'string') return false;
  const [debit, credit] = amountE8 < 0n ? [asked['creditAccount'], asked['debitAccount']] : [asked['debitAccount'], asked['creditAccount']];
  const date = asked['valueDate'] ?? valueDate;
  return (
    magnitudeOf(amountE8) === parseAmountE8(row.amount) &&
    isNamed(state, debit, row.debit_account_id) &&
    isNamed(state, credit, row.credit_account_id) &&
    currency.trim().toUpperCase() === row.currency &&
    (date === undefined || date === row.value_date) &&
    (asked['narrative'] ?? '') === row.narrative
  );
}

const isNamed = (state: TenantState, asked: unknown, id: string): boolean => typeof asked === 'string' && mayMean(state, asked.trim(), id);
