// What a network does that swallows what is sent, and tells nobody: a proxy between two servers that passes nothing on any more.

import { once } from 'node:events';
import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Link, listen, makeSecret } from './link.ts';

/** More looks than a silent connection is given. */
const MANY_LOOKS = 12;
const LOOK_EVERY_MS = 20;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openBetween(work: (ask: unknown) => Promise<unknown>) {
  const secret = makeSecret();
  const listening = await listen({ host: '127.0.0.1', port: 0, secret }, work);
  closing.push(() => listening.close());
  const sockets: net.Socket[] = [];
  let swallows = false;
  const proxy = net.createServer((near) => {
    const far = net.connect(listening.port, '127.0.0.1');
    sockets.push(near, far);
    near.on('data', (piece) => swallows || far.write(piece)).on('error', () => {});
    far.on('data', (piece) => swallows || near.write(piece)).on('error', () => {});
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const { port } = proxy.address() as net.AddressInfo;
  const link = new Link({ id: 'other', host: '127.0.0.1', port, secret }, LOOK_EVERY_MS);
  closing.push(() => link.close());
  return {
    link,
    swallow: (does: boolean): void => {
      swallows = does;
    },
  };
}

test('who asks over a connection that falls silent hears that the other server is lost, and is answered again once there is a way', async () => {
  const { link, swallow } = await openBetween(async (ask) => ask);
  expect(await link.ask('first')).toBe('first');
  swallow(true);
  const lost = { asked: true, message: 'the connection to another server was lost' };
  expect(await Promise.allSettled([link.ask('second'), link.ask('third')])).toMatchObject([{ reason: lost }, { reason: lost }]);
  swallow(false);
  expect(await link.ask('fourth')).toBe('fourth');
});

test('a server that takes long over an answer, and is there, is waited for', async () => {
  let looks = 0;
  const { promise: decided, resolve: decide } = Promise.withResolvers<string>();
  const { link } = await openBetween((ask) => {
    if (ask === 'a long one') return decided;
    looks += 1;
    if (looks > MANY_LOOKS) decide('at last');
    return Promise.resolve();
  });
  expect(await link.ask('a long one')).toBe('at last');
  expect(looks).toBeGreaterThan(MANY_LOOKS);
});
