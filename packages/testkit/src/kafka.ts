// A Kafka cluster on loopback ports, which is librdkafka's of Debian, and kcat to read it: the programs of others at both ends of our own.

import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { KafkaSettings } from '@countinghouse/server/config';

const TOPIC = 'countinghouse.events';
const PARTITIONS = 3;
const READ_BYTES_MAX = 64 * 1024 * 1024;

export interface KafkaMessage {
  readonly partition: number;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly type: string;
    readonly tenant_id: string;
    readonly data: { readonly seq: number; readonly event_type: string };
  };
}

export interface KafkaCluster {
  /** As KAFKA_BROKERS says it. */
  readonly addresses: string;
  readonly settings: KafkaSettings;
  /** Everything that its topic keeps, each partition in its order. */
  messages(): Promise<readonly KafkaMessage[]>;
  /** A line as `kafka-cluster.py` knows it. */
  command(line: string): Promise<void>;
  close(): Promise<void>;
}

export async function openKafka(): Promise<KafkaCluster> {
  const child = spawn('python3', [fileURLToPath(new URL('kafka-cluster.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async (): Promise<string> => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error('the Kafka cluster of the test ended');
    return value;
  };
  const command = async (line: string): Promise<void> => {
    child.stdin.write(`${line}\n`);
    const answer = await readLine();
    if (answer !== 'ok') throw new Error(answer);
  };
  const addresses = await readLine();
  await command(`create ${TOPIC} ${PARTITIONS}`);
  const brokers = addresses.split(',').map((server) => ({ host: server.split(':')[0] ?? '', port: Number(server.split(':')[1]) }));
  return {
    addresses,
    settings: { brokers, topic: TOPIC, tls: false, sasl: null },
    messages: () => readAll(addresses),
    command,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      await ended;
    },
  };
}

/** A line of `kcat -J`. */
interface Consumed {
  readonly partition: number;
  readonly key: string;
  readonly headers: readonly string[];
  readonly payload: string;
}

async function readAll(addresses: string): Promise<readonly KafkaMessage[]> {
  const { stdout } = await promisify(execFile)('kcat', ['-C', '-q', '-e', '-J', '-o', 'beginning', '-b', addresses, '-t', TOPIC], {
    maxBuffer: READ_BYTES_MAX,
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { partition, key, headers, payload } = JSON.parse(line) as Consumed;
      return { partition, key, headers: pairsOf(headers), body: JSON.parse(payload) as KafkaMessage['body'] };
    });
}

const pairsOf = (flat: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] ?? '']] : [])));
