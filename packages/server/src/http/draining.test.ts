import net, { type AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeWhileDraining, Draining } from './draining.ts';

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
