import { once } from 'node:events';
import net from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { keepCallerAddresses } from './caller-address.ts';

test.each([true, false])('the address of a caller who hung up, where addresses are kept: %s', async (kept) => {
  const app = Fastify();
  if (kept) keepCallerAddresses(app);
  const asked = new Promise<{ readonly gone: boolean; readonly ip: string }>((resolve) => {
    app.get('/', async (request, reply) => {
      await once(request.raw.socket, 'close');
      resolve({ gone: request.raw.socket.destroyed, ip: request.ip });
      return reply.send();
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const caller = net.connect((app.server.address() as net.AddressInfo).port, '127.0.0.1');
  caller.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(app.server, 'request');
  caller.destroy();
  expect(await asked).toEqual({ gone: true, ip: kept ? '127.0.0.1' : undefined });
  await app.close();
});
