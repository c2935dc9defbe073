// The PostgreSQL that is written to, as whoever reads from its replicas has to know it: whether it is there, and how far its log reaches.

import type pg from 'pg';
import { parsePosition } from '../backup/segments.ts';
import type { Where } from '../connection.ts';
import { Watched } from './watched.ts';

/** It stands still now and then, when it writes much out; its replicas are no reason to give it up early. */
const SILENT_MS_MAX = 3_000;

export interface Sample {
  /** Everything that was committed before then is before the position. On the clock of `performance.now()`. */
  readonly atMs: number;
  readonly position: bigint;
}

export class Primary extends Watched {
  /** Names the database and whatever copies of it there are; null until it was reached. */
  systemId: string | null = null;
  private sampled: (sample: Sample) => void = () => {};
  private asking: Promise<bigint> | null = null;
  private next: Promise<bigint> | null = null;

  constructor(where: Where) {
    super(where, SILENT_MS_MAX);
  }

  /** Told a few times a second how far the log reaches. Set once. */
  onSample(listener: (sample: Sample) => void): void {
    this.sampled = listener;
  }

  /**
   * A position of the log (bytes) that everything lies before which was acknowledged before this was asked. Those who ask meanwhile share
   * one statement. Throws where the primary does not answer.
   */
  position(): Promise<bigint> {
    this.next ??= (async () => {
      await this.asking?.catch(() => {});
      this.next = null;
      this.asking = this.ask();
      return this.asking;
    })();
    return this.next;
  }

  private async ask(): Promise<bigint> {
    // A commit is acknowledged once it is flushed; what is written and not flushed yet no replica has.
    const found = await this.connected.query<{ position: string }>('select pg_current_wal_flush_lsn() as position');
    return parsePosition(found.rows[0]?.position ?? '');
  }

  protected async greet(client: pg.Client): Promise<void> {
    this.systemId = await findSystemId(client);
  }

  protected async look(): Promise<void> {
    const atMs = performance.now();
    this.sampled({ atMs, position: await this.position() });
  }
}

/** The same for a database and its replicas, and for no other. */
export async function findSystemId(client: pg.ClientBase): Promise<string> {
  const found = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  return found.rows[0]?.id ?? '';
}
