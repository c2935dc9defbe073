// A ledger in memory: decide and evolve alone, no clock, no database. What a kernel test acts on.

import { hash } from 'node:crypto';
import type { AccountState } from '@countinghouse/kernel/accounts/state';
import { hashEvent, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import type { ExecuteIntent, ProposedRow } from '@countinghouse/kernel/intents/commands';
import { decide, evolve } from '@countinghouse/kernel/ledger';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Decision, PriorDecision } from '@countinghouse/kernel/ledger/decision';
import type { ChainedEvent, EventDraft } from '@countinghouse/kernel/ledger/events';
import type { Posting } from '@countinghouse/kernel/ledger/posting';
import { emptyState, type TenantState } from '@countinghouse/kernel/ledger/state';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import { formatAmountE8, parseAmountE8 } from '@countinghouse/kernel/money/amount';
import type { BalancesAt } from '@countinghouse/kernel/periods/reading';
import type { GeneratedKey } from '@countinghouse/kernel/signing-keys/events';
import type { RootReading } from '@countinghouse/kernel/snapshots/reading';
import { formatInstant, parseInstant } from '@countinghouse/kernel/time/instant';
import { hashBytes } from '@countinghouse/store/sha256';
import { foreignOf, metadataOf, reconOf, yearOf } from './pure-readings.ts';

export const NOW = '2026-06-15T12:00:00.000000Z';
export const TODAY = NOW.slice(0, 10);
export const TENANT = '00000000-0000-4000-8000-000000000001';
export const owner = { kind: 'user', id: 'owner' } as const;
export const member = { kind: 'user', id: 'member' } as const;
export const stranger = { kind: 'user', id: 'stranger' } as const;

export const sha256 = (text: string): string => hash('sha256', text);

/** The token of what an account is called outside, blanks and case aside. */
export const referenceTokenOf = (called: string): string => `pii_${sha256(called).slice(0, 43)}`;

export class PureLedger {
  readonly state: TenantState;
  readonly events: ChainedEvent[] = [];
  readonly postings: Posting[] = [];
  nowUs = parseInstant(NOW) ?? 0n;

  constructor(tenantId = TENANT) {
    this.state = emptyState(tenantId);
  }

  /** Decides, and applies what it comes to, each event in its place in the chain. */
  submit(command: Command): Decision {
    const decision = this.decide(command);
    if (decision.kind === 'append') for (const draft of decision.events) this.append(draft, draft.actorId ?? command.actor.id);
    return decision;
  }

  /** Decides and changes nothing. */
  decide(command: Command): Decision {
    const prior = command.type === 'intent.execute' ? this.findPrior(command) : null;
    const facts = { nowUs: this.nowUs, sha256, prior, tokenOf: referenceTokenOf };
    switch (command.type) {
      case 'period.lock':
        return decide(this.state, command, { ...facts, balances: this.balancesAt(command.end) });
      case 'period.revalue':
        return decide(this.state, command, { ...facts, foreign: foreignOf(this, command) });
      case 'year.close':
      case 'year.reopen':
        return decide(this.state, command, { ...facts, year: yearOf(this, command.end) });
      case 'recon.import':
      case 'recon.match':
      case 'recon.unmatch':
      case 'recon.set_exception':
      case 'recon.clear_exception':
        return decide(this.state, command, { ...facts, recon: reconOf(this) });
      case 'intent.annotate':
      case 'account.annotate':
      case 'entity.annotate':
      case 'party.annotate':
        return decide(this.state, command, { ...facts, metadata: metadataOf(this, command) });
      case 'snapshot.take':
        return decide(this.state, command, { ...facts, root: this.root() });
      default:
        return decide(this.state, command, facts);
    }
  }

  /** The root of the tree over its events. */
  root(): RootReading {
    const tree = new GrowingTree();
    for (const { eventHash } of this.events) hashBytes(tree.append(hashBytes(hashLeaf(Buffer.from(eventHash, 'hex')))));
    return { size: this.events.length, rootHash: this.events.length === 0 ? '' : toHex(hashBytes(tree.root())) };
  }

  /** What the accounts held at the end of a day, as its postings add up. */
  balancesAt(asOf: string): BalancesAt {
    const sums = new Map<string, bigint>();
    const add = (key: string, e8: bigint): void => void sums.set(key, (sums.get(key) ?? 0n) + e8);
    const glKey = (account: AccountState): string => `${account.glAccountId} ${account.currency}`;
    for (const { row, debit, credit, amountE8 } of this.postings) {
      if (row.value_date > asOf) continue;
      for (const key of [debit.id, glKey(debit)]) add(key, amountE8);
      for (const key of [credit.id, glKey(credit)]) add(key, -amountE8);
    }
    const accounts = [...this.state.accounts.values()];
    const balanceOf = (key: string): string => formatAmountE8(sums.get(key) ?? 0n);
    return {
      asOf,
      knownAtSeq: this.state.head.seq,
      accounts: accounts.map(({ id }) => ({ id, balance: balanceOf(id) })),
      gl: [...new Set(accounts.map(glKey))].map((key) => {
        const [glAccountId = '', currency = ''] = key.split(' ');
        return { glAccountId, currency, balance: balanceOf(key) };
      }),
    };
  }

