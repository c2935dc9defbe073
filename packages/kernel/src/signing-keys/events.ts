import type { JsonObject } from '../canonical/jcs.ts';

/** `chain` keys are held by the house and sign heads; `intent` keys are held by people and sign what they post. */
export type KeyPurpose = 'chain' | 'intent';
export type KeyStatus = 'ACTIVE' | 'SUNSETTING' | 'revoked';

export type GeneratedKey = {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly label: string;
  readonly algorithm: 'EdDSA' | 'ES256';
  readonly public_jwk: JsonObject;
  /** Whose key it is; null for the house's. */
  readonly user_id: string | null;
};

export interface SigningKeyEvents {
  readonly 'key.generated': GeneratedKey;
}

export interface SigningKeyState {
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly userId: string | null;
  status: KeyStatus;
}
