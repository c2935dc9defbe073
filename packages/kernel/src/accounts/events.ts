import type { Metadata } from '../metadata/given.ts';

/** What the available balance on the normal side may not fall below: nothing, zero, or an amount that stands beside it. */
export type Floor = 'none' | 'zero' | 'amount';

export type AccountCreated = {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly kind: string;
  readonly external_ref: string | null;
  /** In its place, where its words are beside the log: the token of these. */
  readonly external_ref_token?: string;
  readonly gl_account_id: string;
  /** The legal entity it belongs to, or none. */
  readonly entity_id: string | null;
  readonly floor: Floor;
  /** With floor `amount`: eight decimals; below zero it is a credit limit. */
  readonly floor_amount?: string;
  /** Where it began with one. */
  readonly title?: string;
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

/** What it is called from now on; null: it has no title. */
export type AccountTitled = { readonly id: string; readonly title: string | null };

/** The GL account that it maps to from now on. Nothing was ever posted to it, so no report of any day counts it otherwise. */
export type AccountRemapped = { readonly id: string; readonly gl_account_id: string };

/** What its available balance may not fall below from now on, on its normal side with eight decimals; null: nothing. */
export type AccountFloorSet = { readonly id: string; readonly floor_amount: string | null };

/** What an account becomes that is opened on first use: the rule with the longest beginning of its code counts. */
export type OpeningRule = {
  /** Upper case. The code goes on after it. */
  readonly prefix: string;
  readonly gl_account_id: string;
  /** null: that of the row that names it first. */
  readonly currency: string | null;
  readonly kind: string;
  /** The legal entity it is to belong to, or none. */
  readonly entity_id: string | null;
  readonly floor: Floor;
  /** As of an account. */
  readonly floor_amount?: string;
};

/** The rules from now on, whole. */
export type OpeningRulesSet = { readonly rules: readonly OpeningRule[] };

export interface AccountEvents {
  readonly 'account.created': AccountCreated;
  readonly 'account.closed': AccountClosed;
  readonly 'account.reopened': AccountReopened;
  readonly 'account.party_set': AccountPartySet;
  readonly 'account.titled': AccountTitled;
  readonly 'account.remapped': AccountRemapped;
  readonly 'account.floor_set': AccountFloorSet;
  readonly 'opening_rules.set': OpeningRulesSet;
}
