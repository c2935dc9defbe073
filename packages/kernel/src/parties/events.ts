import type { Metadata } from '../metadata/given.ts';

export type PartyRecorded = {
  readonly id: string;
  /** Stands for the label; the words themselves are outside the log. */
  readonly label_token: string;
  readonly kind: string;
  readonly external_ref_token: string | null;
};

/** With metadata, where it was given any. */
export type PartyCreated = PartyRecorded & { readonly metadata?: Metadata };

/** How much it may owe: a decimal with eight places, above zero; null: there is no limit any more. */
export type ExposureLimitSet = { readonly id: string; readonly limit: { readonly currency: string; readonly amount: string } | null };

export interface PartyEvents {
  readonly 'party.created': PartyCreated;
  readonly 'party.changed': PartyRecorded;
  readonly 'party.exposure_limit_set': ExposureLimitSet;
}
