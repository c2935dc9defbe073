import type { TenantRole } from '../tenants/events.ts';

export type ServiceAccountCreated = { readonly id: string; readonly name: string; readonly role: TenantRole };
export type ServiceAccountRenamed = { readonly id: string; readonly name: string };
/** As an auditor it has no role in an entity any more. */
export type ServiceAccountRoleChanged = { readonly id: string; readonly role: TenantRole };
/** For good: its keys and its roles in entities end with it. */
export type ServiceAccountDeactivated = { readonly id: string };

export interface ServiceAccountEvents {
  readonly 'service_account.created': ServiceAccountCreated;
  readonly 'service_account.renamed': ServiceAccountRenamed;
  readonly 'service_account.role_changed': ServiceAccountRoleChanged;
  readonly 'service_account.deactivated': ServiceAccountDeactivated;
}
