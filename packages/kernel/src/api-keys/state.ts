import type { KeyGrant } from './events.ts';

export interface ApiKeyState {
  readonly id: string;
  /** Whose key it is: a person who made it, or a service account. */
  readonly userId: string;
  readonly makerId: string;
  readonly grant: KeyGrant;
  readonly expiresAtUs: bigint;
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
