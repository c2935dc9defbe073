/** Somebody outside who cosigns checkpoints of this log (C2SP tlog-witness). */
export type WitnessAdded = {
  readonly id: string;
  /** That of its key. */
  readonly name: string;
  /** `<name>+<key id>+<base64>`, of type 0x04. */
  readonly vkey: string;
  /** What stands before `/add-checkpoint`. */
  readonly url: string;
};

export type WitnessRemoved = { readonly id: string };

export interface WitnessEvents {
  readonly 'witness.added': WitnessAdded;
  readonly 'witness.removed': WitnessRemoved;
}
