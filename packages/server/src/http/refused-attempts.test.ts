import type { ErrorCode } from '@countinghouse/contract/errors';
import Fastify, { LogController } from 'fastify';
import { expect, test } from 'vitest';
import { sendError } from './errors.ts';
import { Refusal } from './refusal.ts';
import { noteAttempt } from './refused-attempts.ts';

const MINUTE_MS = 60_000;
/** Beyond whatever other tests of this process have said. */
let nowMs = 1_000_000 * MINUTE_MS;

function open() {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const app = Fastify({ logger: { level: 'warn', stream }, logController: new LogController({ disableRequestLogging: true }) });
  app.setErrorHandler(sendError);
  app.decorateRequest('routeState');
  app.get<{ Params: { code: ErrorCode } }>('/things/:code', ({ params }) => Promise.reject(new Refusal(params.code)));
  app.get<{ Params: { times: string } }>('/many/:times', async (request) => {
    for (let i = 0; i < Number(request.params.times); i++) noteAttempt(request, 'FORBIDDEN', nowMs);
    return {};
  });
  return { app, lines };
}

test('what was turned away for who asked, from where or how often is a line; a wrong field, and no session, is none', async () => {
  const { app, lines } = open();
  for (const code of ['VALIDATION_ERROR', 'NOT_FOUND', 'UNAUTHENTICATED', 'PERIOD_LOCKED']) await app.inject(`/things/${code}`);
  expect(lines).toEqual([]);
  for (const code of ['FORBIDDEN', 'INVALID_ORIGIN', 'INVALID_HOST', 'UNAUTHORIZED', 'TOO_MANY_ATTEMPTS'])
    await app.inject({ url: `/things/${code}`, headers: { authorization: 'Bearer secret' } });
  expect(lines).toMatchObject([
    {
      level: 40,
      reqId: expect.any(String),
      attempt: { code: 'FORBIDDEN', method: 'GET', route: '/things/:code', address: '127.0.0.1', person: null, organisation: null },
    },
    { attempt: { code: 'INVALID_ORIGIN' } },
    { attempt: { code: 'INVALID_HOST' } },
    { attempt: { code: 'UNAUTHORIZED' } },
    { attempt: { code: 'TOO_MANY_ATTEMPTS' } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
  await app.close();
});

test('sixty lines a minute; the first of the next says how many were left out', async () => {
  const { app, lines } = open();
  await app.inject('/many/1000');
  expect(lines).toHaveLength(60);
  nowMs += MINUTE_MS;
  await app.inject('/many/2');
  expect(lines.slice(60)).toMatchObject([{ attempt: { leftOut: 940 } }, { attempt: {} }]);
  expect(lines.at(-1)).not.toHaveProperty('attempt.leftOut');
  await app.close();
});
