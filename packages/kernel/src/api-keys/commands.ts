import type { AllowedNetwork } from '../allow-lists/events.ts';
import type { Actor } from '../ledger/actor.ts';
import type { KeyGrant } from './events.ts';

export interface CreateApiKey {
  readonly type: 'api_key.create';
  readonly actor: Actor;
  readonly id: string;
  readonly name: string;
  readonly grant: KeyGrant;
  readonly keyHash: string;
  readonly hint: string;
  readonly expiresAtUs: bigint;
  readonly ratePerMinute: number | null;
  /** Whose key it is to be; absent: its maker’s. */
  readonly serviceAccountId?: string;
  /** From where it may be used, as it was typed in; absent or empty: from everywhere. */
  readonly networks?: readonly AllowedNetwork[];
}

export interface RotateApiKey {
  readonly type: 'api_key.rotate';
  readonly actor: Actor;
  readonly id: string;
  readonly keyHash: string;
  readonly hint: string;
  /** For how long the old secret goes on. */
  readonly overlapSeconds: number;
  /** A new end of the key; absent: that which it has. */
  readonly expiresAtUs?: bigint;
}

export interface ChangeApiKeyAllowList {
  readonly type: 'api_key.change_allow_list';
  readonly actor: Actor;
  readonly id: string;
  /** As they were typed in. */
  readonly networks: readonly AllowedNetwork[];
}

export interface RevokeApiKey {
  readonly type: 'api_key.revoke';
  readonly actor: Actor;
  readonly id: string;
}

export type ApiKeyCommand = CreateApiKey | RotateApiKey | ChangeApiKeyAllowList | RevokeApiKey;
