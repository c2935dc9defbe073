// A NATS server with JetStream, from Debian, on a loopback port, its streams on disk in a temporary folder.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { findFreePort } from './server-process.ts';

const READY_WITHIN_MS = 60_000;
const POLL_MS = 20;
const AT_ONCE = 100;

export interface NatsMessage {
  readonly subject: string;
  readonly id: string;
  /** Empty where it has none. */
  readonly traceparent: string;
  readonly body: {
    readonly type: string;
    readonly tenant_id: string;
    readonly data: { readonly seq: number; readonly event_type: string };
  };
}

export interface NatsServer {
  /** With user and password. */
  readonly url: string;
  /** Everything that a stream keeps, in its order. */
  messages(stream: string): Promise<readonly NatsMessage[]>;
  /** How many it keeps whose subject is like that. */
  count(stream: string, filter: string): Promise<number>;
  /** Does something as an operator of it would. */
  operate<T>(act: (manager: JetStreamManager) => Promise<T>): Promise<T>;
  /** As `kill -9` does; what it kept stays. */
  kill(): Promise<void>;
  /** After `kill`: the same server, on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** `config` adds lines to its configuration. */
export async function openNats(config = ''): Promise<NatsServer> {
  const port = await findFreePort();
  const dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-nats-'));
  const file = path.join(dir, 'nats.conf');
  const user = 'ledger';
  const pass = 'a password, and more';
  writeFileSync(
    file,
    `host: 127.0.0.1\nport: ${port}\njetstream { store_dir: "${dir}/streams" }\nauthorization { user: ${user}, password: "${pass}" }\n${config}\n`,
  );
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn('nats-server', ['-c', file], { stdio: 'ignore' });
    for (const endMs = performance.now() + READY_WITHIN_MS; !(await answers(port)); await sleep(POLL_MS))
      if (performance.now() > endMs || child.exitCode !== null) throw new Error('nats-server did not start');
  };
  const kill = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await ended;
  };
  const operate: NatsServer['operate'] = async (act) => {
    const connection = await connect({ servers: `127.0.0.1:${port}`, user, pass });
    try {
      return await act(await jetstreamManager(connection));
    } finally {
      await connection.close();
    }
  };
  await start();
  return {
    url: `nats://${user}:${encodeURIComponent(pass)}@127.0.0.1:${port}`,
    messages: (stream) => operate((manager) => readAll(manager, stream)),
    count: (stream, filter) =>
      operate(async (manager) => {
        const { state } = await manager.streams.info(stream, { subjects_filter: filter });
        return Object.values(state.subjects ?? {}).reduce((sum, n) => sum + n, 0);
      }),
    operate,
    kill,
    start,
    close: async () => {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function readAll(manager: JetStreamManager, stream: string): Promise<readonly NatsMessage[]> {
  const { first_seq, last_seq } = (await manager.streams.info(stream)).state;
  const found: NatsMessage[] = [];
  for (let from = first_seq; from <= last_seq; from += AT_ONCE) {
    const seqs = Array.from({ length: Math.min(AT_ONCE, last_seq - from + 1) }, (_, i) => from + i);
    for (const message of await Promise.all(seqs.map((seq) => manager.streams.getMessage(stream, { seq }))))
      if (message !== null) {
        const { subject, header } = message;
        found.push({ subject, id: header.get('Nats-Msg-Id'), traceparent: header.get('traceparent'), body: message.json() });
      }
  }
  return found;
}
