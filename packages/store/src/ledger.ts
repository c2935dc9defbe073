// The write side of the store: one writer an organisation, made on first use and let go when idle.

import type { Command } from '@countinghouse/kernel/ledger/decide';
import type { Facts } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import type { Statement } from './sql/statement.ts';
import type { Outcome } from './writer/batch.ts';
import { examine, preview } from './writer/preview.ts';
import { TenantWriter, type WriterResources } from './writer/tenant-writer.ts';

/** Writers kept in memory; beyond it idle ones are let go, the longest unused first. */
const WRITERS_MAX = 200;

export class Ledger {
  private readonly resources: WriterResources;
  private readonly writers = new Map<string, TenantWriter>();

  constructor(resources: WriterResources) {
    this.resources = resources;
  }

  /** Decides a command and answers once it is durable. See `TenantWriter.submit`. */
  submit(tenantId: string, command: Command, alongside: readonly Statement[] = []): Promise<Outcome> {
    let writer = this.writers.get(tenantId);
    if (writer === undefined) writer = new TenantWriter(tenantId, this.resources);
    else this.writers.delete(tenantId);
    this.writers.set(tenantId, writer);
    const outcome = writer.submit(command, alongside);
    if (this.writers.size > WRITERS_MAX) this.letGo();
    return outcome;
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
