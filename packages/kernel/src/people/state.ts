import type { TenantRole } from '../tenants/events.ts';
import type { InviteStatus } from './events.ts';

export interface InviteState {
  readonly id: string;
  readonly emailToken: string;
  readonly role: TenantRole;
  readonly expiresAtUs: bigint;
  status: InviteStatus;
}
