import type { TenantRole } from '../tenants/events.ts';
import type { InviteStatus } from './events.ts';

export interface InviteState {
  readonly id: string;
  readonly emailToken: string;
  readonly role: TenantRole;
  readonly expiresAtUs: bigint;
  status: InviteStatus;
}

/** What the state of an organisation keeps of it. */
export interface PeoplePart {
  readonly members: Map<string, TenantRole>;
  readonly invites: Map<string, InviteState>;
}

export const peoplePart = (): PeoplePart => ({
  members: new Map(),
  invites: new Map(),
});
