// The connections between servers: TLS under a secret that both have from the database (pre-shared key, RFC 4279), so that each knows the
// other for a server of it and nobody between them reads or changes anything. Questions and answers carry a number; answers come as they
// are ready.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import tls from 'node:tls';
import { type Carried, during, tracing } from '../tracing.ts';
import { hear, ServerLost, type ToldError, tell } from './errors.ts';
import { FrameReader, Outbox } from './frames.ts';
import type { Server } from './registry.ts';

// TLS 1.2 is where pre-shared keys are chosen by identity; with ephemeral keys what was recorded stays closed.
const secured = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: 'ECDHE-PSK-CHACHA20-POLY1305' } as const;
const SECRET_BYTES = 32;
const CONNECT_WITHIN_MS = 1_000;
const IDENTITY = 'countinghouse';
/** While an answer is due it is looked so often whether anything came, and the other server is asked whether it is there. */
const LOOK_EVERY_MS = 500;
/** After so many looks at which nothing had come, whatever lies between the two swallows what they send: that is told by no error. */
const SILENT_LOOKS_MAX = 6;
/** Whether it is there. To servers of the version before, it is to read an organisation anew that they do not have: they answer at once, too. */
const ARE_YOU_THERE = { do: 'reload', tenantId: '' } as const;

export const makeSecret = (): Buffer => randomBytes(SECRET_BYTES);

interface Question {
  readonly id: number;
  readonly ask: unknown;
  /** What it is asked for by, where the server that asks has its traces watched. */
  readonly by?: Carried;
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
    const answers = new Outbox<Answered>(
      (frame) => send(socket, frame),
      // What cannot be told as an answer is told as an error, which always can.
      ({ id }, error) => answers.send({ id, error: tell(error) }),
    );
    socket.on('data', (piece: Buffer) => {
      try {
        for (const question of reader.read(piece) as readonly Question[])
          answerTo(question, work).then(
            (answer) => answers.send({ id: question.id, answer }),
            (error: unknown) => answers.send({ id: question.id, error: tell(error) }),
          );
      } catch {
        socket.destroy();
      }
    });
  });
  // Rejects with the system's own error where it cannot listen there. Processes that share a port for requests do not share this one.
  server.listen({ port, host, exclusive: true });
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

function answerTo({ ask, by }: Question, work: (ask: unknown) => Promise<unknown>): Promise<unknown> {
  if (tracing === null || by === undefined) return work(ask);
  return during(tracing, { name: 'decide for another server', kind: 'server', parent: by }, () => work(ask));
}

function send(socket: tls.TLSSocket, frame: Buffer): void {
  if (!socket.destroyed) socket.write(frame);
}

interface Open {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Connection {
  readonly socket: tls.TLSSocket;
  readonly questions: Outbox<Question>;
}

/** A connection to another server, made when it is first needed and again after it was lost, or fell silent while an answer was due. */
export class Link {
  private readonly server: Server;
  private readonly lookEveryMs: number;
  private connection: Connection | null = null;
  private readonly open = new Map<number, Open>();
  private lastId = 0;
  private looker: NodeJS.Timeout | null = null;
  private silentLooks = 0;

  constructor(server: Server, lookEveryMs = LOOK_EVERY_MS) {
    this.server = server;
    this.lookEveryMs = lookEveryMs;
  }

  /** Rejects with what the other server could not do, ServerLost, or why the question cannot be written. */
  ask(ask: unknown): Promise<unknown> {
    this.connection ??= this.connect();
    const { questions } = this.connection;
    this.lastId += 1;
    const id = this.lastId;
    if (this.open.size === 0) this.silentLooks = 0;
    this.looker ??= setInterval(() => this.look(), this.lookEveryMs).unref();
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject });
      questions.send(tracing === null ? { id, ask } : { id, ask, by: tracing.carry() });
    });
  }

  /** Looks are counted, not milliseconds: a process that itself stood still blames nobody for it. */
  private look(): void {
    if (this.open.size === 0 || this.connection === null) {
      if (this.looker !== null) clearInterval(this.looker);
      this.looker = null;
      return;
    }
    this.silentLooks += 1;
    if (this.silentLooks >= SILENT_LOOKS_MAX) this.connection.socket.destroy();
    // Its answer has the number of no question: that it came is all.
    else this.connection.questions.send({ id: 0, ask: ARE_YOU_THERE });
  }

  /** Whatever is asked and not answered is rejected with ServerLost. */
  close(): void {
    const socket = this.connection?.socket;
    socket?.destroy();
    this.lose(socket);
  }

  private connect(): Connection {
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
      this.silentLooks = 0;
      try {
        for (const message of reader.read(piece) as readonly Answered[])
          if ('error' in message) this.take(message.id)?.reject(hear(message.error));
          else this.take(message.id)?.resolve(message.answer);
      } catch {
        socket.destroy();
      }
    });
    const questions = new Outbox<Question>(
      (frame) => send(socket, frame),
      ({ id }, error) => this.take(id)?.reject(error),
    );
    return { socket, questions };
  }

  private take(id: number): Open | undefined {
    const waiting = this.open.get(id);
    this.open.delete(id);
    return waiting;
  }

  private lose(socket: tls.TLSSocket | undefined, asked = true): void {
    if (socket === undefined || this.connection?.socket !== socket) return;
    this.connection = null;
    const lost = [...this.open.values()];
    this.open.clear();
    for (const waiting of lost) waiting.reject(new ServerLost(asked));
  }
}
