import type { Actor } from '../ledger/actor.ts';
import type { GeneratedKey } from './events.ts';

export interface AddKey {
  readonly type: 'key.add';
  readonly actor: Actor;
  /** generated: the system made the pair (owners ask for that); registered: its holder did. */
  readonly origin: 'generated' | 'registered';
  readonly key: GeneratedKey;
}

export interface RevokeKey {
  readonly type: 'key.revoke';
  readonly actor: Actor;
  readonly kid: string;
  /** Of a chain key: who signs from here on. */
  readonly successor: GeneratedKey | null;
}

export type SigningKeyCommand = AddKey | RevokeKey;
