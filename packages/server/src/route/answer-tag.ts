// The tag of an answer that is made anew each time: the hash of what it says. Whoever has it already is told so by the status alone (304).
// Answers that follow from the log have a tag before they are made: `log-tag.ts`.

import { hash } from 'node:crypto';
import type { onSendHookHandler } from 'fastify';
import { hasTag } from './log-tag.ts';

/** Of answers with status 200 that are there whole. Weak: it says that the content is the same, not its bytes, which may be compressed. */
export const tagAnswer: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
  if (reply.statusCode !== 200 || !isWhole || reply.hasHeader('etag')) {
    done(null, payload);
    return;
  }
  const tag = `W/"${hash('sha256', payload, 'base64url')}"`;
  reply.header('etag', tag);
  if (!hasTag(request, tag)) {
    done(null, payload);
    return;
  }
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  done(null, null);
};
