// Serves the built console: hashed files for ever and precompressed, the page itself with a fresh nonce each time. Both are
// read when asked for, so that a console built anew is served at once.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import statics from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { NoRoute } from './no-route.ts';

const NONCE_BYTES = 16;

const policy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/** Of the API and of files, however they are written: a program that misspelt its address is told so, and is sent no page. */
const NO_PAGE = /^\/(?:api|assets)(?:[/?]|$)/i;

export async function registerConsole(app: FastifyInstance, dir: string, noRoute: NoRoute): Promise<void> {
  await app.register(statics, {
    root: dir,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    // The page itself is made below; the stamp of the build is nobody's business.
    allowedPath: (pathName) => pathName.startsWith('/assets/') || /^\/[\w-]+\.(svg|ico|png|txt)$/.test(pathName),
  });
  app.setNotFoundHandler((request, reply) => {
    const page = ['GET', 'HEAD'].includes(request.method) && !NO_PAGE.test(request.url);
    if (!page) throw noRoute(request, reply);
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .type('text/html')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy(nonce))
      .send(readFileSync(path.join(dir, 'index.html'), 'utf8').replaceAll('__CSP_NONCE__', nonce));
  });
}
