import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerConsole } from './console.ts';
import { sendError } from './errors.ts';
import { learnRoutes } from './no-route.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'console-'));
let app: FastifyInstance;
beforeAll(async () => {
  writeFileSync(path.join(dir, 'index.html'), '<script nonce="__CSP_NONCE__"></script>');
  app = Fastify();
  app.setErrorHandler(sendError);
  await registerConsole(app, dir, learnRoutes(app));
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

test('a page of the console is asked for by HEAD as by GET', async () => {
  const [get, head] = [await app.inject('/dashboard'), await app.inject({ method: 'HEAD', url: '/dashboard' })];
  expect([get.statusCode, head.statusCode, head.body]).toEqual([200, 200, '']);
  expect(get.body).toMatch(/^<script nonce="[\w+/=]{24}"><\/script>$/);
  for (const name of ['content-type', 'cache-control', 'content-length']) expect(head.headers[name]).toBe(get.headers[name]);
});
test.each([
  ['POST', '/dashboard'],
  ['OPTIONS', '/dashboard'],
  ['HEAD', '/api/nothing'],
  ['HEAD', '/assets/nothing.js'],
  ['GET', '/api'],
  ['GET', '/API/v1/balances'],
  ['GET', '/api?of=it'],
] as const)('there is no page for %s %s', async (method, url) => {
  expect((await app.inject({ method, url })).statusCode).toBe(404);
});
