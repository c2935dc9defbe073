// The check behind Kernel Health: everything is re-derived from what is stored. A ledger of ordinary size is checked whole on
// every look; a long one in the background, at most once in a while, and each look adds the tail since then. Whoever finds a fault
// stops the ledger and tells its owners, once; it goes on only when a check of the whole finds nothing.

import { HEALTH_FAULTS_MAX, type Health } from '@countinghouse/contract/features/health';
import type { Replay } from '@countinghouse/contract/features/replays';
import { WITNESS_SILENT_AFTER_SECONDS } from '@countinghouse/contract/features/witnesses';
import { type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import { type Actor, systemActor } from '@countinghouse/kernel/ledger/actor';
import { formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { askForCheck, type CheckRow, findLastResult, findLatestCheck } from '@countinghouse/store/checks';
import type { Pool } from '@countinghouse/store/connection';
import { countLedger, findBrokenAt, findLength, listOwnerIds } from '@countinghouse/store/features/health/reads';
import type { VerifiedHeads } from '@countinghouse/store/features/health/signed-log';
import { listWitnesses } from '@countinghouse/store/features/witnesses/reads';
import type { HighWater } from '@countinghouse/store/high-water/high-water';
import type { Ledger } from '@countinghouse/store/ledger';
import { read } from '@countinghouse/store/reader';
import { LedgerUnavailable } from '@countinghouse/store/writer/failures';
import type { Sessions } from '../auth/sessions.ts';
import type { BackupWatch } from '../backup/watch.ts';
import { Refusal } from '../http/refusal.ts';
import type { Letters } from '../mail/letters.ts';
import type { MailWorker } from '../mail/mail-worker.ts';
import type { DiskWatch } from '../measure/disk.ts';
import type { ReadSources } from '../route/read-sources.ts';
import { toWireCheck } from '../wire/check-wire.ts';
import { toWireWitness } from '../wire/witness-wire.ts';
import type { Checking } from './checking.ts';
import type { Progress } from './progress.ts';
import { SharedWalks } from './shared-walks.ts';

/** Up to here a whole check answers within the request. Source: decision 0007. */
const INLINE_EVENTS_MAX = 50_000;
const BACKGROUND_EVERY_MS = 10 * 60_000;
/** A check that took long is asked for by looks less often: so many times as long as it took. */
const BACKGROUND_PAUSE = 10;

/** What was derived, and up to where. */
export interface Derived {
  readonly counts: Health['counts'];
  readonly invariants: Health['invariants'];
  /** The last event that a signed head covers which holds and lies below every fault. */
  readonly through: number;
  readonly to: Position;
  readonly at: string;
  /** Of a full check; absent where nothing was replayed. */
  readonly replayed?: NonNullable<Replay['result']>;
}

interface Needs {
  readonly reads: Pick<ReadSources, 'readOnly' | 'ageMs'>;
  readonly readerPool: Pool;
  readonly writerPool: Pool;
  readonly ledger: Ledger;
  readonly highWater: HighWater;
  readonly backups: BackupWatch | null;
  readonly disk: Pick<DiskWatch, 'usedPercent' | 'fullPercent'>;
  readonly letters: Letters;
  readonly mailWorker: MailWorker;
  readonly sessions: Sessions;
  readonly checking: Checking;
}

type Found = Pick<Derived, 'invariants' | 'replayed'>;

export const isSound = ({ invariants, replayed }: Found): boolean =>
  Object.values(invariants).every((faults) => faults.length === 0) && replayed?.equal !== false;

export class LedgerChecks {
  private readonly needs: Needs;
  private readonly inlineEventsMax: number;
  /** By organisation, where the walk begins, and where it is read. */
  private readonly walks = new SharedWalks<Derived>();
  /** Heads whose signatures a look found to hold: as long as they are the same, the next looks spare them. */
  private readonly verified = new Map<string, VerifiedHeads>();

  constructor(needs: Needs, inlineEventsMax = INLINE_EVENTS_MAX) {
    this.needs = needs;
    this.inlineEventsMax = inlineEventsMax;
  }

  /** `readerPool`: where it is read; on a standby nothing that is found can be noted. */
  async look(tenantId: string, readerPool: Pool = this.needs.readerPool): Promise<Health> {
    const { reads } = this.needs;
    const standby = reads.readOnly || readerPool !== this.needs.readerPool;
    const { derived, complete } = await this.deriveNow(tenantId, readerPool, standby);
    // What a standby has not replayed yet is not lost.
    const loss = standby ? null : await this.needs.highWater.check(tenantId);
    // Nothing is written over a log that went back, not even that it is broken.
    if (!isSound(derived) && loss === null && !standby) await this.stop(tenantId, derived);
    const { counts, invariants, through, to, at } = derived;
    const { brokenAt, full, witnesses } = await read(readerPool, { tenantId }, async (tx) => ({
      brokenAt: await findBrokenAt(tx, tenantId),
      full: await findLatestCheck(tx, tenantId, 'full'),
      witnesses: (await listWitnesses(tx, tenantId, WITNESS_SILENT_AFTER_SECONDS)).map(toWireWitness),
    }));
    const result = full?.result == null ? null : resultOf(full);
    const seqs = [...invariants.missingPostings, ...invariants.hashBreaks, ...(result?.replayed?.verdict_faults ?? [])].map(
      ({ seq }) => seq,
    );
    const first = seqs.length === 0 ? null : Math.min(...seqs);
    return {
      ok:
        complete &&
        isSound(derived) &&
        loss === null &&
        (result === null || isSound(result)) &&
        !witnesses.some(({ state }) => state === 'refused'),
      counts,
      invariants,
      coverage: { through: first === null ? through : Math.min(through, first - 1), first_contradiction: first },
      checked: { from_seq: 1, to_seq: to.seq, at, complete },
      broken_at: brokenAt,
      loss:
        loss === null
          ? null
          : { lost_from: loss.from, lost_to: loss.to, mark_hash: loss.markHash, mark_ts: loss.markTs, found_at: loss.foundAt },
      backup: this.backupOf(tenantId),
      witnesses: witnesses.map(({ name, state, cosigned_to, failing_since, refused_at, last_error }) => ({
        name,
        state,
        cosigned_to,
        failing_since,
        refused_at,
        last_error,
      })),
      database: { mode: standby ? 'read-only' : 'read-write', replica_age_seconds: standby ? secondsOf(reads.ageMs) : null },
      disk: { used_percent: Math.floor(this.needs.disk.usedPercent), full_percent: this.needs.disk.fullPercent },
      full:
        full === null
          ? null
          : { ...toWireCheck(full), ok: result === null ? null : isSound(result), found: result === null ? null : countsOf(result) },
    };
  }

  /** What one organisation is told of the backup of all. */
  private backupOf(tenantId: string): Health['backup'] {
    const { backups } = this.needs;
    if (backups === null) return null;
    const { reached, copied, drill } = backups;
    const own = drill?.organisations.find((o) => o.tenant_id === tenantId);
    return {
      reached_at: reached,
      copied_at: copied,
      drill:
        drill === null
          ? null
          : {
              at: drill.began_at,
              ok: drill.faults.length === 0 && (own?.faults.length ?? 0) === 0,
              seq: own?.seq ?? null,
              rpo_seconds: drill.rpo_seconds,
              rto_seconds: drill.rto_seconds,
            },
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
    this.walks.forget(tenantId);
    const { derived, complete } = await this.deriveNow(tenantId, this.needs.readerPool, false);
    if (!isSound(derived)) throw new Refusal('LEDGER_BROKEN', countsOf(derived));
    // What a full check found may be nothing that a look sees.
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

  /**
   * Whether a full check that was asked for after the break found nothing. A short ledger, which was checked whole just now, needs one only
   * where the last full check found something.
   */
  private async provenSince(tenantId: string): Promise<boolean> {
    return read(this.needs.readerPool, { tenantId }, async (tx) => {
      const [brokenAt, last] = [await findBrokenAt(tx, tenantId), await findLastResult(tx, tenantId, 'full')];
      if ((await findLength(tx, tenantId)) <= this.inlineEventsMax && (last === null || isSound(resultOf(last)))) return true;
      return last !== null && brokenAt !== null && last.asked_at > brokenAt && isSound(resultOf(last));
    });
  }

  /** The full check: everything a look derives, every signature again, and every table by a replay. */
  async deriveAndReplay(tenantId: string, progress: Progress): Promise<Derived> {
    const { derived } = await this.derive(tenantId, this.needs.readerPool, startOfChain, null, progress);
    return { ...derived, replayed: await this.needs.checking.replay(tenantId, progress) };
  }

  /**
   * A check found faults: the organisation becomes read-only, and its owners are told. Once, whoever finds them. Where its log takes no write
   * by what was done to it, what was found is still answered, and this is tried again by the next who finds it.
   */
  async stop(tenantId: string, derived: Found & Pick<Derived, 'to'>): Promise<void> {
    const { readerPool, ledger, letters, mailWorker, sessions } = this.needs;
    const known = await read(readerPool, { tenantId }, async (tx) => ({
      brokenAt: await findBrokenAt(tx, tenantId),
      owners: await listOwnerIds(tx, tenantId),
    }));
    if (known.brokenAt !== null) return;
    const mails = await Promise.all(known.owners.map((id) => letters.queueLedgerBroken(id, tenantId)));
    const found = { ...countsOf(derived), checked_to: derived.to.seq };
    const outcome = await ledger.submit(tenantId, { type: 'ledger.break', actor: systemActor, found }, mails).catch((error: unknown) => {
      if (error instanceof LedgerUnavailable) return null;
      throw error;
    });
    sessions.forgetAllMemberships();
    if (outcome?.kind === 'written') mailWorker.nudge();
  }

  private async deriveNow(
    tenantId: string,
    readerPool: Pool,
    standby: boolean,
  ): Promise<{ readonly derived: Derived; readonly complete: boolean }> {
    const { length, last } = await read(readerPool, { tenantId }, async (tx) => ({
      length: await findLength(tx, tenantId),
      last: await findLastResult(tx, tenantId, 'full'),
    }));
    if (length <= this.inlineEventsMax) return { derived: await this.deriveShared(tenantId, readerPool, startOfChain), complete: true };
    const due = last === null || Date.now() - Date.parse(last.asked_at) > pauseAfter(last);
    if (due && !standby) await this.ask(tenantId, systemActor.id);
    const none = { missingPostings: [], hashBreaks: [], balanceDrift: [] };
    const now = new Date().toISOString();
    if (last === null) {
      const counts = await read(readerPool, { tenantId }, (tx) => countLedger(tx, tenantId));
      return { derived: { counts, invariants: none, through: 0, to: startOfChain, at: now }, complete: false };
    }
    const whole = resultOf(last);
    const tail = await this.deriveShared(tenantId, readerPool, whole.to);
    const { missingPostings, hashBreaks, balanceDrift } = whole.invariants;
    const invariants = {
      missingPostings: [...missingPostings, ...tail.invariants.missingPostings],
      hashBreaks: [...hashBreaks, ...tail.invariants.hashBreaks],
      balanceDrift,
    };
    return { derived: { ...tail, invariants, through: Math.max(whole.through, tail.through) }, complete: true };
  }

  private deriveShared(tenantId: string, readerPool: Pool, from: Position): Promise<Derived> {
    // A replica is a database of its own.
    const where = readerPool === this.needs.readerPool ? '' : ' elsewhere';
    const known = from.seq === 0 ? (this.verified.get(tenantId) ?? null) : null;
    return this.walks.find(`${tenantId} ${from.seq}${where}`, async () => {
      const { derived, tookMs } = await this.derive(tenantId, readerPool, from, known, () => Promise.resolve());
      return { found: derived, events: derived.to.seq - from.seq, tookMs, mayStand: isSound(derived) };
    });
  }

  /** From the first event on, balances too; from a later one, what its events brought. */
  private async derive(
    tenantId: string,
    readerPool: Pool,
    from: Position,
    known: VerifiedHeads | null,
    onStep: Progress,
  ): Promise<{ readonly derived: Derived; readonly tookMs: number }> {
    const { counts, chain, drift, tookMs } = await this.needs.checking.walk(readerPool, { tenantId, from, known }, onStep);
    if (chain.verified !== null) this.verified.set(tenantId, chain.verified);
    const invariants = {
      missingPostings: chain.missingPostings.slice(0, HEALTH_FAULTS_MAX),
      hashBreaks: chain.faults.map((f) => ({ seq: f.seq, prev_hash: f.found, expected_prev_hash: f.expected, what: f.what })),
      balanceDrift: drift.map((d) => ({
        id: d.id,
        code: d.code,
        value_date: d.value_date,
        currency: d.currency,
        reported_balance: minor(d.reported, d.currency),
        derived_balance: minor(d.derived, d.currency),
      })),
    };
    const derived = { counts, invariants, through: chain.through, to: chain.to, at: new Date().toISOString() };
    return { derived, tookMs };
  }
}

const pauseAfter = ({ started_at, ended_at }: CheckRow): number =>
  started_at === null || ended_at === null
    ? BACKGROUND_EVERY_MS
    : Math.max(BACKGROUND_EVERY_MS, BACKGROUND_PAUSE * (Date.parse(ended_at) - Date.parse(started_at)));

/** What a full check that has ended found. */
const resultOf = (row: CheckRow): Derived => {
  const { through = 0, ...result } = JSON.parse(row.result ?? '') as Omit<Derived, 'through'> & Partial<Derived>;
  return { ...result, through };
};

const countsOf = ({ invariants, replayed }: Found) => ({
  missing_postings: invariants.missingPostings.length,
  hash_breaks: invariants.hashBreaks.length,
  balance_drift: invariants.balanceDrift.length,
  contradictions: (replayed?.verdict_faults.length ?? 0) + (replayed?.chain_fault == null ? 0 : 1),
  differences: replayed?.differences.length ?? 0,
});

const secondsOf = (ms: number | null): number | null => (ms === null ? null : ms / 1000);

const minor = (amount: string, currency: string): string => formatMinor(parseBalanceE8(amount), minorUnitsOf(currency));
