// npm run simulate -- --workload scale --seed N --seconds S, and what SCALE_USAGE says: M servers, N machines of a database that hold K
// organisations, R intents a second of each.
// A simulation: reckons from measured costs where the bottleneck is with so many machines. Nothing is started and nothing is posted.
// Without a size it prints a table of sizes. Seconds are simulated ones, at most.

import { type Cost, costs } from '@countinghouse/testkit/scale-simulation/costs';
import { type Reckoned, type Size, simulateScale } from '@countinghouse/testkit/scale-simulation/simulate';
import { type Slice, sliceOf } from '@countinghouse/testkit/scale-simulation/slice';
import { DATABASE_PROCESSORS, SERVER_PROCESSORS, sizes } from './sizes.ts';

export const scaleOptions = {
  servers: { type: 'string' },
  shards: { type: 'string' },
  organisations: { type: 'string' },
  rate: { type: 'string' },
  hot: { type: 'string' },
  'any-node': { type: 'boolean', default: false },
  'server-processors': { type: 'string' },
  'database-processors': { type: 'string' },
} as const;

export const SCALE_USAGE =
  '[--servers M --shards N --organisations K --rate R] [--hot PERCENT] [--any-node] [--server-processors P] [--database-processors P]';

export type ScaleAsked = { readonly [name in keyof typeof scaleOptions]?: string | boolean | undefined };

const SIZE_OPTIONS = ['servers', 'shards', 'organisations', 'rate', 'hot', 'server-processors', 'database-processors'] as const;
/** Achieved by as much less than asked, what waits grows as long as it goes on. */
const ACHIEVED_AT_LEAST = 0.97;

const HEADS = [
  'servers',
  'database machines',
  'organisations',
  'asked/s',
  'achieved/s',
  'p50 ms',
  'p99 ms',
  'batch',
  'threads max; mean',
  'coordinator',
  'database max; mean',
  'disk',
  'bottleneck',
  'simulated',
] as const;

/** False: it was asked for what there is not. */
export function runScale(asked: ScaleAsked, { seed, seconds }: { readonly seed: number; readonly seconds: number }): boolean {
  const wanted = sizesOf(asked);
  if (wanted === null) return false;
  console.log('This is a simulation from measured, reckoned and assumed costs. Nothing was posted, and no server or database ran.');
  console.log(`scale, seed ${seed}, at most ${seconds} simulated seconds\n`);
  console.log(row(HEADS));
  console.log(row(HEADS.map(() => '---')));
  for (const size of wanted) {
    const slice = sliceOf(size, seconds);
    console.log(row(cellsOf(size, slice, simulateScale(slice.size, { seed, seconds: slice.seconds }))));
  }
  console.log('\nThe costs:');
  for (const [name, cost] of Object.entries(costs)) console.log(costLine(name, cost));
  return true;
}

function sizesOf(asked: ScaleAsked): readonly Size[] | null {
  const anyNode = asked['any-node'] === true;
  if (SIZE_OPTIONS.every((name) => asked[name] === undefined)) return anyNode ? null : sizes;
  const numberOf = (name: (typeof SIZE_OPTIONS)[number], otherwise: number): number => Number(asked[name] ?? otherwise);
  const size: Size = {
    servers: numberOf('servers', 1),
    serverProcessors: numberOf('server-processors', SERVER_PROCESSORS),
    shards: numberOf('shards', 1),
    databaseProcessors: numberOf('database-processors', DATABASE_PROCESSORS),
    coordinatorProcessors: numberOf('database-processors', DATABASE_PROCESSORS),
    anyNode,
    organisations: numberOf('organisations', 1),
    rate: numberOf('rate', 1_000),
    hotPercent: numberOf('hot', 0),
  };
  const counts = [size.servers, size.serverProcessors, size.shards, size.databaseProcessors, size.organisations];
  const sound = counts.every((n) => Number.isSafeInteger(n) && n > 0) && size.rate > 0 && size.hotPercent >= 0 && size.hotPercent <= 100;
  return sound ? [size] : null;
}

const whole = (n: number): string => Math.round(n).toLocaleString('en');
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function cellsOf(size: Size, { parts, seconds }: Slice, found: Reckoned): string[] {
  const askedPerSecond = found.askedPerSecond * parts;
  const keepsUp = found.achievedPerSecond * parts >= askedPerSecond * ACHIEVED_AT_LEAST;
  return [
    whole(size.servers),
    `${size.shards}${size.anyNode ? ', any of them asked' : ''}`,
    `${whole(size.organisations)}${size.hotPercent > 0 ? `, one hot: ${size.hotPercent} %` : ''}`,
    whole(askedPerSecond),
    whole(found.achievedPerSecond * parts),
    keepsUp ? found.p50Ms.toFixed(1) : 'grows',
    keepsUp ? found.p99Ms.toFixed(1) : 'grows',
    found.batchMean.toFixed(1),
    `${percent(found.threads.max)}; ${percent(found.threads.mean)}`,
    found.coordinator === null ? '' : percent(found.coordinator),
    `${percent(found.machines.max)}; ${percent(found.machines.mean)}`,
    percent(found.disk),
    found.bottleneck,
    `${parts === 1 ? '' : `1/${parts}, `}${seconds.toFixed(1)} s`,
  ];
}

const costLine = (name: string, { value, unit, known, from }: Cost): string =>
  `  ${name.padEnd(18)}${`${value} ${unit}`.padStart(15)}  ${known.padEnd(9)} ${from}`;
