// The address of whoever called is known for as long as their call is worked on, though they hung up meanwhile.

import type { FastifyInstance } from 'fastify';

/** Has each connection asked for its other end while it is open: what was asked then is kept by the socket, and `request.ip` is never undefined. */
export function keepCallerAddresses(app: FastifyInstance): void {
  app.server.on('connection', (socket) => void socket.remoteAddress);
}
