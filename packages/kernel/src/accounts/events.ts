import type { Metadata } from '../metadata/given.ts';

/** `zero`: the available balance on the normal side may not fall below zero. */
export type Floor = 'none' | 'zero';

export type AccountCreated = {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly kind: string;
  readonly external_ref: string | null;
  readonly gl_account_id: string;
  /** The legal entity it belongs to, or none. */
  readonly entity_id: string | null;
  readonly floor: Floor;
  /** The counterparty whose account it is, where it began with one. */
  readonly party_id?: string;
  /** Where it was given any. */
  readonly metadata?: Metadata;
};

/** Takes no postings any more. Its balance was zero. */
export type AccountClosed = { readonly id: string; readonly reason: string | null };
export type AccountReopened = { readonly id: string };

/** Whose account it is from now on, whatever was posted before; null: nobody's. */
export type AccountPartySet = { readonly id: string; readonly party_id: string | null };

export interface AccountEvents {
  readonly 'account.created': AccountCreated;
  readonly 'account.closed': AccountClosed;
  readonly 'account.reopened': AccountReopened;
  readonly 'account.party_set': AccountPartySet;
}
