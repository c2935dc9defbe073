// Is it alive, is it ready, what does it measure: for the operator. None of these needs a session or tells of an organisation.

import { checkAnswers } from '@countinghouse/store/instance';
import type { FastifyInstance } from 'fastify';
import { guardMetrics } from '../http/metrics-access.ts';
import type { Services } from '../services.ts';

// Source: decision 0006, rule 17.
const READY_WITHIN_MS = 1_500;
const RETRY_AFTER_SECONDS = '1';

export function registerProbes(
  app: FastifyInstance,
  services: Pick<Services, 'readerPool' | 'metrics' | 'readMetrics' | 'metricsToken' | 'publicUrl' | 'draining' | 'highWater' | 'reads'>,
): void {
  const hide = { schema: { hide: true } };
  app.get('/livez', hide, async () => ({ ok: true }));
  app.get('/readyz', hide, async (_request, reply) => {
    // Where the primary is gone and a replica is there, reads go on.
    const { readOnly, mode } = services.reads;
    const reading = mode === 'reading';
    const asksReplica = reading && !readOnly;
    const answers = !services.draining.begun && (asksReplica || (await answersWithin(checkAnswers(services.readerPool), READY_WITHIN_MS)));
    const goneBack = services.highWater.lossCount;
    const ok = answers && goneBack === 0;
    if (!ok) reply.header('retry-after', RETRY_AFTER_SECONDS);
    return reply
      .code(ok ? 200 : 503)
      .send({ ok, ...(reading ? { mode: 'read-only' } : {}), ...(goneBack === 0 ? {} : { logs_gone_back: goneBack }) });
  });
  app.get('/metrics', { ...hide, onRequest: guardMetrics(services.metricsToken, services.publicUrl) }, async (_request, reply) =>
    reply.type(services.metrics.registry.contentType).send(await services.readMetrics()),
  );
}

async function answersWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  const ok = await Promise.race([done, late]);
  clearTimeout(timer);
  return ok;
}
