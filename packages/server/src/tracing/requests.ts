// A request as an activity: named by its route, with its id and organisation, status and the code of a refusal. Its address, headers and bodies are
// not told. Probes are left out: they would be most of what is seen.

import type { Activity, Carried, Tracing } from '@countinghouse/store/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { METHODS } from '../measure/metrics.ts';

const probes: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

interface Told {
  readonly activity: Activity;
  /** Of a refusal, or of an intent that was rejected. */
  code: string | null;
}

export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const under = new WeakMap<FastifyRequest, Told>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined && probes.has(route)) return done();
    const method = METHODS.has(request.method) ? request.method : 'other';
    const activity = tracing.begin({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      parent: carriedBy(request),
      requestId: request.id,
      facts: { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) },
    });
    under.set(request, { activity, code: null });
    tracing.within(activity, done);
  });
  // A body arrives within what the socket goes on with, not within the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const told = under.get(request);
    if (told === undefined) done();
    else tracing.within(told.activity, done);
  });
  app.addHook('preSerialization', async (request, reply, payload) => {
    const told = under.get(request);
    const { code } = (payload ?? {}) as { readonly code?: unknown };
    if (told !== undefined && reply.statusCode >= 400 && typeof code === 'string') told.code = code;
    return payload;
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const told = under.get(request);
    if (told === undefined) return;
    const { activity, code } = told;
    const state = request.routeState as FastifyRequest['routeState'] | undefined;
    const tenantId = state?.tenant?.tenant_id;
    activity.note({
      'http.response.status_code': statusCode,
      ...(tenantId === undefined ? {} : { 'countinghouse.tenant.id': tenantId }),
      ...(code === null ? {} : { 'error.type': code }),
    });
    // What a caller did wrong is no failure of ours.
    activity.end(statusCode >= 500 ? (code ?? String(statusCode)) : null);
  });
}

const carriedBy = ({ headers: { traceparent, tracestate } }: FastifyRequest): Carried => ({
  ...(typeof traceparent === 'string' ? { traceparent } : {}),
  ...(typeof tracestate === 'string' ? { tracestate } : {}),
});
