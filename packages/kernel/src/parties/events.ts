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

export interface PartyEvents {
  readonly 'party.created': PartyCreated;
  readonly 'party.changed': PartyRecorded;
}
