export type PartyRecorded = {
  readonly id: string;
  /** Stands for the label; the words themselves are outside the log. */
  readonly label_token: string;
  readonly kind: string;
  readonly external_ref_token: string | null;
};

export interface PartyEvents {
  readonly 'party.created': PartyRecorded;
  readonly 'party.changed': PartyRecorded;
}
