// The sizes of the table: what grows from one row to the next is one thing, so that it shows where the bottleneck goes.

import type { Size } from '@countinghouse/testkit/scale-simulation/simulate';

export const SERVER_PROCESSORS = 2;
export const DATABASE_PROCESSORS = 8;

const alone: Size = {
  servers: 1,
  serverProcessors: SERVER_PROCESSORS,
  shards: 1,
  databaseProcessors: DATABASE_PROCESSORS,
  coordinatorProcessors: DATABASE_PROCESSORS,
  anyNode: false,
  organisations: 1,
  rate: 1_000,
  hotPercent: 0,
};

const many: Size = { ...alone, servers: 32, organisations: 128 };
const most: Size = { ...alone, servers: 256, organisations: 1_000 };

export const sizes: readonly Size[] = [
  alone,
  { ...alone, rate: 20_000 },
  { ...alone, servers: 2, rate: 20_000 },
  { ...alone, servers: 4, rate: 20_000 },
  { ...alone, servers: 4, organisations: 8, rate: 4_000 },
  { ...alone, servers: 8, organisations: 32, rate: 1_500 },
  { ...many, servers: 8 },
  many,
  { ...many, shards: 4 },
  { ...many, shards: 16 },
  { ...many, shards: 64 },
  { ...most, servers: 32, shards: 16, rate: 10 },
  { ...most, shards: 64 },
  { ...most, shards: 64, anyNode: true },
];
