// A connection that gives up waiting: the clock of this process, for what no time limit of the database can end — a database that
// stands still, a network that swallows answers. What was asked on such a connection fails as on one that broke.

import pg from 'pg';
import type { ObjectSettings } from './objects/open-objects.ts';

/** Longer than a statement may take (10 s): what comes to nothing by then was not ended by the database either. Source: decision 0072. */
export const PATIENCE_MS = 11_000;
const LOOKS_PER_PATIENCE = 22;
/** A database that is there takes a connection within so long. */
export const CONNECT_MS = 2_000;

/** Nothing came for as long as a connection may be silent while an answer is due. Whether anything was written is not known. */
export class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(patienceMs: number) {
    super(`the database did not answer within ${patienceMs / 1000} s`);
  }
}

export interface PatientConfig extends pg.ClientConfig {
  /** How long no byte may come while an answer is due; 0: without end. Unset: 11 s. */
  readonly patienceMs?: number;
  /** Where rows are that left the database. */
  readonly rows?: ObjectSettings;
}

/** What is read of the driver's own state. */
interface Inner {
  _getActiveQuery(): object | null;
  readonly processID: number | null;
  readonly connection: { readonly stream: { readonly bytesRead?: number; destroy(error: Error): void } };
}

export class PatientClient extends pg.Client {
  /** Where rows are that left the database; undefined: it was not told. */
  readonly rows: ObjectSettings | undefined;
  private readonly patienceMs: number;
  private looker: NodeJS.Timeout | null = null;
  private hasEnded = false;
  private due: object | null = null;
  private bytesRead = 0;
  private looks = 0;

  constructor(config: PatientConfig = {}) {
    // A pool may let others wait longer for one that is in use.
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
    this.patienceMs = config.patienceMs ?? PATIENCE_MS;
    this.rows = config.rows;
    this.once('end', () => {
      this.hasEnded = true;
      this.stopLooking();
    });
    this.once('connect', () => this.startLooking());
  }

  /** The process of its session, by the number it has where PostgreSQL runs; null before it is there. */
  get backendPid(): number | null {
    return (this as unknown as Inner).processID;
  }

  /** A second timer would never be stopped, and would keep the connection in memory for good. */
  private startLooking(): void {
    if (this.patienceMs > 0 && this.looker === null && !this.hasEnded)
      this.looker = setInterval(() => this.look(), this.patienceMs / LOOKS_PER_PATIENCE).unref();
  }

  private stopLooking(): void {
    if (this.looker !== null) clearInterval(this.looker);
    this.looker = null;
  }

  /** Looks are counted, not milliseconds: a process that itself stood still blames nobody for it. */
  private look(): void {
    const inner = this as unknown as Inner;
    const due = inner._getActiveQuery();
    const { stream } = inner.connection;
    const bytesRead = stream.bytesRead ?? 0;
    if (due === null || due !== this.due || bytesRead !== this.bytesRead) this.looks = 0;
    else this.looks += 1;
    this.due = due;
    this.bytesRead = bytesRead;
    if (this.looks >= LOOKS_PER_PATIENCE) this.giveUp();
  }

  /** Ends the connection at once, without taking leave: whatever was asked on it fails with DatabaseSilent. */
  giveUp(): void {
    this.stopLooking();
    (this as unknown as Inner).connection.stream.destroy(new DatabaseSilent(this.patienceMs));
  }

  /** Lets the query that runs now, and those of its transaction, take as long as they take. Until the connection is given back. */
  waitForEver(): void {
    this.stopLooking();
  }

  /** Undoes `waitForEver`. */
  waitAsUsual(): void {
    this.startLooking();
  }
}
