// Over a real connection: whoever writes all of a body before they read meets the answer, and not the end of the connection.

import net from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendError } from './errors.ts';
import { hearOut } from './hear-out.ts';
import { Refusal } from './refusal.ts';

const BODY = Buffer.from(JSON.stringify('x'.repeat(16_000_000)));

async function answerTo(path: string, body: Uint8Array = BODY, told = body.length): Promise<string> {
  const app = Fastify();
  app.setErrorHandler(sendError);
  hearOut(app);
  app.post('/too-long', async () => ({}));
  app.post('/refused', { onRequest: () => Promise.reject(new Refusal('UNAUTHORIZED')) }, async () => ({}));
  app.post('/taken', { bodyLimit: BODY.length }, async () => ({ taken: true }));
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const socket = net.connect(port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${told}\r\n\r\n`,
  );
  socket.write(body);
  let answer = '';
  for await (const part of socket) answer += String(part);
  await app.close();
  return answer.slice(0, answer.indexOf('\r\n'));
}

test.each([
  ['/too-long', '413 Payload Too Large'],
  ['/refused', '401 Unauthorized'],
  ['/taken', '200 OK'],
])('%s', async (path, status) => {
  expect(await answerTo(path)).toBe(`HTTP/1.1 ${status}`);
});
test('what is longer than anything that is taken is not waited for', async () => {
  expect(await answerTo('/too-long', BODY.subarray(0, 10), 1_000_000_000)).toBe('HTTP/1.1 413 Payload Too Large');
});
