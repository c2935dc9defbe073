// A server that is asked to end serves on for a while: whoever balances between servers learns first that this one is not ready any more,
// and each answer ends its connection, so that none lies idle when listening stops.

import type { FastifyInstance } from 'fastify';

export class Draining {
  private started = false;

  get begun(): boolean {
    return this.started;
  }

  begin(): void {
    this.started = true;
  }
}

/** While draining, and while closing without it, each answer ends its connection; those that keep alive would hold `close` up for a minute. */
export function closeWhileDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('preClose', async () => draining.begin());
  app.addHook('onSend', async (_request, reply) => {
    if (draining.begun) reply.header('connection', 'close');
  });
}
