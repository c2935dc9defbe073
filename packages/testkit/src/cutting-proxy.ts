// A connection to PostgreSQL that breaks on command. It speaks on a Unix socket of its own and passes everything on, reading
// just enough of the protocol to know where in a one-trip batch it is: in the data of a COPY, sent whole, or committed.
// Only the client's side is cut: the server goes on, as it does when a network fails.

import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * What becomes of one batch:
 * - `pass`: nothing happens to it
 * - `cut-in-copy`: the client is cut, and the server too, when part of the COPY data has gone through
 * - `cut-when-sent`: the client is cut when the last byte, and so COMMIT, is with the server; how it ends is a race
 * - `cut-when-committed`: the client is cut when the server has committed and says so; the client never hears of it
 * - `silent-in-copy`, `silent-when-committed`: at the same points nothing passes any more, either way, and nobody is cut: half open
 * - `late-when-committed`: that the server has committed is passed on a quarter of a second later
 */
export type Fate =
  | 'pass'
  | 'cut-in-copy'
  | 'cut-when-sent'
  | 'cut-when-committed'
  | 'silent-in-copy'
  | 'silent-when-committed'
  | 'late-when-committed';

export interface CuttingProxy {
  /** Folder of its socket; with the port of the real one where a client connects. */
  readonly host: string;
  /** Batches that met each fate; `cut-when-committed` counts only those that PostgreSQL really told to be committed. */
  readonly met: Readonly<Record<Fate, number>>;
  /** From now on refuses every connection, and cuts those there are. */
  refuse(): Promise<void>;
  /** Lets connections in again. */
  admit(): Promise<void>;
  /** From now on takes every connection and passes nothing on. */
  freeze(): void;
  /** Passes on what has waited, and what comes. */
  thaw(): void;
  close(): Promise<void>;
}

const QUERY = 0x51;
const COPY_DONE = 0x63;
const COMMAND_COMPLETE = 0x43;
const HEADER_BYTES = 5;

/** Opens the proxy. `fateOf` is asked for each batch, which is a query that begins a transaction and copies into it. */
export async function openCuttingProxy(
  real: { readonly host: string; readonly port: number },
  fateOf: () => Fate = () => 'pass',
): Promise<CuttingProxy> {
  const host = mkdtempSync(path.join(os.tmpdir(), 'cut-'));
  const name = `.s.PGSQL.${real.port}`;
  const met: Record<Fate, number> = {
    pass: 0,
    'cut-in-copy': 0,
    'cut-when-sent': 0,
    'cut-when-committed': 0,
    'silent-in-copy': 0,
    'silent-when-committed': 0,
    'late-when-committed': 0,
  };
  const clients = new Set<net.Socket>();
  const servers = new Set<net.Socket>();
  const sockets = (): readonly net.Socket[] => [...clients, ...servers];
  let server: net.Server | null = null;
  let frozen = false;

  const admit = async (): Promise<void> => {
    if (server !== null) return;
    server = net.createServer((client) => {
      const behind = real.host.startsWith('/') ? net.connect(path.join(real.host, name)) : net.connect(real.port, real.host);
      clients.add(client);
      servers.add(behind);
      client.once('close', () => clients.delete(client));
      behind.once('close', () => servers.delete(behind));
      forward(client, behind, fateOf, met);
      if (frozen) client.pause();
    });
    await new Promise<void>((resolve) => server?.listen(path.join(host, name), resolve));
  };
  const refuse = async (): Promise<void> => {
    const closing = server;
    if (closing === null) return;
    server = null;
    const closed = new Promise((resolve) => closing.close(resolve));
    for (const client of clients) client.destroy();
    await closed;
  };
  const thaw = (): void => {
    frozen = false;
    for (const socket of sockets()) socket.resume();
  };
  await admit();
  return {
    host,
    met,
    refuse,
    admit,
    freeze: () => {
      frozen = true;
      for (const socket of sockets()) socket.pause();
    },
    thaw,
    close: async () => {
      thaw();
      await refuse();
      for (const socket of sockets()) socket.destroy();
      rmSync(host, { recursive: true, force: true });
    },
  };
}

function forward(client: net.Socket, server: net.Socket, fateOf: () => Fate, met: Record<Fate, number>): void {
  let fate: Fate = 'pass';
  let copiesLeft = 0;
  let silent = false;
  const cut = (): void => {
    met[fate] += 1;
    if (fate.startsWith('silent')) silent = true;
    else client.destroy();
  };
  const passLater = (part: Buffer): void => {
    met[fate] += 1;
    server.pause();
    setTimeout(() => {
      if (!client.destroyed) client.write(part);
      server.resume();
    }, LATE_MS);
  };
  const fromClient = reader(false, (code, body) => {
    if (code === QUERY) {
      const sql = body().toString();
      copiesLeft = sql.startsWith('begin') ? (sql.match(/^copy /gm)?.length ?? 0) : 0;
      fate = copiesLeft > 0 ? fateOf() : 'pass';
      return inCopy(fate);
    } else if (code === COPY_DONE && copiesLeft > 0) {
      copiesLeft -= 1;
      if (copiesLeft === 0 && fate === 'pass') met.pass += 1;
      return copiesLeft === 0 && fate === 'cut-when-sent';
    }
    return false;
  });
  const fromServer = reader(true, (code, body) => code === COMMAND_COMPLETE && body().toString() === 'COMMIT\0');

  client.on('data', (part) => {
    if (silent) return;
    const reached = fromClient(part);
    // Without its last byte the batch is never complete, however much of it has come.
    server.write(reached && inCopy(fate) ? part.subarray(0, -1) : part);
    if (!reached) return;
    cut();
    if (fate === 'cut-in-copy') server.end();
  });
  server.on('data', (part) => {
    const committed = fromServer(part);
    if (client.destroyed || silent) return;
    if (!committed || !fate.endsWith('when-committed')) client.write(part);
    else if (fate === 'late-when-committed') passLater(part);
    else cut();
  });
  client.on('error', () => {});
  server.on('error', () => {});
  // A client that leaves in order says so to the server; of one that was cut the server hears nothing until it has answered.
  // Where nothing passes, it does not hear that the client is gone either.
  client.on('end', () => silent || server.end());
  client.on('close', () => silent || setTimeout(() => server.destroy(), SERVER_LINGERS_MS).unref());
  server.on('close', () => client.destroy());
}

const inCopy = (fate: Fate): boolean => fate.endsWith('in-copy');

const LATE_MS = 250;
/** How long the server's side of a cut connection stays: long enough to finish what it was sent. */
const SERVER_LINGERS_MS = 500;

/** Tells each message of one side of the protocol as its parts arrive. Answers whether `see` said yes to one of them. */
function reader(skipStart: boolean, see: (code: number, body: () => Buffer) => boolean): (part: Buffer) => boolean {
  let started = skipStart; // the first message of a client has no code
  let left: Buffer = Buffer.alloc(0);
  return (part) => {
    left = left.length === 0 ? part : Buffer.concat([left, part]);
    let said = false;
    for (;;) {
      const header = started ? HEADER_BYTES : HEADER_BYTES - 1;
      if (left.length < header) return said;
      const bytes = left.readUInt32BE(header - 4) + header - 4;
      if (left.length < bytes) return said;
      const message = left.subarray(0, bytes);
      if (started && see(message[0] ?? 0, () => message.subarray(header))) said = true;
      started = true;
      left = left.subarray(bytes);
    }
  };
}
