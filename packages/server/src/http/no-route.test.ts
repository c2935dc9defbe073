import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendError } from './errors.ts';
import { learnRoutes } from './no-route.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler(sendError);
  const noRoute = learnRoutes(app);
  const answer = async () => ({});
  app.get('/api/v1/intents', answer);
  app.get('/api/v1/intents/:intent_id', answer);
  app.delete('/api/v1/intents/:intent_id', answer);
  app.post('/api/v1/intents/execute', answer);
  app.get('/api/v1/files/:name.csv', answer);
  app.route({ method: ['GET', 'POST'], url: '/api/auth/*', handler: answer });
  app.get('/*', answer);
  app.setNotFoundHandler((request, reply) => Promise.reject(noRoute(request, reply)));
  await app.ready();
});
afterAll(() => app.close());

test.each([
  ['POST', '/api/v1/intents?limit=1', 'GET, HEAD'],
  ['PUT', '/api/v1/intents/pay%2F7', 'DELETE, GET, HEAD'],
  ['PUT', '/api/v1/intents/execute', 'DELETE, GET, HEAD, POST'],
  ['POST', '/api/v1/files/a.csv', 'GET, HEAD'],
  ['DELETE', '/api/auth/sign-in/email', 'GET, HEAD, POST'],
] as const)('%s %s: 405, which names %s', async (method, url, allow) => {
  const answer = await app.inject({ method, url });
  expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allow]);
  expect(answer.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', details: { allow: allow.split(', ') } });
});
test.each([
  ['POST', '/api/v1/nothing'],
  ['POST', '/api/v1/intents/a/b'],
  ['POST', '/api/v1/filesxa.csv'],
  ['POST', '/'],
] as const)('%s %s: 404, since nothing is there', async (method, url) => {
  const answer = await app.inject({ method, url });
  expect([answer.statusCode, answer.headers['allow'], answer.json().code]).toEqual([404, undefined, 'NOT_FOUND']);
});
