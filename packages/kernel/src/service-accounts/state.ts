import type { TenantRole } from '../tenants/events.ts';

export interface ServiceAccountState {
  readonly id: string;
  name: string;
  role: TenantRole;
  active: boolean;
}

/** What the state of an organisation keeps of it. */
export interface ServiceAccountsPart {
  /** By id, those that are deactivated too: what they asked for may wait still. */
  readonly serviceAccounts: Map<string, ServiceAccountState>;
}

export const serviceAccountsPart = (): ServiceAccountsPart => ({
  serviceAccounts: new Map(),
});
