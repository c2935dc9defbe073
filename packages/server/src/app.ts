// Puts the HTTP side together: plug-ins, the error envelope, every route of the contract, the console. No decision is made here.

import os from 'node:os';
import { tracing } from '@countinghouse/store/tracing';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { registerSaml } from './auth/sso/saml/register.ts';
import { handlers } from './handlers.ts';
import { boundBodies } from './http/bodies-under-way.ts';
import { keepCallerAddresses } from './http/caller-address.ts';
import { compileSchema } from './http/check-schema.ts';
import { registerConsole } from './http/console.ts';
import { registerDocs } from './http/docs.ts';
import { closeWhileDraining, servesToTheEnd } from './http/draining.ts';
import { sendError } from './http/errors.ts';
import { hearOut } from './http/hear-out.ts';
import { guardHost } from './http/host.ts';
import { parseJson } from './http/json-body.ts';
import { learnRoutes } from './http/no-route.ts';
import { describeRoutes } from './http/openapi.ts';
import { parseQuery } from './http/query.ts';
import { headersOfAnswers, securityHeaders } from './http/security-headers.ts';
import { refuseExpectations, unreadable } from './http/unreadable.ts';
import { tellPosition } from './route/position.ts';
import { registerProbes } from './route/probes.ts';
import { register } from './route/route.ts';
import { registerScim } from './scim/register.ts';
import type { Services } from './services.ts';
import { traceRequests } from './tracing/requests.ts';

// Source: decision 0006, rule 18.
const BODY_BYTES_MAX = 1_048_576;
const PARAMETER_LENGTH_MAX = 200;

const redacted = [
  ...['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]', 'req.headers["idempotency-key"]'],
  // Where the database tells the row that it refused, and the line of data that it stopped at.
  ...['err.detail', 'err.where'],
];

/** What each line of the log begins with: as always, and which process writes it where there are several. */
const baseOf = (processNumber: number | null): { base?: object } =>
  processNumber === null ? {} : { base: { pid: process.pid, hostname: os.hostname(), process: processNumber } };

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const caution = securityHeaders({ https: services.publicUrl.startsWith('https:') });
  const app = Fastify({
    logger: { level: services.logLevel, redact: redacted, ...baseOf(services.processNumber) },
    trustProxy: services.trustedProxies.length === 0 ? false : [...services.trustedProxies],
    bodyLimit: BODY_BYTES_MAX,
    ...servesToTheEnd,
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX, querystringParser: parseQuery },
    ...unreadable(caution),
    logController: new LogController({ disableRequestLogging: true }),
  });
  refuseExpectations(app.server, caution);
  app.setValidatorCompiler(compileSchema);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  const noRoute = learnRoutes(app);
  app.decorateRequest('routeState');
  parseJson(app, (request) => request.routeState?.tenant?.tenant_id ?? request.ip);
  keepCallerAddresses(app);
  closeWhileDraining(app, services.draining);
  app.addHook('preClose', async () => services.openStreams.drain());
  services.metrics.observeRequests(app);
  if (tracing !== null) traceRequests(app, tracing);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(caution);
    done();
  });
  app.addHook('onRequest', guardHost(services.publicUrl));
  boundBodies(app);
  hearOut(app);
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    // Pages under it have policies of their own, which they set after this.
    if (request.url.startsWith('/api/')) reply.headers(headersOfAnswers);
    done();
  });
  tellPosition(app, {
    reads: services.reads,
    secure: services.publicUrl.startsWith('https:'),
    wroteOf: (request) => request.routeState?.wrote ?? null,
  });
  await app.register(compress, { globalDecompression: false });
  await describeRoutes(app, services.publicUrl);
  await app.register(async (routes) => {
    for (const each of handlers) register(routes, services, each);
  });
  await registerScim(app, services);
  await registerSaml(app, services);
  registerProbes(app, services);
  await registerDocs(app);
  if (services.consoleDir !== null) await registerConsole(app, services.consoleDir, noRoute);
  else app.setNotFoundHandler((request, reply) => Promise.reject(noRoute(request, reply)));
  return app;
}
