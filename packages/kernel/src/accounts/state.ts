import type { NormalBalance } from '../gl-accounts/events.ts';
import type { AccountCreated, Floor } from './events.ts';

export interface AccountState {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly glAccountId: string;
  readonly entityId: string | null;
  readonly normalBalance: NormalBalance;
  readonly floor: Floor;
  /** The seq of the event that opened it. */
  readonly createdSeq: number;
  /** The counterparty whose account it is, or none. */
  partyId: string | null;
  closed: boolean;
  /** Debit-positive, units of 10⁻⁸. */
  balanceE8: bigint;
}

/** An account as its first event leaves it. */
export const newAccount = (seq: number, created: AccountCreated, normalBalance: NormalBalance): AccountState => ({
  id: created.id,
  code: created.code,
  currency: created.currency,
  glAccountId: created.gl_account_id,
  entityId: created.entity_id,
  normalBalance,
  floor: created.floor,
  createdSeq: seq,
  partyId: created.party_id ?? null,
  closed: false,
  balanceE8: 0n,
});

/** What the state of an organisation keeps of it. */
export interface AccountsPart {
  readonly accounts: Map<string, AccountState>;
  readonly accountByCode: Map<string, AccountState>;
}

export const accountsPart = (): AccountsPart => ({
  accounts: new Map(),
  accountByCode: new Map(),
});
