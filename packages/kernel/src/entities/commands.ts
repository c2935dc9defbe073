import type { Actor } from '../ledger/actor.ts';
import type { Metadata } from '../metadata/given.ts';
import type { EntityRole } from './events.ts';

export interface CreateEntity {
  readonly type: 'entity.create';
  readonly actor: Actor;
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly baseCurrency: string;
  readonly metadata?: Metadata;
}

export interface RenameEntity {
  readonly type: 'entity.rename';
  readonly actor: Actor;
  readonly id: string;
  readonly name: string;
}

export interface DeactivateEntity {
  readonly type: 'entity.deactivate';
  readonly actor: Actor;
  readonly id: string;
}

export interface ReactivateEntity {
  readonly type: 'entity.reactivate';
  readonly actor: Actor;
  readonly id: string;
}

export interface SetEntityMember {
  readonly type: 'entity_member.set';
  readonly actor: Actor;
  readonly entityId: string;
  readonly userId: string;
  readonly role: EntityRole;
}

export interface RemoveEntityMember {
  readonly type: 'entity_member.remove';
  readonly actor: Actor;
  readonly entityId: string;
  readonly userId: string;
}

export type EntityCommand = CreateEntity | RenameEntity | DeactivateEntity | ReactivateEntity | SetEntityMember | RemoveEntityMember;
