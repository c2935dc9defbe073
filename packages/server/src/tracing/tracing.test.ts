import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openS3Objects } from '@countinghouse/store/objects/s3';
import { type Carried, setTracing } from '@countinghouse/store/tracing';
import { traceBatch } from '@countinghouse/store/writer/trace-batch';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestTimeStamp } from '../features/anchors/time-stamp.ts';
import { Egress } from '../signatures/egress.ts';
import { SpanTracing } from './activities.ts';
import { toMetrics } from './metrics.ts';
import { inTurn } from './turn.ts';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const tracing = new SpanTracing(provider.getTracer('test'));
const names = (): readonly string[] => exporter.getFinishedSpans().map(({ name }) => name);

beforeEach(() => setTracing(tracing));
afterEach(() => {
  setTracing(null);
  exporter.reset();
});

describe('a turn of a worker', () => {
  const read = (): void => tracing.beginRead({ name: 'SELECT' })?.end();
  const write = (): void => tracing.begin({ name: 'INSERT' }).end();
  test('that only reads is not told of', async () => {
    await inTurn('reads', async () => read());
    expect(names()).toEqual([]);
  });
  test('that writes is, with what it reads from then on', async () => {
    await inTurn('writes', async () => {
      read();
      write();
      read();
    });
    expect(names()).toEqual(['INSERT', 'SELECT', 'worker writes']);
  });
  test('that fails is, by the code of the error or its name, and not by its words', async () => {
    const failing = (error: Error): Promise<unknown> => inTurn('fails', () => Promise.reject(error)).catch(() => {});
    await failing(new RangeError('amount 12.34'));
    await failing(Object.assign(new Error('hush'), { code: '23505' }));
    const told = exporter.getFinishedSpans();
    expect(told.map(({ attributes }) => attributes)).toEqual([{ 'error.type': 'RangeError' }, { 'error.type': '23505' }]);
    expect(told.map(({ status, events }) => [status, events])).toEqual([
      [{ code: 2 }, []],
      [{ code: 2 }, []],
    ]);
  });
});

test('a batch is part of what asked for it first, and linked to the others', async () => {
  const [first, second] = ['one', 'two'].map((requestId) => tracing.begin({ name: requestId, parent: null, requestId }));
  const answers = [first, second, second, null].map((from) => ({ to: { from } }));
  await traceBatch(tracing, 'acme', { answers, size: 4, events: 3 } as never, async () => {});
  first?.end();
  second?.end();
  const [batch, one, two] = exporter.getFinishedSpans();
  expect(batch?.parentSpanContext?.spanId).toBe(one?.spanContext().spanId);
  expect(batch?.links).toMatchObject([
    { context: { spanId: two?.spanContext().spanId }, attributes: { 'countinghouse.request.id': 'two' } },
  ]);
  expect(batch?.attributes).toEqual({
    'countinghouse.request.id': 'one',
    'countinghouse.tenant.id': 'acme',
    'countinghouse.batch.commands': 4,
    'countinghouse.batch.events': 3,
  });
});

describe('who is asked outside', () => {
  let server: Server;
  let url: string;
  let heard: IncomingHttpHeaders[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      heard.push(request.headers);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    heard = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const caller: Carried = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'vendor=1' };
  const ask: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'at an address that somebody typed in',
      async () => {
        const egress = new Egress({ allow: ['127.0.0.1'] });
        await egress.send({ url, method: 'POST', body: '{}', withinMs: 30_000, bytesMax: 1_000 });
        await egress.close();
      },
    ],
    [
      'for a bucket',
      async () => {
        const settings = { endpoint: url, region: 'us-east-1', bucket: 'books', accessKey: 'key', secretKey: 'hush', pathStyle: true };
        const objects = openS3Objects(settings);
        await objects.has(crypto.randomUUID(), 'c'.repeat(64));
        objects.close();
      },
    ],
    ['for the time', () => requestTimeStamp(url, 'a text').catch(() => {})],
  ];
  test.each(ask)('%s hears which trace it is part of', async (_what, call) => {
    const request = tracing.begin({ name: 'request', parent: caller, requestId: 'one' });
    await tracing.within(request, call);
    request.end();
    const [called] = exporter.getFinishedSpans();
    expect(called).toMatchObject({ kind: 2, parentSpanContext: { spanId: request.begun().spanContext().spanId } });
    expect(called?.attributes['countinghouse.request.id']).toBe('one');
    expect(heard).toMatchObject([{ traceparent: `00-${'a'.repeat(32)}-${called?.spanContext().spanId}-01`, tracestate: 'vendor=1' }]);
    expect(JSON.stringify(called?.attributes)).not.toContain('/');
  });
  test.each(ask)('%s hears nothing of it where nobody listens', async (_what, call) => {
    setTracing(null);
    await call();
    expect(heard).toHaveLength(1);
    expect(heard[0]).not.toHaveProperty('traceparent');
  });
});

test('what is measured is told as it is counted, each bucket by itself', async () => {
  const registers = [new Registry()];
  new Counter({ name: 'commands', help: 'counted', labelNames: ['kind'], registers }).inc({ kind: 'post' }, 2);
  new Gauge({ name: 'waiting', help: 'now', registers }).set(3);
  const seconds = new Histogram({ name: 'took_seconds', help: 'timed', buckets: [1, 2], registers });
  for (const s of [0.5, 0.7, 1.5, 9]) seconds.observe(s);
  const [since, now] = [
    [1, 0],
    [2, 0],
  ] as const;
  const told = toMetrics(await (registers[0] as Registry).getMetricsAsJSON(), [...since], [...now]);
  const at = { startTime: since, endTime: now };
  expect(told).toMatchObject([
    { descriptor: { name: 'commands', unit: '' }, isMonotonic: true, dataPoints: [{ ...at, attributes: { kind: 'post' }, value: 2 }] },
    { descriptor: { name: 'waiting', description: 'now' }, dataPoints: [{ value: 3 }] },
    {
      descriptor: { name: 'took_seconds', unit: 's' },
      dataPoints: [{ attributes: {}, value: { buckets: { boundaries: [1, 2], counts: [2, 1, 1] }, count: 4, sum: 11.7 } }],
    },
  ]);
});
