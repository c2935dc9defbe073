import type { Actor } from '../ledger/actor.ts';
import type { GeneratedKey } from '../signing-keys/events.ts';

export interface CreateTenant {
  readonly type: 'tenant.create';
  readonly actor: { readonly kind: 'user'; readonly id: string };
  readonly name: string;
  readonly reportingCurrency: string;
  /** The chain key that the system made for it and holds. */
  readonly chainKey: GeneratedKey;
}

export interface RenameTenant {
  readonly type: 'tenant.rename';
  readonly actor: Actor;
  readonly name: string;
}

export interface DeactivateTenant {
  readonly type: 'tenant.deactivate';
  readonly actor: Actor;
}

export interface ReactivateTenant {
  readonly type: 'tenant.reactivate';
  readonly actor: Actor;
}

export interface ArchiveTenant {
  readonly type: 'tenant.archive';
  readonly actor: Actor;
}

export type TenantCommand = CreateTenant | RenameTenant | DeactivateTenant | ReactivateTenant | ArchiveTenant;
