import type { ReferencesKept } from './events.ts';

export interface PrivacyState {
  /** Whether words are written encrypted. */
  tokenised: boolean;
  /** Of the data key in use; 0 before the first. */
  keyVersion: number;
  /** Up to this one nothing is left to be encrypted anew. */
  reencryptedVersion: number;
  erasures: number;
  /** How references of accounts and of bank sources go into new events. */
  references: ReferencesKept;
  /** Whether any may be a token: they were to be once, whatever is chosen now. */
  hasReferenceTokens: boolean;
}

export const noPrivacy = (): PrivacyState => ({
  tokenised: false,
  keyVersion: 0,
  reencryptedVersion: 0,
  erasures: 0,
  references: 'clear',
  hasReferenceTokens: false,
});

/** What the state of an organisation keeps of it. */
export interface PrivacyPart {
  /** How words that tell of persons are kept. */
  readonly privacy: PrivacyState;
}

export const privacyPart = (): PrivacyPart => ({
  privacy: noPrivacy(),
});
