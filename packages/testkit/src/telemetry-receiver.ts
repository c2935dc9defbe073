// Somebody who is sent traces and metrics: a real HTTP server that takes OTLP as JSON, and keeps it as it came and as spans and points.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  /** 2: asked by somebody; 3: asks somebody. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

interface Point {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: number;
}

const ERROR = 2;

export interface TelemetryReceiver {
  readonly url: string;
  /** The headers of the request that came last. */
  headers(): Readonly<Record<string, unknown>>;
  /** All traces that ever came, as they came. */
  traces(): string;
  spans(): readonly ReceivedSpan[];
  /** Of a metric, as it came last: the value of a gauge or a counter, the count of a histogram. */
  points(metric: string): readonly Point[];
  /** Whether it takes what comes from now on. */
  take(takes: boolean): void;
  /** How often something came that it did not take. */
  refused(): number;
  close(): Promise<void>;
}

const attributesOf = (attributes: readonly Attribute[] = []): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

interface SentSpan extends Pick<ReceivedSpan, 'traceId' | 'spanId' | 'name' | 'kind'> {
  readonly parentSpanId?: string;
  readonly attributes?: readonly Attribute[];
  readonly status?: { readonly code?: number };
}
interface SentPoints {
  readonly dataPoints: readonly { readonly attributes: readonly Attribute[]; readonly asDouble?: number; readonly count?: number }[];
}
type SentMetric = { readonly name: string } & Readonly<Partial<Record<'sum' | 'gauge' | 'histogram', SentPoints>>>;
interface Sent {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
  readonly resourceMetrics?: readonly { readonly scopeMetrics: readonly { readonly metrics: readonly SentMetric[] }[] }[];
}

const toSpan = ({ traceId, spanId, parentSpanId = '', name, kind, attributes, status }: SentSpan): ReceivedSpan => ({
  traceId,
  spanId,
  parentSpanId: parentSpanId === '' ? null : parentSpanId,
  name,
  kind,
  attributes: attributesOf(attributes),
  failed: status?.code === ERROR,
});

const toPoints = ({ sum, gauge, histogram }: SentMetric): readonly Point[] =>
  (sum ?? gauge ?? histogram)?.dataPoints.map(({ attributes, asDouble, count }) => ({
    attributes: attributesOf(attributes),
    value: asDouble ?? Number(count),
  })) ?? [];

export async function openTelemetryReceiver(): Promise<TelemetryReceiver> {
  const traces: string[] = [];
  let headers: Readonly<Record<string, unknown>> = {};
  const spans: ReceivedSpan[] = [];
  const metrics = new Map<string, readonly Point[]>();
  let takes = true;
  let refused = 0;
  const keep = (sent: Sent): void => {
    for (const { scopeSpans } of sent.resourceSpans ?? []) for (const scope of scopeSpans) spans.push(...scope.spans.map(toSpan));
    for (const { scopeMetrics } of sent.resourceMetrics ?? [])
      for (const metric of scopeMetrics.flatMap((scope) => scope.metrics)) metrics.set(metric.name, toPoints(metric));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (!takes) {
      refused += 1;
      response.writeHead(400).end();
      return;
    }
    const text = Buffer.concat(parts).toString();
    headers = request.headers;
    if (request.url === '/v1/traces') traces.push(text);
    keep(JSON.parse(text) as Sent);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    // Who sends may be killed in the middle of it.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: () => headers,
    traces: () => traces.join('\n'),
    spans: () => spans,
    points: (metric) => metrics.get(metric) ?? [],
    take: (from) => {
      takes = from;
    },
    refused: () => refused,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
