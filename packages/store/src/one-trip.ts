// A whole transaction in one round trip: a simple-protocol query of several statements, with the data of its COPYs sent right
// behind it. The server reads the data when it comes to each COPY; after an error it ignores the rest
// (PostgreSQL documentation, frontend/backend protocol, COPY operations).

import type { Writable } from 'node:stream';
import type pg from 'pg';

const QUERY = 0x51;
const COPY_DATA = 0x64;
const COPY_DONE = 0x63;
const HEADER_BYTES = 5;

function header(code: number, bodyBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES);
  bytes[0] = code;
  bytes.writeUInt32BE(bodyBytes + 4, 1);
  return bytes;
}

const copyDone = header(COPY_DONE, 0);

/** The messages of the trip. The data is not copied once more. */
function encode(sql: string, copies: readonly Buffer[]): readonly Buffer[] {
  const query = Buffer.from(`${sql}\0`);
  return [header(QUERY, query.length), query, ...copies.flatMap((data) => [header(COPY_DATA, data.length), data, copyDone])];
}

/** What the driver calls while the query runs; the shape of pg's own Query class. */
class OneTripQuery {
  private readonly wire: readonly Buffer[];
  private readonly settle: (error: Error | null, after: string | null) => void;
  private committed = false;
  /** What was asked for behind the commit. */
  private after: string | null = null;

  constructor(wire: readonly Buffer[], settle: (error: Error | null, after: string | null) => void) {
    this.wire = wire;
    this.settle = settle;
  }

  submit({ stream }: { readonly stream: Writable }): void {
    stream.cork();
    for (const bytes of this.wire) stream.write(bytes);
    stream.uncork();
  }

  callback(): void {}
  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (text === 'COMMIT') this.committed = true;
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.committed) this.after = fields[0] ?? null;
  }

  // pg forgets a query once it failed: handleReadyForQuery does not come for it.
  handleError(error: Error): void {
    // Whatever happens behind the commit, it is one.
    this.settle(this.committed ? null : error, null);
  }

  handleReadyForQuery(): void {
    this.settle(null, this.after);
  }
}

/**
 * Runs `sql` (from begin to commit) with the data of its COPYs, in order. Behind the commit it may ask for one value, which is answered;
 * null where it does not, or did not hear of it.
 *
 * Rejects with the server's error; the transaction is then to be rolled back by the caller. A rejection without a SQLSTATE
 * means that the connection was lost and the outcome is not known.
 */
export function oneTrip(client: pg.ClientBase, sql: string, copies: readonly Buffer[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const query = new OneTripQuery(encode(sql, copies), (error, after) => (error === null ? resolve(after) : reject(error)));
    client.query(query as never);
  });
}
