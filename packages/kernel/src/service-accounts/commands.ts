import type { Actor } from '../ledger/actor.ts';
import type { TenantRole } from '../tenants/events.ts';

export interface CreateServiceAccount {
  readonly type: 'service_account.create';
  readonly actor: Actor;
  readonly id: string;
  readonly name: string;
  readonly role: TenantRole;
}

export interface RenameServiceAccount {
  readonly type: 'service_account.rename';
  readonly actor: Actor;
  readonly id: string;
  readonly name: string;
}

export interface ChangeServiceAccountRole {
  readonly type: 'service_account.change_role';
  readonly actor: Actor;
  readonly id: string;
  readonly role: TenantRole;
}

export interface DeactivateServiceAccount {
  readonly type: 'service_account.deactivate';
  readonly actor: Actor;
  readonly id: string;
}

export type ServiceAccountCommand = CreateServiceAccount | RenameServiceAccount | ChangeServiceAccountRole | DeactivateServiceAccount;
