// Connections that tell of each trip they make: what `connection.ts` opens where traces are watched, in the place of those that do not. A trip is
// told of as the first word of its SQL, and the code of what was wrong.

import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { PatientClient } from './patient-client.ts';
import { type Activity, nameOf, tracing } from './tracing.ts';

const words = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'BEGIN', 'COMMIT', 'ROLLBACK', 'SET', 'COPY', 'PREPARE', 'LOCK', 'CREATE'] as const;
const reads: ReadonlySet<string> = new Set(['SELECT', 'BEGIN', 'COMMIT', 'ROLLBACK', 'SET', 'PREPARE']);

/** The kind of a statement: WITH is what it leads up to. A trip of the writer (`one-trip.ts`) is a whole transaction. */
export function kindOf(sql: string | null): string {
  if (sql === null) return 'TRANSACTION';
  const first = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? '';
  if (first === 'WITH') return /\b(insert|update|delete)\s/i.exec(sql)?.[1]?.toUpperCase() ?? 'SELECT';
  return words.find((word) => word === first) ?? 'OTHER';
}

type Callback = (error: Error | null | undefined, result: unknown) => void;

/** A query that brings its own way over the wire. */
interface Submittable {
  /** What it begins with; none: a trip of the writer. */
  readonly text?: string;
  submit(connection: unknown): void;
  handleReadyForQuery(...args: unknown[]): void;
  handleError(error: Error, ...args: unknown[]): void;
}

function beginTrip(sql: string | null): Activity | null {
  const kind = kindOf(sql);
  const beginning = { name: kind, kind: 'client', facts: { 'db.system.name': 'postgresql', 'db.operation.name': kind } } as const;
  if (tracing === null || tracing.here() === null) return null;
  return reads.has(kind) ? tracing.beginRead(beginning) : tracing.begin(beginning);
}

function endTrip(trip: Activity, error: unknown): void {
  if (error === null || error === undefined) trip.end();
  else trip.end(nameOf(error));
}

export class TracedClient extends PatientClient {
  // The driver's own has seven shapes: whichever it is called by, it is handed on as it came.
  override query(...args: unknown[]): never {
    const ask = super.query as (...given: unknown[]) => unknown;
    const [asked] = args as [string | { readonly text?: string } | Submittable];
    const isOwn = typeof asked === 'object' && 'submit' in asked;
    const trip = beginTrip(typeof asked === 'string' ? asked : (asked.text ?? (isOwn ? null : '')));
    if (trip === null) return ask.apply(this, args) as never;
    if (isOwn) return ask.call(this, watched(asked, trip)) as never;
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback = last as Callback;
      const told: Callback = (error, result) => {
        endTrip(trip, error);
        callback(error, result);
      };
      return ask.apply(this, [...args.slice(0, -1), told]) as never;
    }
    const answered = ask.apply(this, args) as Promise<unknown>;
    answered.then(
      () => endTrip(trip, null),
      (error: unknown) => endTrip(trip, error),
    );
    return answered as never;
  }
}

/** The same query, which tells of its end. */
function watched(query: Submittable, trip: Activity): Submittable {
  const { handleReadyForQuery, handleError } = query;
  query.handleReadyForQuery = (...args) => {
    endTrip(trip, null);
    handleReadyForQuery.apply(query, args);
  };
  query.handleError = (error, ...args) => {
    endTrip(trip, error);
    handleError.call(query, error, ...args);
  };
  return query;
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** Who waits for a connection is called back by whoever gives one back: what then goes on is still part of what asked for it. */
export class TracedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    super.connect(AsyncResource.bind(callback));
    return undefined;
  }
}
