// The connections between servers: TLS under a secret that both have from the database (pre-shared key, RFC 4279), so that each knows the
// other for a server of it and nobody between them reads or changes anything. Questions and answers carry a number; answers come as they
// are ready.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import tls from 'node:tls';
import { hear, ServerLost, type ToldError, tell } from './errors.ts';
import { FrameReader, frame } from './frames.ts';
import type { Server } from './registry.ts';

// TLS 1.2 is where pre-shared keys are chosen by identity; with ephemeral keys what was recorded stays closed.
const secured = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: 'ECDHE-PSK-CHACHA20-POLY1305' } as const;
const SECRET_BYTES = 32;
const CONNECT_WITHIN_MS = 1_000;
const IDENTITY = 'countinghouse';

export const makeSecret = (): Buffer => randomBytes(SECRET_BYTES);

interface Question {
  readonly id: number;
  readonly ask: unknown;
}
type Answered = { readonly id: number; readonly answer: unknown } | { readonly id: number; readonly error: ToldError };

/** Listens for other servers, on a free port where `port` is 0. `work` answers what they ask, in the order they asked. */
export async function listen(
  { host, port, secret }: Pick<Server, 'host' | 'port' | 'secret'>,
  work: (ask: unknown) => Promise<unknown>,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const open = new Set<tls.TLSSocket>();
  const server = tls.createServer({
    ...secured,
    pskIdentityHint: IDENTITY,
    pskCallback: (_socket, identity) => (identity === IDENTITY ? secret : null),
  });
  server.on('tlsClientError', () => {});
  server.on('secureConnection', (socket) => {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    const reader = new FrameReader();
    const send = (message: Answered): void => {
      if (!socket.destroyed) write(socket, message);
    };
    socket.on('data', (piece: Buffer) => {
      try {
        for (const question of reader.read(piece) as readonly Question[])
          work(question.ask).then(
            (answer) => send({ id: question.id, answer }),
            (error: unknown) => send({ id: question.id, error: tell(error) }),
          );
      } catch {
        socket.destroy();
      }
    });
  });
  // Rejects with the system's own error where it cannot listen there.
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as { readonly port: number }).port,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What is written in one turn goes out together. */
function write(socket: tls.TLSSocket, message: unknown): void {
  if (socket.writableCorked === 0) {
    socket.cork();
    process.nextTick(() => socket.uncork());
  }
  socket.write(frame(message));
}

interface Open {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A connection to another server, made when it is first needed and again after it was lost. */
export class Link {
  private readonly server: Server;
  private socket: tls.TLSSocket | null = null;
  private readonly open = new Map<number, Open>();
  private lastId = 0;

  constructor(server: Server) {
    this.server = server;
  }

  /** Rejects with what the other server could not do, or ServerLost. */
  ask(ask: unknown): Promise<unknown> {
    this.socket ??= this.connect();
    const socket = this.socket;
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject });
      write(socket, { id, ask } satisfies Question);
    });
  }

  /** Whatever is asked and not answered is rejected with ServerLost. */
  close(): void {
    this.socket?.destroy();
    this.lose(this.socket);
  }

  private connect(): tls.TLSSocket {
    const { host, port, secret } = this.server;
    const socket = tls.connect({
      ...secured,
      host,
      port,
      pskCallback: () => ({ identity: IDENTITY, psk: secret }),
      // There is no certificate: the secret proves who it is.
      checkServerIdentity: () => undefined,
    });
    let connected = false;
    const tooSlow = setTimeout(() => socket.destroy(), CONNECT_WITHIN_MS);
    socket.setNoDelay(true);
    socket.once('secureConnect', () => {
      connected = true;
      clearTimeout(tooSlow);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(tooSlow);
      this.lose(socket, connected);
    });
    const reader = new FrameReader();
    socket.on('data', (piece: Buffer) => {
      try {
        for (const message of reader.read(piece) as readonly Answered[]) this.settle(message);
      } catch {
        socket.destroy();
      }
    });
    return socket;
  }

  private settle(message: Answered): void {
    const waiting = this.open.get(message.id);
    this.open.delete(message.id);
    if ('error' in message) waiting?.reject(hear(message.error));
    else waiting?.resolve(message.answer);
  }

  private lose(socket: tls.TLSSocket | null, asked = true): void {
    if (socket === null || this.socket !== socket) return;
    this.socket = null;
    const lost = [...this.open.values()];
    this.open.clear();
    for (const waiting of lost) waiting.reject(new ServerLost(asked));
  }
}
