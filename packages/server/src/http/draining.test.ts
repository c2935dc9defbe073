import net, { type AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeWhileDraining, Draining, servesToTheEnd } from './draining.ts';

test('a connection over which nothing was asked does not hold up the end; a request that is under way is answered', async () => {
  const app = fastify();
  closeWhileDraining(app, new Draining());
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  app.get('/', async () => {
    begun.resolve();
    await held.promise;
    return 'done';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const silent = net.connect(port, '127.0.0.1');
  await new Promise((resolve) => silent.once('connect', resolve));
  const cut = new Promise((resolve) => silent.once('close', resolve));
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await begun.promise;
  const closed = app.close();
  await cut;
  held.resolve();
  const answered = await answer;
  expect([answered.status, answered.headers.get('connection'), await answered.text()]).toEqual([200, 'close', 'done']);
  await closed;
});

test('a request whose first half was there when listening stopped is served, not refused', async () => {
  const app = fastify(servesToTheEnd);
  closeWhileDraining(app, new Draining());
  app.get('/', async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const opened = new Promise((resolve) => app.server.once('connection', (server) => server.once('data', resolve)));
  socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n');
  await opened;
  const closed = app.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.write('\r\n');
  await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*done$/);
  await closed;
});
