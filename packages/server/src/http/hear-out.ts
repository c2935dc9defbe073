// A refusal that comes before the body: whoever still sends it does not look for an answer, and where the connection ends meanwhile they see
// that it was reset, and not why. So what is left of the body is read first, and thrown away.

import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** More than any call takes: a file, and half of one again. What says that it is longer is answered at once. */
const HEARD_BYTES_MAX = 33_554_432;
const REFUSED = 400;

export function hearOut(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw, headers }, { statusCode }, payload, done) => {
    // Almost every answer: nobody waits for a promise.
    if (statusCode < REFUSED || raw.readableEnded || !(Number(headers['content-length']) <= HEARD_BYTES_MAX)) return done(null, payload);
    raw.resume();
    finished(raw, () => done(null, payload));
  });
}
