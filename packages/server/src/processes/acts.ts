// What the supervisor and the processes that serve ask of each other.

import type { Where } from '@countinghouse/store/connection';
import type { Registry } from 'prom-client';
import type { KnownOfBackup } from '../backup/watch.ts';
import type { CallPace, Taken } from '../http/call-limits.ts';

/** What a process measured of itself, as prom-client hands it on. */
export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What a process needs to know to begin. */
export interface Beginning {
  /** From 1 on. One that is started again in another's place has its number. */
  readonly number: number;
  readonly where: Where;
  readonly readOnly: boolean;
  /** It sees to the demo organisation, where there is to be one. */
  readonly demo: boolean;
  readonly backup: KnownOfBackup;
}

/** What a process does when the supervisor asks it to. */
export interface ProcessActs {
  /** Answered once it takes requests. */
  begin(beginning: Beginning): Promise<void>;
  /** As a signal to a server that is alone: drains, and ends. Asked again it does not drain any longer. */
  stop(drainMs: number): void;
  /** The operator says that the clock of the machine is right. */
  confirmClock(): void;
  /** What is known of the backup has changed. */
  noteBackup(known: KnownOfBackup): void;
  measure(): Promise<Measured>;
}

/** What the supervisor does when a process asks it to. */
export interface SupervisorActs {
  /** Of buckets that all processes share. */
  take(key: string, pace: CallPace): Taken;
  /** The metrics of all processes together, as text. */
  readMetrics(): Promise<string>;
}
