// A whole transaction in one round trip: a simple-protocol query of several statements, with the data of its COPYs sent right
// behind it. The server reads the data when it comes to each COPY; after an error it ignores the rest
// (PostgreSQL documentation, frontend/backend protocol, COPY operations).

import type pg from 'pg';

const QUERY = 0x51;
const COPY_DATA = 0x64;
const COPY_DONE = 0x63;
const HEADER_BYTES = 5;

function putHeader(wire: Buffer, at: number, code: number, bodyBytes: number): number {
  wire[at] = code;
  wire.writeUInt32BE(bodyBytes + 4, at + 1);
  return at + HEADER_BYTES;
}

function encode(sql: string, copies: readonly string[]): Buffer {
  const sqlBytes = Buffer.byteLength(sql) + 1;
  const copyBytes = copies.map((c) => Buffer.byteLength(c));
  const total = HEADER_BYTES + sqlBytes + copyBytes.reduce((sum, n) => sum + 2 * HEADER_BYTES + n, 0);
  const wire = Buffer.allocUnsafe(total);
  let at = putHeader(wire, 0, QUERY, sqlBytes);
  at += wire.write(sql, at);
  wire[at++] = 0;
  copies.forEach((copy, i) => {
    at = putHeader(wire, at, COPY_DATA, copyBytes[i] ?? 0);
    at += wire.write(copy, at);
    at = putHeader(wire, at, COPY_DONE, 0);
  });
  return wire;
}

/** What the driver calls while the query runs; the shape of pg's own Query class. */
class OneTripQuery {
  private readonly wire: Buffer;
  private readonly settle: (error: Error | null) => void;

  constructor(wire: Buffer, settle: (error: Error | null) => void) {
    this.wire = wire;
    this.settle = settle;
  }

  submit(connection: { readonly stream: { write(bytes: Buffer): boolean } }): void {
    connection.stream.write(this.wire);
  }

  callback(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}

  // pg forgets a query once it failed: handleReadyForQuery does not come for it.
  handleError(error: Error): void {
    this.settle(error);
  }

  handleReadyForQuery(): void {
    this.settle(null);
  }
}

/**
 * Runs `sql` (from begin to commit) with the data of its COPYs, in order.
 *
 * Rejects with the server's error; the transaction is then to be rolled back by the caller. A rejection without a SQLSTATE
 * means that the connection was lost and the outcome is not known.
 */
export function oneTrip(client: pg.ClientBase, sql: string, copies: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = new OneTripQuery(encode(sql, copies), (error) => (error === null ? resolve() : reject(error)));
    client.query(query as never);
  });
}
