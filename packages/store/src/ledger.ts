// The write side of the store: one writer an organisation, made on first use and let go when idle.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Facts } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { keySetOf } from '@countinghouse/kernel/settings/key-set';
import { ServerLost } from './cluster/errors.ts';
import { StaleKeyVersion } from './keys/pii-keys.ts';
import type { SideWrite, Statement } from './sql/statement.ts';
import type { Answer, Outcome } from './writer/batch.ts';
import { LedgerUnavailable } from './writer/failures.ts';
import type { StateSource } from './writer/live-state.ts';
import { examine, preview } from './writer/preview.ts';
import type { ReadingCommand } from './writer/readings.ts';
import { type Rehearsal, rehearse } from './writer/rehearse.ts';
import type { WriterResources } from './writer/resources.ts';
import { TenantWriter } from './writer/tenant-writer.ts';

/** What all writers may keep in memory; beyond it those that are idle are let go, the longest unused first. Source: decision 0061. */
const WRITERS_BYTES_MAX = 512 * 2 ** 20;
/** How often words are prepared anew because their key changed meanwhile. */
const WORDS_ATTEMPTS_MAX = 8;
/** Time for what changed the key to commit; longer with each attempt. */
const WORDS_PAUSE_MS = 15;

/** The server that decides for an organisation in place of this one. */
export interface Leader {
  /** Rejects with what it could not do, or ServerLost. */
  ask(ask: Ask): Promise<unknown>;
  /** It could not be reached. */
  lost(): void;
}

/** What a server asks of the leader of an organisation. */
export type Ask =
  | { readonly do: 'one'; readonly tenantId: string; readonly command: Command; readonly sideWrites: readonly Statement[] }
  | { readonly do: 'many'; readonly tenantId: string; readonly commands: readonly Command[]; readonly bytes: number }
  | { readonly do: 'together'; readonly tenantId: string; readonly commands: readonly [Command, ...Command[]] }
  | { readonly do: 'reload'; readonly tenantId: string };

/** Asked twice it is done once: intents by their keys. */
const mayRepeat = (ask: Ask): boolean =>
  ask.do === 'reload' || (ask.do === 'one' ? [ask.command] : ask.commands).every((command) => command.type === 'intent.execute');

/** Whether it makes a chain key: until it is stored, nobody but the server that made it has its private part. */
const bringsChainKey = (ask: Ask): boolean => {
  if (ask.do !== 'one') return false;
  const { command } = ask;
  return command.type === 'tenant.create' || command.type === 'key.add' || (command.type === 'key.revoke' && command.successor !== null);
};

export interface LedgerResources extends WriterResources {
  /** Who decides for an organisation; null, or left out: this server. */
  readonly leaderOf?: (tenantId: string) => Leader | null;
}

export class Ledger {
  private readonly resources: LedgerResources;
  private readonly bytesMax: number;
  /** The longest unused first. */
  private readonly writers = new Map<string, TenantWriter>();
  /** What each of them took when its last batch was committed, and all together. */
  private readonly weights = new Map<TenantWriter, number>();
  private bytes = 0;

  constructor(resources: LedgerResources, bytesMax = WRITERS_BYTES_MAX) {
    this.bytesMax = bytesMax;
    this.resources = {
      ...resources,
      observe: (batch) => {
        this.weigh(batch.tenantId);
        resources.observe?.(batch);
      },
    };
  }

  /** About so many bytes the writers take, of so many organisations. */
  get memory(): { readonly bytes: number; readonly organisations: number } {
    return { bytes: this.bytes, organisations: this.writers.size };
  }

  /**
   * Decides a command and answers once it is durable. See `TenantWriter.submit`. What is written beside it and says how it is made is made
   * anew where the key of its words changed meanwhile.
   */
  submit(tenantId: string, command: Command, sideWrites: readonly SideWrite[] = []): Promise<Outcome> {
    const ready = sideWrites.filter((a) => typeof a !== 'function');
    return ready.length === sideWrites.length ? this.write(tenantId, command, ready) : this.submitWords(tenantId, command, sideWrites);
  }

