import { expect, test } from 'vitest';
import { costs, msOf } from './costs.ts';
import { type Reckoned, type Size, simulateScale } from './simulate.ts';
import { sliceOf } from './slice.ts';

const small: Size = {
  servers: 1,
  serverProcessors: 2,
  shards: 1,
  databaseProcessors: 8,
  coordinatorProcessors: 8,
  anyNode: false,
  organisations: 1,
  rate: 1_000,
  hotPercent: 0,
};
const simulate = (size: Partial<Size>, seconds = 2, seed = 1): Reckoned => simulateScale({ ...small, ...size }, { seed, seconds });
const US_PER_SECOND = 1_000_000;

test('the same seed gives the same answer, another seed another', () => {
  expect(simulate({ organisations: 8 })).toEqual(simulate({ organisations: 8 }));
  expect(simulate({ organisations: 8 }, 2, 2)).not.toEqual(simulate({ organisations: 8 }));
});

const { request, decide, seal, hop, databaseBatch, databaseIntent, flush, logBytes, diskRate, handOver, takeOver } = costs;
const aloneMs =
  [request, decide, seal, hop, databaseBatch, databaseIntent, flush].reduce((sum, cost) => sum + msOf(cost), 0) +
  logBytes.value / diskRate.value;
const handedMs = msOf(handOver) + msOf(takeOver) + msOf(hop);
const citusMs =
  msOf(costs.coordinatorBatch) + msOf(costs.coordinatorIntent) + msOf(costs.workerBatch) + costs.citusTrips.value * msOf(costs.hop);
test.each([
  { name: 'at the server that leads', size: { serverProcessors: 1 }, sumMs: aloneMs },
  { name: 'at one that hands it on', size: { servers: 64 }, sumMs: aloneMs + handedMs },
  { name: 'on several machines of the database', size: { serverProcessors: 1, shards: 4 }, sumMs: aloneMs + citusMs },
  { name: 'asked of any of them', size: { serverProcessors: 1, shards: 4, anyNode: true }, sumMs: aloneMs + citusMs },
])('who asks where nobody else does waits for the sum of the costs: $name', ({ size, sumMs }) => {
  expect(simulate({ ...size, rate: 1 }, 200).p50Ms).toBeCloseTo(sumMs, 6);
});

test('one thread does no more than it has time for, and hardly less', () => {
  const { achievedPerSecond, batchMean, threads } = simulate({ serverProcessors: 1, rate: 30_000 });
  const usedUs = achievedPerSecond * (request.value + decide.value + costs.evidence.value + seal.value / batchMean);
  expect(usedUs).toBeLessThan(US_PER_SECOND * 1.01);
  expect(usedUs).toBeGreaterThan(US_PER_SECOND * 0.97);
  expect(threads.max).toBeCloseTo(1, 3);
});
test.each([1, 2])('%d processors of a database do no more than they have time for, and hardly less', (databaseProcessors) => {
  const { achievedPerSecond, batchMean } = simulate({ servers: 64, organisations: 100, rate: 1_000, databaseProcessors });
  const usedUs = achievedPerSecond * (databaseIntent.value + databaseBatch.value / batchMean);
  expect(usedUs).toBeLessThan(databaseProcessors * US_PER_SECOND * 1.02);
  expect(usedUs).toBeGreaterThan(databaseProcessors * US_PER_SECOND * 0.95);
});
test('a coordinator does no more than it has time for, and hardly less', () => {
  const { achievedPerSecond, batchMean } = simulate({ servers: 64, organisations: 100, rate: 400, shards: 8, coordinatorProcessors: 1 });
  const usedUs = achievedPerSecond * (costs.coordinatorIntent.value + costs.coordinatorBatch.value / batchMean);
  expect(usedUs).toBeLessThan(US_PER_SECOND * 1.02);
  expect(usedUs).toBeGreaterThan(US_PER_SECOND * 0.95);
});

test('the bottleneck moves: servers, the database, the coordinator, and to the machines again where any of them is asked', () => {
  const grown = { organisations: 32, databaseProcessors: 2, coordinatorProcessors: 2 };
  expect(simulate({ ...grown, rate: 100 }).bottleneck).toBe('none');
  expect(simulate(grown).bottleneck).toBe('server threads');
  expect(simulate({ ...grown, servers: 16 }).bottleneck).toBe('database machines');
  expect(simulate({ ...grown, servers: 16, shards: 16 }).bottleneck).toBe('coordinator');
  expect(simulate({ ...grown, servers: 16, shards: 4, anyNode: true })).toMatchObject({
    bottleneck: 'database machines',
    coordinator: null,
  });
});

test('a hot organisation holds up the thread that leads it while others have time', () => {
  const many = { servers: 4, organisations: 8, rate: 4_000 };
  const hot = simulate({ ...many, hotPercent: 90 });
  expect(hot.bottleneck).toBe('server threads');
  expect(hot.threads.mean).toBeLessThan(0.7);
  expect(hot.achievedPerSecond).toBeLessThan(simulate(many).achievedPerSecond * 0.8);
});

test('a batch holds no more than the writer puts into one', () => {
  const { batchMean } = simulate({ servers: 64, organisations: 10, rate: 17_000, shards: 2, coordinatorProcessors: 1 });
  expect(batchMean).toBeGreaterThan(costs.batchMax.value * 0.75);
  expect(batchMean).toBeLessThanOrEqual(costs.batchMax.value);
});

test.each([
  { name: 'one machine', size: { servers: 4, organisations: 8, rate: 3_000 } },
  { name: 'several', size: { servers: 8, organisations: 32, rate: 1_000, shards: 4 } },
])('as many are under way as come in the time that one takes (Little): $name', ({ size }) => {
  const { underWayMean, achievedPerSecond, meanMs } = simulate(size, 4);
  expect(underWayMean / ((achievedPerSecond * meanMs) / 1000)).toBeCloseTo(1, 1.5);
  expect(underWayMean).toBeGreaterThan(10);
});

test('a part of a system of equal parts comes to what the whole does', () => {
  const whole = { ...small, servers: 64, organisations: 128, rate: 2_000, shards: 16 };
  const { size, parts } = sliceOf(whole, 4);
  expect({ parts, servers: size.servers, coordinators: size.coordinatorProcessors }).toEqual({ parts: 4, servers: 16, coordinators: 2 });
  const [ofPart, ofWhole] = [simulate(size, 1), simulate(whole, 1)];
  expect((ofPart.achievedPerSecond * parts) / ofWhole.achievedPerSecond).toBeCloseTo(1, 1);
  expect(ofPart.p50Ms / ofWhole.p50Ms).toBeCloseTo(1, 1);
  expect(ofPart.coordinator).toBeCloseTo(ofWhole.coordinator ?? 0, 1);
});
test('what is not of equal parts is simulated whole', () => {
  const hot = { ...small, servers: 64, organisations: 128, rate: 2_000, shards: 16, hotPercent: 50 };
  expect(sliceOf(hot, 4)).toEqual({ parts: 1, size: hot, seconds: 4 });
  expect(sliceOf({ ...hot, hotPercent: 0, servers: 63 }, 4).parts).toBe(1);
});
test('a small system is simulated as long as asked, a large one no longer than it takes to tell', () => {
  expect(sliceOf(small, 60).seconds).toBe(60);
  expect(sliceOf({ ...small, servers: 32, organisations: 10 }, 60).seconds).toBe(40);
  expect(sliceOf({ ...small, servers: 32, organisations: 500 }, 60).seconds).toBe(8);
});
