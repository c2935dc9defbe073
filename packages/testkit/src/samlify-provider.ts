// The provider of a company that speaks SAML 2.0 by code of others: `samlify` reads our metadata and our requests, and writes and signs its replies. It is
// a server: somebody is signed in as soon as they come.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { PERSISTENT, type SamlPerson } from './saml-provider.ts';
import type { SigningKey } from './signing-key.ts';

const LIFE_MS = 300_000;
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
/** Attributes that it sends, each with one value. */
const ATTRIBUTES = ['email', 'displayName', 'groups'] as const;
/** The library has a place for what an assertion says of the sign-in, and nothing to fill it with. */
const AUTHN_STATEMENT = `<saml:AuthnStatement AuthnInstant="{IssueInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>${PASSWORD}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;

export interface SamlifyProvider {
  readonly entityId: string;
  readonly signOnUrl: string;
  /** Takes our metadata in, as whoever looks after a provider uploads them; `signsMessage`: it signs the message too, beside the assertion. */
  register(metadata: string, signsMessage?: boolean): void;
  /** Who comes there from now on. */
  signIn(person: SamlPerson): void;
  close(): Promise<void>;
}

export async function openSamlifyProvider({ key, certificate }: SigningKey): Promise<SamlifyProvider> {
  // It asks for a validator of schemas, and has none of its own.
  setSchemaValidator({ validate: async () => 'taken as it is' });
  let [asker, current]: [ReturnType<typeof ServiceProvider> | null, SamlPerson | null] = [null, null];
  const server = createServer((request, response) => {
    answer(request.url ?? '').then(
      (page) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
      (error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [entityId, signOnUrl] = [`${origin}/metadata`, `${origin}/sso`];
  const template = SamlLib.defaultLoginResponseTemplate;
  const provider = IdentityProvider({
    entityID: entityId,
    signingCert: certificate,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
    nameIDFormat: [PERSISTENT],
    singleSignOnService: [{ Binding: REDIRECT, Location: signOnUrl }],
    // Nobody is sent there; the library complains of its absence.
    singleLogoutService: [{ Binding: REDIRECT, Location: `${origin}/logout` }],
    loginResponseTemplate: {
      context: template.context.replace('{AuthnStatement}', AUTHN_STATEMENT),
      attributes: ATTRIBUTES.map((name) => ({
        name,
        valueTag: name,
        nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
        valueXsiType: 'xs:string',
      })),
    },
  });

  /** The page that sends a browser back with the reply. */
  async function answer(address: string): Promise<string> {
    const query = Object.fromEntries(new URL(address, origin).searchParams);
    if (asker === null || current === null) throw new Error('nobody is registered, or nobody is here');
    const { nameId, attributes } = current;
    const { extract } = await provider.parseLoginRequest(asker, 'redirect', { query });
    const { id = '', assertionConsumerServiceUrl = '' } = extract.request ?? {};
    const acsUrl = asker.entityMeta.getAssertionConsumerService('post');
    if (assertionConsumerServiceUrl !== acsUrl) throw new Error('the request names another address than the metadata do');
    const { context } = await provider.createLoginResponse(asker, { extract }, 'post', {}, (form) => {
      const [replyId, now, until] = [`_${randomUUID()}`, new Date().toISOString(), new Date(Date.now() + LIFE_MS).toISOString()];
      const values = ATTRIBUTES.map((name) => [`attr${name.charAt(0).toUpperCase()}${name.slice(1)}`, attributes[name]?.[0] ?? '']);
      const whole = SamlLib.replaceTagsByValue(form, {
        ...{
          ID: replyId,
          AssertionID: `_${randomUUID()}`,
          StatusCode: SUCCESS,
          InResponseTo: String(id),
          Issuer: entityId,
          IssueInstant: now,
        },
        ...{ Destination: String(acsUrl), SubjectRecipient: String(acsUrl), Audience: String(asker?.entityMeta.getEntityID() ?? '') },
        ...{ ConditionsNotBefore: now, ConditionsNotOnOrAfter: until, SubjectConfirmationDataNotOnOrAfter: until },
        ...{ NameIDFormat: PERSISTENT, NameID: nameId },
        ...(Object.fromEntries(values) as Readonly<Record<string, string>>),
      });
      return { id: replyId, context: whole };
    });
    const fields = `<input name="SAMLResponse" value="${context}"><input name="RelayState" value="${query['RelayState'] ?? ''}">`;
    return `<title>Provider</title><form method="post" action="${String(acsUrl)}">${fields}</form><script>document.forms[0].submit()</script>`;
  }

  return {
    entityId,
    signOnUrl,
    register: (metadata, signsMessage = false) => {
      asker = ServiceProvider({ metadata, wantMessageSigned: signsMessage });
    },
    signIn: (person) => {
      current = person;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
