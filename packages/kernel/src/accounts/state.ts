import type { NormalBalance } from '../gl-accounts/events.ts';
import type { AccountCreated, OpeningRule } from './events.ts';
import { floorE8Of } from './floor.ts';

export interface AccountState {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly entityId: string | null;
  /** The seq of the event that opened it. */
  readonly createdSeq: number;
  glAccountId: string;
  /** That of its GL account. */
  normalBalance: NormalBalance;
  /** What its available balance on the normal side may not fall below, units of 10⁻⁸; null: nothing. */
  floorE8: bigint | null;
  /** The counterparty whose account it is, or none. */
  partyId: string | null;
  closed: boolean;
  /** Whether anything was ever posted to it. */
  posted: boolean;
  /** Debit-positive, units of 10⁻⁸. */
  balanceE8: bigint;
}

/** An account as its first event leaves it. */
export const newAccount = (seq: number, created: AccountCreated, normalBalance: NormalBalance): AccountState => ({
  id: created.id,
  code: created.code,
  currency: created.currency,
  entityId: created.entity_id,
  createdSeq: seq,
  glAccountId: created.gl_account_id,
  normalBalance,
  floorE8: floorE8Of(created),
  partyId: created.party_id ?? null,
  closed: false,
  posted: false,
  balanceE8: 0n,
});

/** What the state of an organisation keeps of it. */
export interface AccountsPart {
  readonly accounts: Map<string, AccountState>;
  readonly accountByCode: Map<string, AccountState>;
  /** By what accounts are called outside, blanks and case aside, or by the token of that: their ids in order. An account keeps its reference. */
  readonly accountIdsByReference: Map<string, readonly string[]>;
  /** By which accounts are opened on first use. */
  readonly openingRules: OpeningRule[];
}

export const accountsPart = (): AccountsPart => ({
  accounts: new Map(),
  accountByCode: new Map(),
  accountIdsByReference: new Map(),
  openingRules: [],
});