  private async submitWords(tenantId: string, command: Command, sideWrites: readonly SideWrite[]): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const statements = await Promise.all(sideWrites.map(async (a) => (typeof a === 'function' ? a() : [a])));
        return await this.write(tenantId, command, statements.flat());
      } catch (error) {
        if (!(error instanceof StaleKeyVersion)) throw error;
        if (attempt === WORDS_ATTEMPTS_MAX) throw new LedgerUnavailable('OVERLOADED', error);
        await sleep(WORDS_PAUSE_MS * attempt * (0.5 + Math.random()));
        this.resources.forgetWords?.(tenantId);
      }
    }
  }

  /** Many that came in one call of so many bytes, each decided for itself, in order; who comes alone meanwhile does not wait for all of them. */
  submitMany(tenantId: string, commands: readonly Command[], bytes = 0): Promise<readonly Outcome[]> {
    return this.decide({ do: 'many', tenantId, commands, bytes }) as Promise<readonly Outcome[]>;
  }

  /** Intents that stand or fall together: each is executed, or none is and the first that would not be is named. */
  submitTogether(tenantId: string, commands: readonly [ExecuteIntent, ...ExecuteIntent[]]): Promise<Answer> {
    return this.decide({ do: 'together', tenantId, commands }) as Promise<Answer>;
  }

  private write(tenantId: string, command: Command, sideWrites: readonly Statement[]): Promise<Outcome> {
    return this.decide({ do: 'one', tenantId, command, sideWrites }) as Promise<Outcome>;
  }

  /** Here, or by the server that leads the organisation. Nothing comes between a decision made here and its answer. */
  private decide(ask: Ask): Promise<unknown> {
    const leader = bringsChainKey(ask) ? null : (this.resources.leaderOf?.(ask.tenantId) ?? null);
    return leader === null ? this.decideHere(ask) : this.decideThere(leader, ask);
  }

  private async decideThere(leader: Leader, ask: Ask): Promise<unknown> {
    this.writers.get(ask.tenantId)?.stepAside();
    try {
      return await leader.ask(ask);
    } catch (error) {
      if (!(error instanceof ServerLost)) throw error;
      leader.lost();
      if (error.asked && !mayRepeat(ask)) throw new LedgerUnavailable('OUTCOME_UNKNOWN', error);
      return this.decideHere(ask);
    }
  }

  /** What another server asks this one, as the leader of an organisation. */
  decideHere(ask: Ask): Promise<unknown> {
    if (ask.do === 'reload') {
      this.writers.get(ask.tenantId)?.reload();
      return Promise.resolve();
    }
    const writer = this.writerOf(ask.tenantId);
    if (ask.do === 'one') return writer.submit(ask.command, ask.sideWrites);
    return ask.do === 'many' ? writer.submitMany(ask.commands, ask.bytes) : writer.submitTogether(ask.commands);
  }

  private writerOf(tenantId: string): TenantWriter {
    let writer = this.writers.get(tenantId);
    if (writer === undefined) writer = new TenantWriter(tenantId, this.resources);
    else this.writers.delete(tenantId);
    this.writers.set(tenantId, writer);
    return writer;
  }

  /** What is remembered of an organisation is thrown away before its next command: somebody may have mended what is stored. */
  reload(tenantId: string): void {
    this.writers.get(tenantId)?.reload();
    // A leader that is lost has nothing in memory.
    void this.resources
      .leaderOf?.(tenantId)
      ?.ask({ do: 'reload', tenantId } satisfies Ask)
      .catch(() => {});
  }

  /**
   * By which keys signatures are checked, as the organisation's writer has it, committed or not; null where it has no state in memory.
   * What is checked by them is decided only where they still count: `signatureCheckedBy` of the command.
   */
  keySetOf(tenantId: string): { readonly jwksUrl: string | null } | null {
    const state = this.writers.get(tenantId)?.live ?? null;
    return state === null ? null : { jwksUrl: keySetOf(state) };
  }

  /** What commands would come to now, nothing written. See `preview`. */
  preview(tenantId: string, commands: readonly Command[]): Promise<readonly Outcome[]> {
    return preview(this.sourceOf(tenantId), commands);
  }

  /** What somebody makes of the state as it is now, nothing written. See `examine`. */
  examine<T>(tenantId: string, look: (state: TenantState, facts: Facts) => T): Promise<T> {
    return examine(this.sourceOf(tenantId), look);
  }

  /** What somebody makes of a command's decision as it would be now, nothing written. See `rehearse`. */
  rehearse<T>(tenantId: string, command: ReadingCommand, look: (rehearsal: Rehearsal) => T): Promise<T> {
    return rehearse(this.sourceOf(tenantId), command, look);
  }

  private sourceOf(tenantId: string): StateSource {
    const { pool, clock, tokensOf } = this.resources;
    const bring = async (): Promise<void> => {
      await this.writerOf(tenantId).bring();
      this.weigh(tenantId);
    };
    return {
      pool,
      clock,
      tenantId,
      live: () => this.writers.get(tenantId)?.live ?? null,
      bring,
      tokensOf,
    };
  }

  private weigh(tenantId: string): void {
    const writer = this.writers.get(tenantId);
    if (writer === undefined) return;
    this.note(writer, writer.bytes);
    if (this.bytes > this.bytesMax) this.letGo(writer);
  }

  private note(writer: TenantWriter, bytes: number): void {
    this.bytes += bytes - (this.weights.get(writer) ?? 0);
    if (bytes === 0) this.weights.delete(writer);
    else this.weights.set(writer, bytes);
  }

  /**
   * First what the longest unused remember of decisions, then those that are idle, state and all; until a quarter is free again.
   * `used` stays: it would be loaded again at once.
   */
  private letGo(used: TenantWriter): void {
    const target = this.bytesMax * 0.75;
    for (const writer of this.writers.values()) {
      if (this.bytes <= target) return;
      if (writer === used) continue;
      writer.shrink();
      this.note(writer, writer.bytes);
    }
    for (const [tenantId, writer] of this.writers) {
      if (this.bytes <= target) return;
      if (writer === used || !writer.idle) continue;
      this.writers.delete(tenantId);
      this.note(writer, 0);
    }
  }
}
