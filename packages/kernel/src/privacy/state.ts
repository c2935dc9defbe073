export interface PrivacyState {
  /** Whether words are written encrypted. */
  tokenised: boolean;
  /** Of the data key in use; 0 before the first. */
  keyVersion: number;
  /** Up to this one nothing is left to be encrypted anew. */
  reencryptedVersion: number;
  erasures: number;
}

export const noPrivacy = (): PrivacyState => ({ tokenised: false, keyVersion: 0, reencryptedVersion: 0, erasures: 0 });

/** What the state of an organisation keeps of it. */
export interface PrivacyPart {
  /** How words that tell of persons are kept. */
  readonly privacy: PrivacyState;
}

export const privacyPart = (): PrivacyPart => ({
  privacy: noPrivacy(),
});
