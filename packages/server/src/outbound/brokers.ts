// Which brokers there are, by the settings: none, NATS, Kafka, or both, each with its own place in every log. The library of each is loaded once
// it is wanted.

import type { Config, KafkaSettings } from '../config.ts';
import { Broker, type Way } from './broker.ts';

export const wayToNats = (servers: readonly string[]): Way => ({
  kind: 'nats',
  label: 'NATS',
  // A leader of the stream that changes among several may keep the later ones and lose the earlier.
  takesSeveral: false,
  connect: async () => (await import('./nats.ts')).connectNats(servers),
});

/** Each time a connection is made, another server is asked first. */
export const wayToKafka = (settings: KafkaSettings): Way => {
  let connections = 0;
  return {
    kind: 'kafka',
    label: 'Kafka',
    takesSeveral: true,
    connect: async () => (await import('./kafka.ts')).connectKafka(settings, connections++),
  };
};

export function openBrokers({ natsUrls, kafka }: Pick<Config, 'natsUrls' | 'kafka'>, note: (line: string) => void): readonly Broker[] {
  const ways = [...(natsUrls.length === 0 ? [] : [wayToNats(natsUrls)]), ...(kafka === null ? [] : [wayToKafka(kafka)])];
  return ways.map((way) => new Broker(way, note));
}
