// Where a provider of SAML sends a browser back to, and what it must know of us. They are no calls of the contract: their forms are those of SAML.
//
// A reply comes as a form from another site: the cookie of the browser that began does not come along, and whoever asks is not known. So it is looked at
// by nobody here, and kept nowhere: a page hands it, within the same tab, to the page of the console that ends every sign-in, which sends it by a call of
// our own origin. Whatever comes here is copied into the page only where it is Base64.

import { createHash } from 'node:crypto';
import { SAML_REPLY_KEY, SAML_REPLY_LENGTH_MAX, samlAcsPath, samlMetadataPath } from '@countinghouse/contract/features/sso';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Refusal } from '../../../http/refusal.ts';
import { METADATA_NS, PERSISTENT, POST_BINDING, PROTOCOL_NS } from './names.ts';
import { acsUrlOf, entityIdOf, escapeXml } from './saml.ts';

/** With what encoding a form adds to it. */
const FORM_BYTES_MAX = Math.ceil(SAML_REPLY_LENGTH_MAX * 1.2);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** As `beginAtSaml` makes it; anything else begins anew. */
const STATE = /^[\w-]{1,80}$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const COMPANY_PAGE = '/sign-in/company';

const script = `const { reply, to } = document.body.dataset;
sessionStorage.setItem('${SAML_REPLY_KEY}', reply);
location.replace(to);`;

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

const pageOf = (reply: string, to: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Signing you in – Countinghouse</title></head>
<body data-reply="${reply}" data-to="${to}">
<noscript>Switch on JavaScript for this site, then sign in again.</noscript>
<script>${script}</script>
</body>
</html>
`;

/** What a form says under a name, where it has the form that is asked for; else an empty string. */
const fieldOf = (form: URLSearchParams, name: string, allowed: RegExp): string => {
  const said = (form.get(name) ?? '').replace(/\s+/g, '');
  return allowed.test(said) ? said : '';
};

function idOf(request: FastifyRequest): string {
  const { id } = request.params as { readonly id: string };
  if (!z.uuid().safeParse(id).success) throw new Refusal('NOT_FOUND');
  return id;
}

const metadataOf = (publicUrl: string, id: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${METADATA_NS}" entityID="${escapeXml(entityIdOf(publicUrl, id))}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL_NS}">
    <md:NameIDFormat>${PERSISTENT}</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${POST_BINDING}" Location="${escapeXml(acsUrlOf(publicUrl, id))}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;

export async function registerSaml(app: FastifyInstance, { publicUrl }: { readonly publicUrl: string }): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_request, body, done) => done(null, body));
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.getHeader('content-type') === 'text/html; charset=utf-8') reply.header('content-security-policy', policy);
    });
    scope.post(
      samlAcsPath(':id'),
      { schema: { hide: true }, bodyLimit: FORM_BYTES_MAX, config: { changes: false } },
      async (request, reply) => {
        idOf(request);
        const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
        const state = fieldOf(form, 'RelayState', STATE);
        // Without what this browser began there is nothing to end: whoever comes from a list of apps at the provider begins here.
        const to = state === '' ? COMPANY_PAGE : `${COMPANY_PAGE}?state=${state}`;
        return reply.type('text/html; charset=utf-8').send(pageOf(fieldOf(form, 'SAMLResponse', BASE64), to));
      },
    );
    scope.get(samlMetadataPath(':id'), { schema: { hide: true }, config: { changes: false } }, async (request, reply) =>
      reply
        .type('application/samlmetadata+xml')
        .header('content-disposition', 'attachment; filename="countinghouse-saml.xml"')
        .send(metadataOf(publicUrl, idOf(request))),
    );
  });
}
