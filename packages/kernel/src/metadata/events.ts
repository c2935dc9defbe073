/** By key: its new value, or null where it was removed. */
export type MetadataChanges = { readonly [key: string]: string | null };

export type IntentAnnotated = {
  readonly intent_id: string;
  /** Of its first event. */
  readonly seq: number;
  /** Of the event that executed it; null where none has. */
  readonly executed_seq: number | null;
  readonly changes: MetadataChanges;
};

/** Of an account, an entity or a party. */
export type Annotated = { readonly id: string; readonly changes: MetadataChanges };

export interface MetadataEvents {
  readonly 'intent.annotated': IntentAnnotated;
  readonly 'account.annotated': Annotated;
  readonly 'entity.annotated': Annotated;
  readonly 'party.annotated': Annotated;
}
