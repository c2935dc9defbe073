// The reference of the API, from the contract: OpenAPI 3.1 as JSON, a page to read and try it, and one of all error codes.

import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { ERRORS_PAGE, errorsPage } from './errors-page.ts';
import { documentOf } from './openapi.ts';

/** Of the page: its own scripts, and the one within it by its hash; its styles it writes itself. */
function policyOf(page: string): string {
  const inline = [...page.matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The page, with and without its last slash, and its script. */
const REFERENCE = ['/api/docs', '/api/docs/', '/api/docs/js/scalar.js'];

/** What answers for the page: a library of 4 MB, which is loaded when the page is read for the first time, asked by nobody but this server. */
async function openReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  } as Parameters<typeof app.register>[1]);
  return app;
}

export async function registerDocs(app: FastifyInstance): Promise<void> {
  // Of no caller and no organisation: it is made once.
  let document: string | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= documentOf(app);
    return reply.type('application/json; charset=utf-8').send(document);
  });
  await app.register(async (page) => {
    page.addHook('onSend', async (_request, reply, payload) => {
      if (String(reply.getHeader('content-type')).startsWith('text/html'))
        reply.header('content-security-policy', policyOf(String(payload)));
    });
    page.get(ERRORS_PAGE, { schema: { hide: true } }, async (_request, reply) => reply.type('text/html; charset=utf-8').send(errorsPage));
    let reference: Promise<FastifyInstance> | undefined;
    for (const address of REFERENCE)
      page.get(address, { schema: { hide: true } }, async (request, reply) => {
        reference ??= openReference();
        const { statusCode, headers, rawPayload } = await (await reference).inject(request.url);
        if (headers.location !== undefined) reply.header('location', headers.location);
        return reply.code(statusCode).type(String(headers['content-type'])).send(rawPayload);
      });
  });
}
