import type { AllowedNetwork } from '../allow-lists/events.ts';
import type { KeyGrant } from './events.ts';

export interface ApiKeyState {
  readonly id: string;
  /** Whose key it is: a person who made it, or a service account. */
  readonly userId: string;
  /** Who made its secret. */
  makerId: string;
  readonly grant: KeyGrant;
  expiresAtUs: bigint;
  /** Counts from 1. */
  secretNo: number;
  /** The secret before it, which goes on until its end; null: there is none. */
  oldSecret: { readonly makerId: string; readonly endsAtUs: bigint } | null;
  /** From where it may be used; empty: from everywhere. */
  allowList: readonly AllowedNetwork[];
  revoked: boolean;
}

/** What the state of an organisation keeps of it. */
export interface ApiKeysPart {
  /** By id, those that ended too. */
  readonly apiKeys: Map<string, ApiKeyState>;
}

export const apiKeysPart = (): ApiKeysPart => ({
  apiKeys: new Map(),
});
