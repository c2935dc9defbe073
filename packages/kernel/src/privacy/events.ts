/** By whose right a privacy act was done. `tombstone`: an erasure that was done before, found undone by a restored backup. */
export type PrivacyAuthority = 'owner' | 'super_token' | 'tombstone';

/** The three acts that a super token may ask for. */
export type PrivacyCall = 'tokenise' | 'erase' | 'rotate';

/** How a reference of an account or of a bank source goes into an event: as it is, or as a token with its words beside the log. */
export type ReferencesKept = 'clear' | 'token';

export type DataKeyTaken = {
  /** The data key that words are encrypted under from here on; versions never come back. */
  readonly key_version: number;
  readonly authority: PrivacyAuthority;
};

export interface PrivacyEvents {
  /** What is written from here on is encrypted; what was there before is being encrypted. */
  readonly 'privacy.tokenised': DataKeyTaken;
  readonly 'privacy.key_rotated': DataKeyTaken;
  /** Nothing is left under an older data key: those are destroyed. */
  readonly 'privacy.reencrypted': {
    readonly key_version: number;
    /** Words that are kept under it now. */
    readonly records: number;
  };
  /** Every data key up to here is destroyed, and the key of the tokens with them. */
  readonly 'privacy.erased': DataKeyTaken & {
    /** Which erasure of this organisation it is, from 1. */
    readonly erasure: number;
  };
  /** What is held about one person was handed out. */
  readonly 'privacy.exported': {
    /** The token of the address that was asked for; null where it was a party. */
    readonly email_token: string | null;
    readonly party_id: string | null;
  };
  /** How references go into events from here on. What earlier events say stays as it is. */
  readonly 'privacy.references_set': { readonly references: ReferencesKept };
  /** Somebody came with a wrong super token. */
  readonly 'super_token.refused': { readonly call: PrivacyCall };
}
