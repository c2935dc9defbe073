// What the log has of keys and intent ids that nobody remembers. Those of rows that left the database no index finds: which keys cannot be among them is told
// from memory, once what left is read into it.

import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type pg from 'pg';
import { type KeySet, readKeySet } from '../pruned/key-set.ts';
import { read } from '../reader.ts';
import type { Waiting } from './batch.ts';
import { findPriors, findPriorsOfAll, type RecentDecisions, type RulesOut } from './recent-decisions.ts';
import { firstOf } from './room.ts';

/** Two an intent, four bytes each: 64 MB. Of whoever has more, each batch looks its keys up. */
const KEYS_MAX = 16 * 2 ** 20;
/** After a key conflict, keys are looked up before deciding for so long: a storm of old keys then costs no failed batches. */
const ASKED_FOR_MS = 10_000;
/** Where what left could not be read, or has not left yet, it is tried again after this. */
const AGAIN_MS = 30_000;

export class LoggedKeys implements RulesOut {
  private readonly tenantId: string;
  private readonly pool: pg.Pool;
  private left: KeySet | null = null;
  private nextMs = 0;
  private askedNext = false;
  private askedUntilMs = 0;

  constructor(tenantId: string, pool: pg.Pool) {
    this.tenantId = tenantId;
    this.pool = pool;
  }

  /** In memory. */
  get bytes(): number {
    return this.left?.bytes ?? 0;
  }

  /**
   * False as well while it is not known up to there what left: it is read meanwhile. What was read stays true: it has every key up to its end, whether rows
   * left, came back or left again, and what leaves behind its end does so after an event that moves `prunedTo`.
   */
  rulesOut({ idemKey, intentId }: Pick<ExecuteIntent, 'idemKey' | 'intentId'>, prunedTo: number): boolean {
    const { left, tenantId } = this;
    if (left !== null && left.through >= prunedTo)
      return !left.mayHave(tenantId, 'key', idemKey) && !left.mayHave(tenantId, 'intent', intentId);
    const nowMs = performance.now();
    if (nowMs >= this.nextMs) {
      this.nextMs = nowMs + AGAIN_MS;
      void this.load();
    }
    return false;
  }

  private async load(): Promise<void> {
    try {
      this.left = await read(this.pool, { tenantId: this.tenantId }, (tx) => readKeySet(tx, this.tenantId, KEYS_MAX));
    } catch {
      // Keys are looked up until it can be read.
    }
  }

  /** The next in the queue may only be answered once its key was looked up. */
  askNext(): void {
    this.askedNext = true;
  }

  /** A key was found to be an old one: others may be. */
  askForAWhile(): void {
    this.askedUntilMs = performance.now() + ASKED_FOR_MS;
  }

  /** Whether keys are to be looked up before more is decided. */
  get areAsked(): boolean {
    return this.askedNext || performance.now() < this.askedUntilMs;
  }

  /**
   * Looks for the keys of as many of the queue as one batch takes, before any of them is decided: remembers what is found in `priors`, and marks who was
   * looked up.
   */
  async lookUp(queue: readonly Waiting[], prunedTo: number, priors: RecentDecisions): Promise<void> {
    this.askedNext = false;
    const keys: string[] = [];
    const intentIds: string[] = [];
    let mayHaveLeft = false;
    const looked = firstOf(queue);
    for (const command of looked.flatMap((waiting) => waiting.commands)) {
      if (command.type !== 'intent.execute' || priors.find(command.idemKey, command.intentId) !== null) continue;
      keys.push(command.idemKey);
      intentIds.push(command.intentId);
      mayHaveLeft ||= prunedTo > 0 && !this.rulesOut(command, prunedTo);
    }
    if (keys.length > 0) {
      for (const prior of await (mayHaveLeft ? findPriorsOfAll : findPriors)(this.pool, this.tenantId, keys, intentIds))
        priors.remember(prior);
    }
    for (const waiting of looked) waiting.lookedUp = true;
  }
}
