// What the process measures of itself, for `/metrics` (Prometheus text format). Labels are route patterns and codes: never ids.

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  observeRequests(app: FastifyInstance): void;
  observeMail(counts: { readonly waiting: number; readonly failed: number }): void;
  observeBatch(batch: { readonly commands: number; readonly events: number; readonly commitMs: number }): void;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'countinghouse_' });
  const requests = new Histogram({
    name: 'countinghouse_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 20],
    registers: [registry],
  });
  const commits = new Histogram({
    name: 'countinghouse_batch_commit_seconds',
    help: 'Time to commit a batch of commands',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  });
  const commands = new Counter({ name: 'countinghouse_commands_total', help: 'Commands answered', registers: [registry] });
  const events = new Counter({ name: 'countinghouse_events_total', help: 'Events written', registers: [registry] });
  const mail = new Gauge({
    name: 'countinghouse_mail',
    help: 'Mails that wait to be sent, and those that could not be (dead letters)',
    labelNames: ['state'],
    registers: [registry],
  });
  return {
    registry,
    observeMail: ({ waiting, failed }) => {
      mail.set({ state: 'waiting' }, waiting);
      mail.set({ state: 'failed' }, failed);
    },
    observeRequests: (app) => {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      });
    },
    observeBatch: (batch) => {
      commits.observe(batch.commitMs / 1000);
      commands.inc(batch.commands);
      events.inc(batch.events);
    },
  };
}
