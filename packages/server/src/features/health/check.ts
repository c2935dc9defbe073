// The check behind Kernel Health: everything is re-derived from what is stored. A ledger of ordinary size is checked whole on
// every look; a long one in the background, at most once in a while, and each look adds the tail since then.

import type { Health } from '@countinghouse/contract/features/health';
import { HEALTH_FAULTS_MAX } from '@countinghouse/contract/features/health';
import { type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import { formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import type { Pool } from '@countinghouse/store/connection';
import { checkChain } from '@countinghouse/store/features/health/chain';
import { countLedger, listBalanceDrift, listMissingPostings } from '@countinghouse/store/features/health/reads';
import { read } from '@countinghouse/store/reader';

/** Up to here a whole check answers within the request. Source: decision 0007. */
const INLINE_EVENTS_MAX = 50_000;
const BACKGROUND_EVERY_MS = 10 * 60_000;

interface Checked {
  readonly health: Health;
  readonly to: Position;
  readonly atMs: number;
}

export class HealthChecks {
  private readonly pool: Pool;
  private readonly last = new Map<string, Checked>();
  private readonly running = new Map<string, Promise<Checked>>();

  constructor(pool: Pool) {
    this.pool = pool;
  }

  async look(tenantId: string): Promise<Health> {
    const counts = await read(this.pool, { tenantId }, (tx) => countLedger(tx, tenantId));
    if (counts.events <= INLINE_EVENTS_MAX) return (await this.checkWhole(tenantId)).health;
    const last = this.last.get(tenantId);
    if (last === undefined || performance.now() - last.atMs > BACKGROUND_EVERY_MS) void this.checkWhole(tenantId).catch(() => {});
    return this.checkTail(tenantId, last, counts);
  }

  /** One whole check of an organisation at a time; who comes meanwhile shares its answer. */
  private checkWhole(tenantId: string): Promise<Checked> {
    const running = this.running.get(tenantId);
    if (running !== undefined) return running;
    const check = this.derive(tenantId, startOfChain, true).finally(() => this.running.delete(tenantId));
    this.running.set(tenantId, check);
    return check.then((checked) => {
      this.last.set(tenantId, checked);
      return checked;
    });
  }

  /** The chain since the last whole check, with that check's faults; not complete while there was none. */
  private async checkTail(tenantId: string, last: Checked | undefined, counts: Health['counts']): Promise<Health> {
    if (last === undefined) {
      const none = { missingPostings: [], hashBreaks: [], balanceDrift: [] };
      return { ok: false, counts, invariants: none, checked: { from_seq: 1, to_seq: 0, at: new Date().toISOString(), complete: false } };
    }
    const tail = await this.derive(tenantId, last.to, false);
    const { missingPostings, balanceDrift } = last.health.invariants;
    const hashBreaks = [...last.health.invariants.hashBreaks, ...tail.health.invariants.hashBreaks];
    return {
      ok: last.health.ok && tail.health.ok,
      counts,
      invariants: { missingPostings, hashBreaks, balanceDrift },
      checked: tail.health.checked,
    };
  }

  private async derive(tenantId: string, from: Position, whole: boolean): Promise<Checked> {
    return read(this.pool, { tenantId }, async (tx) => {
      await tx.query('set local statement_timeout = 0');
      const counts = await countLedger(tx, tenantId);
      const chain = await checkChain(tx, tenantId, from, HEALTH_FAULTS_MAX);
      const missingPostings = whole ? await listMissingPostings(tx, tenantId, HEALTH_FAULTS_MAX) : [];
      const drift = whole ? await listBalanceDrift(tx, tenantId, HEALTH_FAULTS_MAX) : [];
      const invariants = {
        missingPostings: [...missingPostings],
        hashBreaks: chain.faults.map((f) => ({ seq: f.seq, prev_hash: f.found, expected_prev_hash: f.expected, what: f.what })),
        balanceDrift: drift.map((d) => ({
          id: d.id,
          code: d.code,
          value_date: d.value_date,
          reported_balance: minor(d.reported, d.currency),
          derived_balance: minor(d.derived, d.currency),
        })),
      };
      const ok = Object.values(invariants).every((faults) => faults.length === 0);
      const checked = { from_seq: 1, to_seq: chain.to.seq, at: new Date().toISOString(), complete: true };
      return { health: { ok, counts, invariants, checked }, to: chain.to, atMs: performance.now() };
    });
  }
}

const minor = (amount: string, currency: string): string => formatMinor(parseBalanceE8(amount), minorUnitsOf(currency));
