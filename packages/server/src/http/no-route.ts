// What is answered where no route is: that nothing is there, or which methods the address takes instead.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** As `/*`: the files of the console, which begin anywhere. */
const ANYTHING = '/*';

/** `/api/v1/intents/:intent_id` as what its addresses look like. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  );

/** Why a request has no route. Where its address takes other methods, the reply names them (RFC 9110, section 15.5.6). */
export type NoRoute = (request: FastifyRequest, reply: FastifyReply) => Refusal;

/** Learns every route that is registered after it was called. */
export function learnRoutes(app: FastifyInstance): NoRoute {
  const known = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url === ANYTHING) return;
    const { methods } = known.get(url) ?? { methods: new Set<string>() };
    for (const each of [method].flat()) methods.add(each);
    if (!known.has(url)) known.set(url, { pattern: patternOf(url), methods });
  });
  return (request, reply) => {
    const [path = ''] = request.url.split('?');
    const taken = new Set([...known.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : [])));
    if (taken.size === 0) return new Refusal('NOT_FOUND');
    const allow = [...taken].sort();
    reply.header('allow', allow.join(', '));
    return new Refusal('METHOD_NOT_ALLOWED', { allow });
  };
}