  private findPrior(command: ExecuteIntent): PriorDecision | null {
    const { events } = this;
    const found = events.find((e) => e.idemKey === command.idemKey) ?? events.find((e) => e.intentId === command.intentId);
    if (found?.type !== 'intent.executed' && found?.type !== 'intent.rejected' && found?.type !== 'intent.proposed') return null;
    return {
      intentId: found.payload.intent_id,
      idemKey: found.idemKey ?? '',
      fingerprint: found.payload.fingerprint,
      eventId: found.eventId,
      eventHash: found.eventHash,
      seq: found.seq,
      status: found.type === 'intent.executed' ? 'executed' : found.type === 'intent.rejected' ? 'rejected' : 'proposed',
      error: found.type === 'intent.rejected' ? found.payload.error_code : null,
      awaitingApproval:
        found.type === 'intent.proposed' ? { approvalId: found.payload.approval.id, eligible: found.payload.approval.eligible } : null,
    };
  }

  /** Writes an event that nobody decided. */
  apply(draft: EventDraft): void {
    this.append(draft, owner.id);
  }

  private append(draft: EventDraft, actorId: string): void {
    const { head, tenantId } = this.state;
    const seq = head.seq + 1;
    const eventTsUs = this.nowUs > head.tsUs ? this.nowUs : head.tsUs + 1n;
    const eventTs = formatInstant(eventTsUs);
    const eventId = `event-${seq}`;
    const eventHash = hashEvent(sha256, {
      tenant_id: tenantId,
      seq,
      event_id: eventId,
      event_type: draft.type,
      event_ts: eventTs,
      actor_id: actorId,
      payload_hash: hashPayload(sha256, draft.payload as never).hash,
      prev_hash: head.hash,
      signature: draft.signature ?? null,
    });
    const event: ChainedEvent = { ...draft, seq, eventId, eventTs, eventTsUs, actorId, eventHash };
    this.events.push(event);
    this.postings.push(...evolve(this.state, event));
  }
}

export const chainKey = {
  kid: 'chain-key',
  purpose: 'chain',
  label: 'Chain key',
  algorithm: 'EdDSA',
  public_jwk: { kty: 'OKP', crv: 'Ed25519', x: 'x' },
  user_id: null,
} as const;

/** A chain key that takes over from the one before; the signature is nobody's, and the kernel does not look at it. */
export const nextChainKey = (kid: string, before: string = chainKey.kid) =>
  ({ ...chainKey, kid, endorsement: { kid: before, signature: 'signed' } }) as const;

/** An organisation that exists: an owner, a member, USD and EUR, nothing else. */
export function openTenant(key: GeneratedKey = chainKey): PureLedger {
  const ledger = new PureLedger();
  ledger.submit({ type: 'tenant.create', actor: owner, name: 'Test Books', reportingCurrency: 'USD', chainKey: key });
  ledger.submit({ type: 'member.add', actor: owner, userId: member.id, role: 'member' });
  return ledger;
}

/** The ids of accounts are their codes in lower case behind `id-`. */
export const idOf = (code: string): string => `id-${code.toLowerCase()}`;

/**
 * An organisation with books: GL 1000 (DR) and 2000 (CR); accounts A, B, OLD in USD, E, F in EUR without a floor; SAFE (DR) and
 * DEBT (CR) in USD that may not fall below zero; an fx and a reference snapshot.
 */
export function openBooks(key: GeneratedKey = chainKey): PureLedger {
  const ledger = openTenant(key);
  for (const [code, normalBalance] of [
    ['1000', 'DR'],
    ['2000', 'CR'],
  ] as const) {
    ledger.submit({
      type: 'gl_account.create',
      actor: owner,
      id: idOf(code),
      code,
      title: `GL ${code}`,
      class: normalBalance === 'DR' ? 'A' : 'L',
      normalBalance,
      parentId: null,
    });
  }
  const accounts = [
    ['A', 'USD', '1000', 'none'],
    ['B', 'USD', '1000', 'none'],
    ['OLD', 'USD', '1000', 'none'],
    ['E', 'EUR', '1000', 'none'],
    ['F', 'EUR', '1000', 'none'],
    ['SAFE', 'USD', '1000', 'zero'],
    ['DEBT', 'USD', '2000', 'zero'],
  ] as const;
  for (const [code, currency, gl, floor] of accounts) {
    ledger.submit({
      type: 'account.create',
      actor: owner,
      id: idOf(code),
      code,
      currency,
      kind: 'operational',
      externalRef: null,
      entityId: null,
      glAccountId: idOf(gl),
      floor,
    });
  }
  for (const kind of ['fx', 'reference'] as const)
    ledger.submit({ type: 'snapshot.take', actor: owner, id: idOf(kind), kind, label: '', source: 'test' });
  return ledger;
}

export const rowOf = (debit: string, credit: string, amount: string, more: Partial<ProposedRow> = {}): ProposedRow => ({
  debit,
  credit,
  amountE8: parseAmountE8(amount) ?? 0n,
  currency: 'USD',
  valueDate: TODAY,
  narrative: '',
  ...more,
});

let made = 0;

/** An intent that `openBooks` executes: A to B, 10 USD, with a key and an id of its own. */
export function intentOf(more: Partial<ExecuteIntent> = {}): ExecuteIntent {
  made += 1;
  return {
    type: 'intent.execute',
    actor: owner,
    intentId: `intent-${made}`,
    idemKey: `key-${made}`,
    tenantId: TENANT,
    useCase: 'manual_post',
    valueDate: TODAY,
    constraints: {},
    rows: [rowOf('A', 'B', '10')],
    fxSnapshotId: idOf('fx'),
    consent: { scope: ['ledger:post'], grantedAt: '2026-06-15T11:00:00Z', expiresAt: '2026-07-15T11:00:00Z' },
    signature: null,
    signatureCheck: { is: 'absent' },
    request: {},
    ...more,
  };
}
