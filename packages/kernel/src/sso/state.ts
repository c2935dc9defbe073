import type { SsoConnection } from './events.ts';

export interface SsoDomainState {
  readonly connectionId: string;
  verified: boolean;
}

/** What the state of an organisation keeps of it. */
export interface SsoPart {
  /** By id, those that there are. */
  readonly ssoConnections: Map<string, SsoConnection>;
  /** By name. */
  readonly ssoDomains: Map<string, SsoDomainState>;
  /** Connections whose directory has a token. */
  readonly ssoDirectories: Set<string>;
  /** Those that are gone too. */
  samlConnectionsMade: number;
}

export const ssoPart = (): SsoPart => ({
  ssoConnections: new Map(),
  ssoDomains: new Map(),
  ssoDirectories: new Set(),
  samlConnectionsMade: 0,
});
