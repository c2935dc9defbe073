import type { Actor } from '../ledger/actor.ts';

/** Expects an address that may be reached, and a vkey that holds together with its name in it. */
export interface AddWitness {
  readonly type: 'witness.add';
  readonly actor: Actor;
  readonly id: string;
  readonly name: string;
  readonly vkey: string;
  readonly url: string;
}

export interface RemoveWitness {
  readonly type: 'witness.remove';
  readonly actor: Actor;
  readonly id: string;
}

export type WitnessCommand = AddWitness | RemoveWitness;
