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
}

export interface RevokeApiKey {
  readonly type: 'api_key.revoke';
  readonly actor: Actor;
  readonly id: string;
}

export type ApiKeyCommand = CreateApiKey | RevokeApiKey;
