// The way to whatever speaks the Kafka protocol: every log into one topic, each into one partition of it, several events at once in their order.
// Loaded only where it is asked for.

import { setTimeout as sleep } from 'node:timers/promises';
import { tracing } from '@countinghouse/store/tracing';
import { compatibilityPartitioner, type MessageToProduce, Producer, stringSerializers, TimeoutError } from '@platformatic/kafka';
import type { KafkaSettings } from '../config.ts';
import type { Link } from './broker.ts';
import type { Message } from './message.ts';

// Source: decision 0200.
const ACKS_OF_ALL = -1;
const CONNECT_WITHIN_MS = 5_000;
/** Below what a sink is given, so that a server of the cluster that hangs is told apart from a cluster that does. */
const REQUEST_WITHIN_MS = 8_000;
const ACKNOWLEDGE_WITHIN_MS = 6_000;
const ASK_EVERY_MS = 5_000;
const ASK_AGAIN_MS = 200;
const METADATA_FOR_MS = 60_000;
/** As many organisations as are sent at once. */
const REQUESTS_UNDER_WAY_MAX = 16;
/** The one form there is of a message (decision 0150). */
const PAYLOAD_VERSION = '1';
const TOO_LATE = 'it did not answer in time.';

/** Answers of a cluster that say what to do; each is about the topic or the event, not about the way there. */
const meanings: Readonly<Record<string, (topic: string) => string>> = {
  UNKNOWN_TOPIC_OR_PARTITION: (topic) => `there is no topic ${topic}, or the user may not see it.`,
  TOPIC_AUTHORIZATION_FAILED: (topic) => `the user may not write to topic ${topic}.`,
  MESSAGE_TOO_LARGE: (topic) => `the event is larger than max.message.bytes of topic ${topic} allows.`,
  RECORD_LIST_TOO_LARGE: (topic) => `the event is larger than segment.bytes of topic ${topic} allows.`,
  NOT_ENOUGH_REPLICAS: (topic) => `topic ${topic} has fewer replicas in sync than its min.insync.replicas.`,
  SASL_AUTHENTICATION_FAILED: () => 'it does not accept the user or the password.',
  UNSUPPORTED_SASL_MECHANISM: () => 'it does not know what KAFKA_MECHANISM says.',
};

/** The first connection goes to the server of that number, so that one which hangs is passed over the next time. */
export async function connectKafka({ brokers, topic, tls, sasl }: KafkaSettings, first: number): Promise<Link> {
  const at = first % brokers.length;
  const producer = new Producer({
    clientId: 'countinghouse',
    bootstrapBrokers: [...brokers.slice(at), ...brokers.slice(0, at)],
    ...(tls ? { tls: {}, tlsServerName: true } : {}),
    ...(sasl === null ? {} : { sasl }),
    serializers: stringSerializers,
    // Where the client of Apache Kafka for Java puts the same key.
    partitioner: compatibilityPartitioner,
    acks: ACKS_OF_ALL,
    // Who repeats is the exporter, from where the log was taken last.
    retries: 0,
    retryDelay: ASK_AGAIN_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    timeout: ACKNOWLEDGE_WITHIN_MS,
    metadataMaxAge: METADATA_FOR_MS,
    maxInflights: REQUESTS_UNDER_WAY_MAX,
    strict: true,
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();

  /** Why the cluster says nothing any more; null: it does, whatever it says of the topic. */
  const findLoss = async (): Promise<string | null> => {
    try {
      // Once more, of another server: the connection may have ended with what failed on it.
      await producer.metadata({ topics: [topic], forceUpdate: true, retries: 1 });
      return null;
    } catch (error) {
      return isOfTopic(error) ? null : reasonOf(error, topic);
    }
  };

  const lost = await findLoss();
  if (lost !== null) {
    await producer.close();
    throw new Error(lost);
  }
  // Whether it is there is known while nothing is sent, too.
  const ask = async (): Promise<void> => {
    const lost = await findLoss();
    if (lost !== null) end(lost);
  };
  const asking = setInterval(() => void ask(), ASK_EVERY_MS).unref();
  return {
    publish: async (messages, withinMs) => {
      try {
        await within(withinMs, producer.send({ messages: messages.map((message) => recordOf(message, topic)) }));
      } catch (error) {
        const reason = reasonOf(error, topic);
        // What is still under way must not arrive behind what comes next: the connections end with it.
        const lost = error instanceof TooLate ? TOO_LATE : isOfTopic(error) ? null : await findLoss();
        if (lost !== null) end(lost);
        throw new Error(reason, { cause: error });
      }
    },
    ended,
    close: () => {
      clearInterval(asking);
      return producer.close();
    },
  };
}

const recordOf = (message: Message, topic: string): MessageToProduce<string, string, string, string> => ({
  topic,
  key: message.tenantId,
  value: message.body,
  headers: {
    'message-id': message.id,
    'event-type': message.type,
    'payload-version': PAYLOAD_VERSION,
    ...tracing?.carryInHeaders(),
  },
});

class TooLate extends Error {}

async function within<T>(withinMs: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(withinMs, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new TooLate(TOO_LATE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/** What is behind an error of the library, which puts several into one, and one behind the other. */
function rootOf(error: unknown): Error & { readonly apiId?: string } {
  const { errors, cause } = error as { readonly errors?: readonly unknown[]; readonly cause?: unknown };
  const next = errors?.[0] ?? cause;
  return next instanceof Error ? rootOf(next) : (error as Error);
}

/** The library's own words where metadata has no such topic. */
const isUnknownTopic = ({ message }: Error): boolean => message.startsWith('Unknown topic ');

/** Whether the cluster answered, and what it says is of this topic or event alone. */
function isOfTopic(error: unknown): boolean {
  const root = rootOf(error);
  return isUnknownTopic(root) || (root.apiId !== undefined && !root.apiId.includes('SASL'));
}

function reasonOf(error: unknown, topic: string): string {
  const root = rootOf(error);
  if (root instanceof TimeoutError) return TOO_LATE;
  const id = isUnknownTopic(root) ? 'UNKNOWN_TOPIC_OR_PARTITION' : (root.apiId ?? '');
  return meanings[id]?.(topic) ?? (id === '' ? root.message : `${root.message} (${id})`);
}
