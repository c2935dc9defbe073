import type { Metadata } from '../metadata/given.ts';

export type EntityRole = 'entity_admin' | 'entity_member';

export type EntityCreated = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly base_currency: string;
  /** Where it was given any. */
  readonly metadata?: Metadata;
};
export type EntityRenamed = { readonly id: string; readonly name: string };
export type EntityDeactivated = { readonly id: string };
export type EntityReactivated = { readonly id: string };
export type EntityMemberSet = { readonly entity_id: string; readonly user_id: string; readonly role: EntityRole };
export type EntityMemberRemoved = { readonly entity_id: string; readonly user_id: string };

export interface EntityEvents {
  readonly 'entity.created': EntityCreated;
  readonly 'entity.renamed': EntityRenamed;
  readonly 'entity.deactivated': EntityDeactivated;
  readonly 'entity.reactivated': EntityReactivated;
  readonly 'entity_member.set': EntityMemberSet;
  readonly 'entity_member.removed': EntityMemberRemoved;
}
