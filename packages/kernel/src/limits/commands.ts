import type { Actor } from '../ledger/actor.ts';
import type { LimitKey } from './events.ts';

export interface SetLimit {
  readonly type: 'limit.set';
  readonly actor: Actor;
  readonly key: LimitKey;
  /** As somebody wrote it; null takes the limit away. */
  readonly value: string | null;
}

export type LimitCommand = SetLimit;
