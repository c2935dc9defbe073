// The write side of the store: one writer an organisation, made on first use and let go when idle.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Facts } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { StaleWords } from './keys/pii-keys.ts';
import type { Alongside, Statement } from './sql/statement.ts';
import type { Outcome } from './writer/batch.ts';
import { LedgerUnavailable } from './writer/failures.ts';
import { examine, preview } from './writer/preview.ts';
import { TenantWriter, type WriterResources } from './writer/tenant-writer.ts';

/** Writers kept in memory; beyond it idle ones are let go, the longest unused first. */
const WRITERS_MAX = 200;
/** How often words are prepared anew because their key changed meanwhile. */
const WORDS_ATTEMPTS_MAX = 8;
/** Time for what changed the key to commit; longer with each attempt. */
const WORDS_PAUSE_MS = 15;

export class Ledger {
  private readonly resources: WriterResources;
  private readonly writers = new Map<string, TenantWriter>();

  constructor(resources: WriterResources) {
    this.resources = resources;
  }

  /**
   * Decides a command and answers once it is durable. See `TenantWriter.submit`. What is alongside and says how it is made is made
   * anew where the key of its words changed meanwhile.
   */
  submit(tenantId: string, command: Command, alongside: readonly Alongside[] = []): Promise<Outcome> {
    const ready = alongside.filter((a) => typeof a !== 'function');
    return ready.length === alongside.length ? this.write(tenantId, command, ready) : this.submitWords(tenantId, command, alongside);
  }

  private async submitWords(tenantId: string, command: Command, alongside: readonly Alongside[]): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const statements = await Promise.all(alongside.map(async (a) => (typeof a === 'function' ? a() : a)));
        return await this.write(tenantId, command, statements);
      } catch (error) {
        if (!(error instanceof StaleWords)) throw error;
        if (attempt === WORDS_ATTEMPTS_MAX) throw new LedgerUnavailable('OVERLOADED', error);
        await sleep(WORDS_PAUSE_MS * attempt * (0.5 + Math.random()));
        this.resources.forgetWords?.(tenantId);
      }
    }
  }

  private write(tenantId: string, command: Command, alongside: readonly Statement[]): Promise<Outcome> {
    let writer = this.writers.get(tenantId);
    if (writer === undefined) writer = new TenantWriter(tenantId, this.resources);
    else this.writers.delete(tenantId);
    this.writers.set(tenantId, writer);
    const outcome = writer.submit(command, alongside);
    if (this.writers.size > WRITERS_MAX) this.letGo();
    return outcome;
  }

  /** What is remembered of an organisation is thrown away before its next command: somebody may have mended what is stored. */
  reload(tenantId: string): void {
    this.writers.get(tenantId)?.reload();
  }

  /** What commands would come to now, nothing written. See `preview`. */
  preview(tenantId: string, commands: readonly Command[]): Promise<readonly Outcome[]> {
    return preview(this.resources.pool, tenantId, commands);
  }

  /** What somebody makes of the state as it is now, nothing written. See `examine`. */
  examine<T>(tenantId: string, look: (state: TenantState, facts: Facts) => T): Promise<T> {
    return examine(this.resources.pool, tenantId, look);
  }

  private letGo(): void {
    for (const [tenantId, writer] of this.writers) {
      if (this.writers.size <= WRITERS_MAX) return;
      if (writer.idle) this.writers.delete(tenantId);
    }
  }
}
