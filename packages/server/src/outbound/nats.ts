// The way to a NATS server with JetStream: every log into one stream, one message at a time of each.

import { tracing } from '@countinghouse/store/tracing';
import { jetstream, jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { connect, headers, type MsgHdrs, type NatsConnection, nanos, TimeoutError } from '@nats-io/transport-node';
import type { Link } from './broker.ts';
import type { Message } from './message.ts';

// Source: decision 0109.
export const STREAM = 'COUNTINGHOUSE';
export const SUBJECTS = 'countinghouse.>';
/** What comes again within this long is known by its id and not kept again. */
const KNOWN_FOR_MS = 3_600_000;
const CONNECT_WITHIN_MS = 5_000;
const PING_EVERY_MS = 10_000;
const PINGS_UNANSWERED_MAX = 2;

/** `countinghouse.<organisation>.<event type>`: whoever listens chooses by either. */
export const subjectOf = ({ tenantId, type }: Pick<Message, 'tenantId' | 'type'>): string => `countinghouse.${tenantId}.${type}`;

const streamConfig: Pick<StreamConfig, 'name' | 'subjects'> & Partial<StreamConfig> = {
  name: STREAM,
  description: 'Every event of every log of Countinghouse',
  subjects: [SUBJECTS],
  duplicate_window: nanos(KNOWN_FOR_MS),
};

/** Each server as `nats://` or `tls://`, the first with the user and password, or the token, for all of them. */
export async function connectNats(servers: readonly string[]): Promise<Link> {
  const connection = await connect(optionsFor(servers.map((server) => new URL(server))));
  try {
    await ensureStream(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return linkOver(connection);
}

function optionsFor(servers: readonly URL[]): Parameters<typeof connect>[0] {
  const [first] = servers;
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  return {
    name: 'countinghouse',
    servers: servers.map(({ host }) => host),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
    timeout: CONNECT_WITHIN_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: PINGS_UNANSWERED_MAX,
    // One that ended is made anew, in the same way as the first.
    reconnect: false,
  };
}

/** The stream, where nobody made one that takes these subjects. Whoever may not make streams has made it before. */
async function ensureStream(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const name = await manager.streams.find(SUBJECTS).catch(() => null);
  if (name === null) await manager.streams.add(streamConfig);
}

const linkOver = (connection: NatsConnection): Link => ({
  publish: async ([message], withinMs) => {
    const options = {
      msgID: message.id,
      timeout: withinMs,
      ...(tracing === null ? {} : { headers: headersOf(tracing.carryInHeaders()) }),
    };
    try {
      await jetstream(connection).publish(subjectOf(message), message.body, options);
    } catch (error) {
      throw new Error(reasonOf(error as Error), { cause: error });
    }
  },
  ended: connection.closed().then((error) => (error instanceof Error ? error.message : 'the connection ended')),
  close: () => connection.close(),
});

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
