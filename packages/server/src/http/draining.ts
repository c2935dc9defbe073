// A server that is asked to end serves on for a while: whoever balances between servers learns first that this one is not ready any more,
// and each answer ends its connection, so that none lies idle when listening stops.

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** For a first request that is on its way when listening stops. */
const SPEAKS_WITHIN_MS = 500;

export class Draining {
  private started = false;

  get begun(): boolean {
    return this.started;
  }

  begin(): void {
    this.started = true;
  }
}

/** Options of the application: what was on its way when listening stopped is served like what came before, not refused by the framework. */
export const servesToTheEnd = { return503OnClosing: false } as const;

/** While draining, and while closing without it, each answer ends its connection; those that keep alive would hold `close` up for a minute. */
export function closeWhileDraining(app: FastifyInstance, draining: Draining): void {
  const silent = listSilent(app);
  app.addHook('preClose', async () => {
    draining.begin();
    setTimeout(() => {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    }, SPEAKS_WITHIN_MS).unref();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.begun) reply.header('connection', 'close');
    done();
  });
}

/** Connections over which nothing was asked yet: browsers open some beforehand, and Node takes them for busy. */
function listSilent(app: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}
