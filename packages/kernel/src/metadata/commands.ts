import type { Actor } from '../ledger/actor.ts';
import type { MetadataChanges } from './events.ts';

interface Annotate {
  readonly actor: Actor;
  /** At least one. */
  readonly changes: MetadataChanges;
}

export interface AnnotateIntent extends Annotate {
  readonly type: 'intent.annotate';
  readonly intentId: string;
}

export interface AnnotateAccount extends Annotate {
  readonly type: 'account.annotate';
  readonly id: string;
}

export interface AnnotateEntity extends Annotate {
  readonly type: 'entity.annotate';
  readonly id: string;
}

export interface AnnotateParty extends Annotate {
  readonly type: 'party.annotate';
  readonly id: string;
}

export type MetadataCommand = AnnotateIntent | AnnotateAccount | AnnotateEntity | AnnotateParty;
