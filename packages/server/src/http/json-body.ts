// JSON bodies: depth is bounded before anything recursive sees them; prototype poisoning, other content types and bytes that are
// not UTF-8 are refused.

import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

// Source: decision 0006, rule 18.
const DEPTH_MAX = 32;

/** Nesting of the text, strings skipped; stops counting beyond the limit. */
export function isTooDeep(text: string, depthMax = DEPTH_MAX): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) {
      for (i++; i < text.length; i++) {
        const s = text.charCodeAt(i);
        if (s === 0x5c) i++;
        else if (s === 0x22) break;
      }
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > depthMax) return true;
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return false;
}

/** Replaces Fastify's parsers: only JSON, and an empty body is an empty object. */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (!isUtf8(bytes)) return done(new Refusal('INVALID_REQUEST', [{ path: '', message: 'The body is not UTF-8.' }]));
    const text = bytes.toString('utf8');
    if (text.trim() === '') return done(null, {});
    if (isTooDeep(text)) return done(new Refusal('INVALID_REQUEST', [{ path: '', message: `Nest at most ${DEPTH_MAX} levels.` }]));
    parse.call(app, request, text, (error, value) => {
      if (error !== null) done(new Refusal('INVALID_REQUEST', [{ path: '', message: 'The body is not JSON.' }]));
      else done(null, value);
    });
  });
}
