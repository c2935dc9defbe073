import type { JsonObject } from '../canonical/jcs.ts';

/** `chain` keys are held by the system and sign heads; `intent` keys are held by people and sign what they post. */
export type KeyPurpose = 'chain' | 'intent';
/** ACTIVE signs. SUNSETTING: a successor has taken over; what it signed still verifies, nothing new is accepted. */
export type KeyStatus = 'ACTIVE' | 'SUNSETTING' | 'revoked';

export type GeneratedKey = {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly label: string;
  readonly algorithm: 'EdDSA' | 'ES256';
  readonly public_jwk: JsonObject;
  /** Whose key it is; null for the system's. */
  readonly user_id: string | null;
  /** Of a chain key that follows another: the word of the one before. Without it whoever can write tables could plant a key. */
  readonly endorsement?: Endorsement;
};

/** One chain key names the next. Source: docs/reference/event-format.md, "Keys". */
export type Endorsement = {
  /** The chain key before. */
  readonly kid: string;
  /** Detached compact JWS by it over JCS({kid, public_jwk, tenant_id}) of the new one. */
  readonly signature: string;
};

export type RetiredKey = { readonly kid: string };

export interface SigningKeyEvents {
  /** The system made the pair. */
  readonly 'key.generated': GeneratedKey;
  /** A person made the pair and showed the system its public part alone. */
  readonly 'key.registered': GeneratedKey;
  readonly 'key.sunset': RetiredKey;
  readonly 'key.revoked': RetiredKey;
}
