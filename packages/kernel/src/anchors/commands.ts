import type { Actor } from '../ledger/actor.ts';
import type { LogAnchored } from './events.ts';

/** Writes into the log which anchors it has, once somebody outside has them. */
export interface RecordAnchors {
  readonly type: 'anchors.record';
  readonly actor: Actor;
  readonly record: LogAnchored;
}

export type AnchorCommand = RecordAnchors;
