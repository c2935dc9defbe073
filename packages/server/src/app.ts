// Puts the HTTP side together: plug-ins, the error envelope, every route of the contract, the console. No decision is made here.

import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { registerAccessReviews } from './features/access-reviews/routes.ts';
import { registerAccounts } from './features/accounts/routes.ts';
import { registerAnchors } from './features/anchors/routes.ts';
import { registerApiKeys } from './features/api-keys/routes.ts';
import { registerApprovals } from './features/approvals/routes.ts';
import { registerAttachments } from './features/attachments/routes.ts';
import { registerAuditExport } from './features/audit-export/routes.ts';
import { registerAuth } from './features/auth/routes.ts';
import { registerBalances } from './features/balances/routes.ts';
import { registerBranding } from './features/branding/routes.ts';
import { registerControls } from './features/controls/routes.ts';
import { registerCurrencies } from './features/currencies/routes.ts';
import { registerDiagnostics } from './features/diagnostics/routes.ts';
import { registerEntities } from './features/entities/routes.ts';
import { registerEvents } from './features/events/routes.ts';
import { registerEvidence } from './features/evidence/routes.ts';
import { registerFx } from './features/fx/routes.ts';
import { registerGlAccounts } from './features/gl-accounts/routes.ts';
import { registerHealth } from './features/health/routes.ts';
import { registerHolds } from './features/holds/routes.ts';
import { registerImports } from './features/imports/routes.ts';
import { registerIntents } from './features/intents/routes.ts';
import { registerInterest } from './features/interest/routes.ts';
import { registerLimits } from './features/limits/routes.ts';
import { registerParties } from './features/parties/routes.ts';
import { registerPeople } from './features/people/routes.ts';
import { registerPerformance } from './features/performance/routes.ts';
import { registerPeriods } from './features/periods/routes.ts';
import { registerPolicies } from './features/policies/routes.ts';
import { registerPrivacy } from './features/privacy/routes.ts';
import { registerRecon } from './features/recon/routes.ts';
import { registerReplays } from './features/replays/routes.ts';
import { registerReports } from './features/reports/routes.ts';
import { registerRevaluations } from './features/revaluations/routes.ts';
import { registerSchedules } from './features/schedules/routes.ts';
import { registerSecondFactors } from './features/second-factors/routes.ts';
import { registerSessions } from './features/sessions/routes.ts';
import { registerSettings } from './features/settings/routes.ts';
import { registerSignIns } from './features/sign-ins/routes.ts';
import { registerSigningKeys } from './features/signing-keys/routes.ts';
import { registerSnapshots } from './features/snapshots/routes.ts';
import { registerStatements } from './features/statements/routes.ts';
import { registerTemplates } from './features/templates/routes.ts';
import { registerTenants } from './features/tenants/routes.ts';
import { registerYearEnds } from './features/year-ends/routes.ts';
import { registerConsole } from './http/console.ts';
import { registerDocs } from './http/docs.ts';
import { sendError } from './http/errors.ts';
import { guardHost } from './http/host.ts';
import { parseJson } from './http/json-body.ts';
import { Refusal } from './http/refusal.ts';
import { securityHeaders } from './http/security-headers.ts';
import { registerProbes } from './route/probes.ts';
import type { Services } from './services.ts';

// Source: decision 0006, rules 9 and 18.
const BODY_BYTES_MAX = 1_048_576;
const REQUEST_TIMEOUT_MS = 20_000;
const PARAMETER_LENGTH_MAX = 200;

const redacted = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]', 'req.headers["idempotency-key"]'];

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: services.logLevel, redact: redacted },
    trustProxy: services.trustedProxies.length === 0 ? false : [...services.trustedProxies],
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    genReqId: () => randomUUID(),
    // Addresses that no router can read come here; without it they would be answered in the framework's own envelope.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  app.decorateRequest('routeState');
  parseJson(app);
  closeWhileDraining(app);
  services.metrics.observeRequests(app);
  const caution = securityHeaders({ https: services.publicUrl.startsWith('https:') });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(caution);
    done();
  });
  app.addHook('onRequest', guardHost(services.publicUrl));
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  await app.register(compress, { globalDecompression: false });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Countinghouse',
        version: '1',
        description: 'A multi-organisation, hash-chained, double-entry ledger. Errors: `{code, message, requestId, details?}`.',
      },
      servers: [{ url: services.publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'countinghouse.session_token' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key of the organisation. It is judged alone, whatever cookie comes with it; a call says which grant it needs.',
          },
        },
      },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (routes) => {
    registerAuth(routes, services);
    registerSecondFactors(routes, services);
    registerSessions(routes, services);
    registerSignIns(routes, services);
    registerTenants(routes, services);
    registerPeople(routes, services);
    registerSettings(routes, services);
    registerEntities(routes, services);
    registerParties(routes, services);
    registerBranding(routes, services);
    registerDiagnostics(routes, services);
    registerAccounts(routes, services);
    registerStatements(routes, services);
    registerGlAccounts(routes, services);
    registerBalances(routes, services);
    registerReports(routes, services);
    registerIntents(routes, services);
    registerApprovals(routes, services);
    registerHolds(routes, services);
    registerTemplates(routes, services);
    registerSchedules(routes, services);
    registerPeriods(routes, services);
    registerAnchors(routes, services);
    registerInterest(routes, services);
    registerRevaluations(routes, services);
    registerYearEnds(routes, services);
    registerImports(routes, services);
    registerRecon(routes, services);
    registerAttachments(routes, services);
    registerEvents(routes, services);
    registerAuditExport(routes, services);
    registerEvidence(routes, services);
    registerHealth(routes, services);
    registerPerformance(routes, services);
    registerReplays(routes, services);
    registerSnapshots(routes, services);
    registerCurrencies(routes, services);
    registerFx(routes, services);
    registerLimits(routes, services);
    registerControls(routes, services);
    registerPolicies(routes, services);
    registerSigningKeys(routes, services);
    registerPrivacy(routes, services);
    registerApiKeys(routes, services);
    registerAccessReviews(routes, services);
  });
  registerProbes(app, services);
  await registerDocs(app);
  if (services.consoleDir !== null) await registerConsole(app, services.consoleDir);
  else app.setNotFoundHandler(() => Promise.reject(new Refusal('NOT_FOUND')));
  return app;
}

/** Keep-alive connections would hold `close` up for a minute: while draining, each answer ends its own. */
function closeWhileDraining(app: FastifyInstance): void {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
}
