// Over a real connection: what is no request reaches no route, and nothing that is injected.

import net from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseExpectations, unreadable } from './unreadable.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify(unreadable({ 'x-caution': 'yes' }, { headersMs: 100, wholeMs: 200 }));
  refuseExpectations(app.server, { 'x-caution': 'yes' });
  app.get('/here/:id', async () => ({}));
  app.post('/here', async () => ({}));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

async function send(text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const part of socket) answer += String(part);
  return answer;
}
const lines = (...all: readonly string[]): string => [...all, '', ''].join('\r\n');
const host = 'host: localhost';
const post = [host, 'content-type: application/json'];

test.each([
  ['words', 'Hello\r\n\r\n', 400],
  ['two lengths', `${lines('POST /here HTTP/1.1', ...post, 'content-length: 2', 'content-length: 3')}{}`, 400],
  ['a length below zero', `${lines('POST /here HTTP/1.1', ...post, 'content-length: -2')}{}`, 400],
  ['a length beside chunks', `${lines('POST /here HTTP/1.1', ...post, 'content-length: 2', 'transfer-encoding: chunked')}{}`, 400],
  ['headers that are too long', lines('GET /here/1 HTTP/1.1', host, `x: ${'a'.repeat(20_000)}`), 431],
  ['headers that do not end', 'POST /here HTTP/1.1\r\nhost: localhost\r\n', 408],
  ['a body that does not come', `${lines('POST /here HTTP/1.1', ...post, 'content-length: 5')}{}`, 408],
  ['an expectation that nobody meets', lines('GET /here/1 HTTP/1.1', host, 'expect: tea'), 417],
  ['a path that is not UTF-8', lines('GET /here/%ff HTTP/1.1', host, 'connection: close'), 400],
])('%s: refused as every error is, under an id', async (_what, text, status) => {
  const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
  const [first, ...headers] = head.split('\r\n');
  expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`));
  const refusal = JSON.parse(body) as { readonly requestId: string };
  expect(refusal).toMatchObject({
    code: 'INVALID_REQUEST',
    error: 'INVALID_REQUEST',
    status,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(headers).toEqual(expect.arrayContaining([`x-request-id: ${refusal.requestId}`, 'x-caution: yes', 'cache-control: no-store']));
});

test('headers have no longer than the whole request: Node would give the whole what the headers have', () => {
  const { server } = Fastify(unreadable({}));
  expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 60_000]);
});
