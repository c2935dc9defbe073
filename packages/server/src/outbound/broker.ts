// The broker of whoever runs the system: a NATS server with JetStream, where every log goes into one stream. It is reached in the background
// and reached again when it was away; until then nothing is tried, and what it has not taken waits in the logs.

import { setTimeout as sleep } from 'node:timers/promises';
import { tracing } from '@countinghouse/store/tracing';
import { jetstream, jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { connect, headers, type MsgHdrs, type NatsConnection, nanos, TimeoutError } from '@nats-io/transport-node';
import type { Message } from './message.ts';
import type { Outlet } from './outlet.ts';
import type { Answer, Sink } from './sink.ts';

// Source: decision 0109.
export const STREAM = 'COUNTINGHOUSE';
export const SUBJECTS = 'countinghouse.>';
/** What comes again within this long is known by its id and not kept again. */
const KNOWN_FOR_MS = 3_600_000;
const CONNECT_WITHIN_MS = 5_000;
const CONNECT_AGAIN_MS = 2_000;
const PING_EVERY_MS = 10_000;
const PINGS_UNANSWERED_MAX = 2;
const WAIT_MS_MAX = 10_000;
const CLOSE_WITHIN_MS = 2_000;

/** `countinghouse.<organisation>.<event type>`: whoever listens chooses by either. */
export const subjectOf = ({ tenantId, type }: Pick<Message, 'tenantId' | 'type'>): string => `countinghouse.${tenantId}.${type}`;

const streamConfig: Pick<StreamConfig, 'name' | 'subjects'> & Partial<StreamConfig> = {
  name: STREAM,
  description: 'Every event of every log of Countinghouse',
  subjects: [SUBJECTS],
  duplicate_window: nanos(KNOWN_FOR_MS),
};

export class Broker implements Sink {
  readonly waitMsMax = WAIT_MS_MAX;
  /** Events of all logs that it has not taken yet; null: not looked at yet. */
  backlog: number | null = null;
  private readonly servers: readonly URL[];
  private readonly note: (line: string) => void;
  private readonly ending = new AbortController();
  private connection: NatsConnection | null = null;
  private reached = false;
  private trouble: string | null = null;
  private readonly connecting: Promise<void>;

  /** Each server as `nats://` or `tls://`, the first with the user and password, or the token, for all of them. */
  constructor(servers: readonly string[], note: (line: string) => void) {
    this.servers = servers.map((server) => new URL(server));
    this.note = note;
    this.connecting = this.reach();
  }

  /** Whether it can be sent to now. */
  get isUp(): boolean {
    return this.reached;
  }

  async send(message: Message, withinMs: number): Promise<Answer> {
    if (this.connection === null || !this.reached) return { kind: 'away', error: 'NATS cannot be reached.', afterMs: null };
    try {
      const options = {
        msgID: message.id,
        timeout: withinMs,
        ...(tracing === null ? {} : { headers: headersOf(tracing.carryInHeaders()) }),
      };
      await jetstream(this.connection).publish(subjectOf(message), message.body, options);
      this.tell(null);
      return { kind: 'taken' };
    } catch (error) {
      const reason = reasonOf(error as Error);
      this.tell(`NATS does not take event ${message.id}: ${reason}`);
      return { kind: 'away', error: reason, afterMs: null };
    }
  }

  async close(): Promise<void> {
    this.ending.abort();
    await this.connecting;
    const { connection } = this;
    if (connection === null) return;
    await Promise.race([connection.close(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  }

  private async reach(): Promise<void> {
    while (!this.ending.signal.aborted) {
      try {
        const connection = await connect(this.options());
        if (this.ending.signal.aborted) return await connection.close();
        await this.ensureStream(connection);
        this.connection = connection;
        this.reached = true;
        this.tell(null);
        void this.watch(connection);
        return;
      } catch (error) {
        this.tell(`NATS cannot be reached: ${(error as Error).message}`);
        await sleep(CONNECT_AGAIN_MS, undefined, { signal: this.ending.signal, ref: false }).catch(() => {});
      }
    }
  }

  private options(): Parameters<typeof connect>[0] {
    const [first] = this.servers;
    const user = decodeURIComponent(first?.username ?? '');
    const pass = decodeURIComponent(first?.password ?? '');
    return {
      name: 'countinghouse',
      servers: this.servers.map(({ host }) => host),
      ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
      ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
      timeout: CONNECT_WITHIN_MS,
      pingInterval: PING_EVERY_MS,
      maxPingOut: PINGS_UNANSWERED_MAX,
      reconnectTimeWait: CONNECT_AGAIN_MS,
      maxReconnectAttempts: -1,
      // A password that was changed is not asked about for ever: what cannot sign in is told of and tried again.
      ignoreAuthErrorAbort: true,
    };
  }

  /** The stream, where nobody made one that takes these subjects. Whoever may not make streams has made it before. */
  private async ensureStream(connection: NatsConnection): Promise<void> {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const name = await manager.streams.find(SUBJECTS).catch(() => null);
    if (name === null) await manager.streams.add(streamConfig);
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection') {
        this.reached = false;
        this.tell('NATS cannot be reached: the connection ended');
      } else if (type === 'reconnect') {
        this.reached = true;
        this.tell(null);
      }
    }
  }

  /** Trouble is told of once, and its end. */
  private tell(trouble: string | null): void {
    if (this.ending.signal.aborted || (trouble === null) === (this.trouble === null)) return;
    this.trouble = trouble;
    this.note(trouble ?? 'NATS takes the log again');
  }
}

function headersOf(carried: Readonly<Record<string, string>>): MsgHdrs {
  const made = headers();
  for (const [name, value] of Object.entries(carried)) made.set(name, value);
  return made;
}

function reasonOf(error: Error): string {
  // Nobody answers on the subject, for whichever of the two reasons. The library does not export the class.
  if (error.name === 'JetStreamNotEnabled') return `no stream takes ${SUBJECTS}, or JetStream is not enabled.`;
  if (error instanceof TimeoutError || error.cause instanceof TimeoutError) return 'it did not answer in time.';
  return error.message;
}

/** The broker as a target of every organisation. What it does not take waits; of it an organisation knows nothing. */
export const brokerOutlet = (broker: Broker): Outlet => ({
  kind: 'broker',
  open: async () => ({ sink: broker, types: null }),
  hasDeadLetters: false,
  triesMax: null,
  stopsAfterMs: null,
  tell: async () => {},
  record: null,
});
