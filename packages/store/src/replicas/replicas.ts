// The replicas of a database: which of them shows what a caller must see.

import { hash } from 'node:crypto';
import type { Primary } from './primary.ts';
import type { Replica } from './replica.ts';

/** What waiting may cost a read, all replicas together; then the primary is asked. Source: decision 0117. */
const WAIT_MS_MAX = 10;
/** One that shows what is older is read only where the primary is gone. */
const AGE_MS_MAX = 10_000;

export class Replicas {
  readonly primary: Primary;
  readonly all: readonly Replica[];

  constructor(primary: Primary, all: readonly Replica[]) {
    this.primary = primary;
    this.all = all;
    primary.onSample((sample) => {
      for (const replica of all) replica.note(sample);
    });
  }

  /** Resolves once each of them was tried. */
  async start(): Promise<void> {
    await Promise.all([this.primary, ...this.all].map((each) => each.start()));
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary, ...this.all].map((each) => each.stop()));
  }

  /**
   * One that shows everything before `position`, within some milliseconds; null where none does. The same caller is given the same one as
   * long as it serves: from one read to the next, nothing goes backwards. `anyAge`: however old what it shows is.
   */
  async find(position: bigint, caller: string, { anyAge }: { readonly anyAge: boolean }): Promise<Replica | null> {
    const untilMs = performance.now() + WAIT_MS_MAX;
    const first = hash('sha256', caller, 'buffer').readUInt32BE() % this.all.length;
    for (const replica of [...this.all.slice(first), ...this.all.slice(0, first)]) {
      if (!replica.usable || replica.systemId !== this.primary.systemId) continue;
      if (!anyAge && (replica.ageMs === null || replica.ageMs > AGE_MS_MAX)) continue;
      if (await replica.has(position, untilMs)) return replica;
    }
    return null;
  }
}
