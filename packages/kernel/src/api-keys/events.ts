import type { AllowedNetwork } from '../allow-lists/events.ts';

/** What a key may do: read everything its maker may; propose intents as well, which a person decides; post; change master data as well. */
export type KeyGrant = 'read' | 'propose' | 'post' | 'admin';

export type ApiKeyCreated = {
  readonly id: string;
  readonly name: string;
  readonly grant: KeyGrant;
  /** Whose key it is, and the maker of all that is done with it: who made it, or a service account. */
  readonly user_id: string;
  /** SHA-256 of the key, hexadecimal; the key itself is kept nowhere. */
  readonly key_hash: string;
  /** How it begins, to tell keys apart. */
  readonly hint: string;
  readonly expires_at: string;
  /** Calls a minute; null: as many as its holder may make. */
  readonly rate_per_minute: number | null;
};

/** A new secret. The one before it goes on until its end; one before that ends at once. */
export type ApiKeyRotated = {
  readonly id: string;
  readonly key_hash: string;
  readonly hint: string;
  readonly old_ends_at: string;
  readonly expires_at: string;
};

/** From where it may be used, whole; an empty list: from everywhere. */
export type ApiKeyAllowListChanged = { readonly id: string; readonly networks: readonly AllowedNetwork[] };
export type ApiKeyRevoked = { readonly id: string };

export interface ApiKeyEvents {
  readonly 'api_key.created': ApiKeyCreated;
  readonly 'api_key.rotated': ApiKeyRotated;
  readonly 'api_key.allow_list_changed': ApiKeyAllowListChanged;
  readonly 'api_key.revoked': ApiKeyRevoked;
}
