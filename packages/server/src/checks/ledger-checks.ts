// The check behind Kernel Health: everything is re-derived from what is stored. A ledger of ordinary size is checked whole on
// every look; a long one in the background, at most once in a while, and each look adds the tail since then. Whoever finds a fault
// stops the ledger and tells its owners, once; it goes on only when a check of the whole finds nothing.

import { HEALTH_FAULTS_MAX, type Health } from '@countinghouse/contract/features/health';
import { type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import type { LedgerBroken } from '@countinghouse/kernel/health/events';
import { type Actor, systemActor } from '@countinghouse/kernel/ledger/actor';
import { formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { askForCheck, type CheckRow, findLastResult, findLatestCheck } from '@countinghouse/store/checks';
import type { Pool } from '@countinghouse/store/connection';
import { checkChain } from '@countinghouse/store/features/health/chain';
import { countLedger, findBrokenAt, listBalanceDrift, listMissingPostings, listOwnerIds } from '@countinghouse/store/features/health/reads';
import type { HighWater } from '@countinghouse/store/high-water/high-water';
import type { Ledger } from '@countinghouse/store/ledger';
import { liftTimeout, read } from '@countinghouse/store/reader';
import type { Sessions } from '../auth/sessions.ts';
import { Refusal } from '../http/refusal.ts';
import type { Letters } from '../mail/letters.ts';
import type { MailWorker } from '../mail/mail-worker.ts';
import { toWireCheck } from '../wire/check-wire.ts';

/** Up to here a whole check answers within the request. Source: decision 0007. */
const INLINE_EVENTS_MAX = 50_000;
const BACKGROUND_EVERY_MS = 10 * 60_000;

/** What was derived, and up to where. */
export interface Derived {
  readonly counts: Health['counts'];
  readonly invariants: Health['invariants'];
  readonly to: Position;
  readonly at: string;
}

interface Needs {
  readonly readerPool: Pool;
  readonly writerPool: Pool;
  readonly ledger: Ledger;
  readonly highWater: HighWater;
  readonly letters: Letters;
  readonly mailWorker: MailWorker;
  readonly sessions: Sessions;
}

/** Hears what it is at, and how many events are done; may throw to stop. */
type OnStep = (step: string, done: number) => Promise<void>;

export const isSound = ({ invariants }: Pick<Derived, 'invariants'>): boolean =>
  Object.values(invariants).every((faults) => faults.length === 0);

export class LedgerChecks {
  private readonly needs: Needs;
  private readonly inlineEventsMax: number;
  /** One whole check of an organisation at a time in a process; who comes meanwhile shares its answer. */
  private readonly running = new Map<string, Promise<Derived>>();

  constructor(needs: Needs, inlineEventsMax = INLINE_EVENTS_MAX) {
    this.needs = needs;
    this.inlineEventsMax = inlineEventsMax;
  }

  async look(tenantId: string): Promise<Health> {
    const { derived, complete } = await this.deriveNow(tenantId);
    const loss = await this.needs.highWater.check(tenantId);
    const ok = complete && isSound(derived) && loss === null;
    // Nothing is written over a log that went back, not even that it is broken.
    if (!isSound(derived) && loss === null) await this.stop(tenantId, derived);
    const { counts, invariants, to, at } = derived;
    const { brokenAt, full } = await read(this.needs.readerPool, { tenantId }, async (tx) => ({
      brokenAt: await findBrokenAt(tx, tenantId),
      full: await findLatestCheck(tx, tenantId, 'full'),
    }));
    return {
      ok,
      counts,
      invariants,
      checked: { from_seq: 1, to_seq: to.seq, at, complete },
      broken_at: brokenAt,
      loss:
        loss === null
          ? null
          : { lost_from: loss.from, lost_to: loss.to, mark_hash: loss.markHash, mark_ts: loss.markTs, found_at: loss.foundAt },
      full: full === null ? null : { ...toWireCheck(full), ok: full.result === null ? null : isSound(resultOf(full)) },
    };
  }

  ask(tenantId: string, askedBy: string): Promise<CheckRow> {
    return askForCheck(this.needs.writerPool, tenantId, 'full', askedBy);
  }

  /**
   * Ends the read-only state that a found break set, where everything is found to be in order now.
   *
   * Throws the refusal LEDGER_BROKEN with the counts of what is found; of a ledger that is too long to be checked at once, until a full
   * check that was asked for after the break has found nothing (one is asked for).
   */
  async mend(tenantId: string, actor: Actor): Promise<void> {
    const { derived, complete } = await this.deriveNow(tenantId);
    if (!isSound(derived)) throw new Refusal('LEDGER_BROKEN', countsOf(derived));
    if (!complete || !(await this.provenSince(tenantId))) {
      const { id } = await this.ask(tenantId, actor.id);
      throw new Refusal('LEDGER_BROKEN', { ...countsOf(derived), check: id });
    }
    const { ledger, sessions } = this.needs;
    // What the writer remembers may be what was wrong.
    ledger.reload(tenantId);
    const outcome = await ledger.submit(tenantId, { type: 'ledger.mend', actor, checkedTo: derived.to.seq });
    if (outcome.kind === 'refused') throw new Refusal(outcome.code, outcome.details);
    sessions.forgetAllMemberships();
  }

  /** Whether a full check of a long ledger was asked for after the break and found nothing; a short one was checked whole just now. */
  private async provenSince(tenantId: string): Promise<boolean> {
    return read(this.needs.readerPool, { tenantId }, async (tx) => {
      if ((await countLedger(tx, tenantId)).events <= this.inlineEventsMax) return true;
      const [brokenAt, last] = [await findBrokenAt(tx, tenantId), await findLastResult(tx, tenantId, 'full')];
      return last !== null && brokenAt !== null && last.asked_at > brokenAt && isSound(resultOf(last));
    });
  }

  /** Derives everything: what a full check in the background does, with a word on how far it is. */
  async deriveWhole(tenantId: string, onStep: OnStep = () => Promise.resolve()): Promise<Derived> {
    return this.derive(tenantId, startOfChain, onStep);
  }

  /** A check found faults: the organisation becomes read-only, and its owners are told. Once, whoever finds them. */
  async stop(tenantId: string, derived: Pick<Derived, 'invariants' | 'to'>): Promise<void> {
    const { readerPool, ledger, letters, mailWorker, sessions } = this.needs;
    const known = await read(readerPool, { tenantId }, async (tx) => ({
      brokenAt: await findBrokenAt(tx, tenantId),
      owners: await listOwnerIds(tx, tenantId),
    }));
    if (known.brokenAt !== null) return;
    const mails = await Promise.all(known.owners.map((id) => letters.queueLedgerBroken(id, tenantId)));
    const found = { ...countsOf(derived), checked_to: derived.to.seq };
    const outcome = await ledger.submit(tenantId, { type: 'ledger.break', actor: systemActor, found }, mails);
    sessions.forgetAllMemberships();
    if (outcome.kind === 'written') mailWorker.nudge();
  }

  private async deriveNow(tenantId: string): Promise<{ readonly derived: Derived; readonly complete: boolean }> {
    const { readerPool } = this.needs;
    const { counts, last } = await read(readerPool, { tenantId }, async (tx) => ({
      counts: await countLedger(tx, tenantId),
      last: await findLastResult(tx, tenantId, 'full'),
    }));
    if (counts.events <= this.inlineEventsMax) return { derived: await this.deriveShared(tenantId), complete: true };
    if (last === null || Date.now() - Date.parse(last.asked_at) > BACKGROUND_EVERY_MS) await this.ask(tenantId, systemActor.id);
    const none = { missingPostings: [], hashBreaks: [], balanceDrift: [] };
    if (last === null) return { derived: { counts, invariants: none, to: startOfChain, at: new Date().toISOString() }, complete: false };
    const whole = resultOf(last);
    const tail = await this.derive(tenantId, whole.to, () => Promise.resolve());
    const { missingPostings, hashBreaks, balanceDrift } = whole.invariants;
    const invariants = {
      missingPostings: [...missingPostings, ...tail.invariants.missingPostings],
      hashBreaks: [...hashBreaks, ...tail.invariants.hashBreaks],
      balanceDrift,
    };
    return { derived: { ...tail, counts, invariants }, complete: true };
  }

  private deriveShared(tenantId: string): Promise<Derived> {
    const running = this.running.get(tenantId);
    if (running !== undefined) return running;
    const check = this.deriveWhole(tenantId).finally(() => this.running.delete(tenantId));
    this.running.set(tenantId, check);
    return check;
  }

  /** From the first event on, balances too; from a later one, what its events brought. */
  private async derive(tenantId: string, from: Position, onStep: OnStep): Promise<Derived> {
    return read(this.needs.readerPool, { tenantId }, async (tx) => {
      await liftTimeout(tx);
      const counts = await countLedger(tx, tenantId);
      const chain = await checkChain(tx, tenantId, { from, faultsMax: HEALTH_FAULTS_MAX, onPage: (seq) => onStep('chain', seq) });
      await onStep('postings', chain.to.seq);
      const missingPostings = await listMissingPostings(tx, tenantId, HEALTH_FAULTS_MAX, from.seq);
      await onStep('balances', chain.to.seq);
      const drift = from.seq === 0 ? await listBalanceDrift(tx, tenantId, HEALTH_FAULTS_MAX) : [];
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
      return { counts, invariants, to: chain.to, at: new Date().toISOString() };
    });
  }
}

/** What a full check that has ended found. */
const resultOf = (row: CheckRow): Derived => JSON.parse(row.result ?? '') as Derived;

const countsOf = ({ invariants }: Pick<Derived, 'invariants'>): Omit<LedgerBroken, 'checked_to'> => ({
  missing_postings: invariants.missingPostings.length,
  hash_breaks: invariants.hashBreaks.length,
  balance_drift: invariants.balanceDrift.length,
});

const minor = (amount: string, currency: string): string => formatMinor(parseBalanceE8(amount), minorUnitsOf(currency));
