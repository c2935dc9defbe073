// How many bytes of large bodies are under way at once, from when they begin to come until they are answered: what is parsed of them takes many
// times as much of the heap, and waits there for its turn to be decided. Beyond, the next is 503 before any of it is read.

import type { FastifyInstance } from 'fastify';
import { memoryPlan } from '../work/memory.ts';
import { LARGE_BYTES } from './json-body.ts';
import { Refusal } from './refusal.ts';

/** Files that a form carries are counted elsewhere: they are read on a thread, a few at a time (decision 0075). */
export function boundBodies(app: FastifyInstance, bytesMax = memoryPlan().bodyBytes): void {
  let underWay = 0;
  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': told, 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers;
    // Of a body that does not say how long it is, as much as its route takes.
    const bytes = encoding === undefined ? Number(told ?? 0) : request.routeOptions.bodyLimit;
    if (!(bytes >= LARGE_BYTES) || type.startsWith('multipart/')) return done();
    // One alone is always let in: how large it may be is the route's.
    if (underWay > 0 && underWay + bytes > bytesMax) return done(new Refusal('OVERLOADED'));
    underWay += bytes;
    reply.raw.once('close', () => {
      underWay -= bytes;
    });
    done();
  });
}
