// The provider of a company that speaks SAML 2.0: somebody is signed in as soon as they come. It says what a test wants it to say, true or not. What it signs
// it writes in canonical form by hand, and signs it without any library: nothing of it agrees with how replies are read but the standard.

import { createHash, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { makeSigningKey } from './signing-key.ts';

const DS = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const LIFE_MS = 300_000;
const algorithms = {
  sha256: { signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', digest: 'http://www.w3.org/2001/04/xmlenc#sha256' },
  sha1: { signature: `${DS}rsa-sha1`, digest: `${DS}sha1` },
} as const;

export interface SamlPerson {
  readonly nameId: string;
  readonly format?: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

export interface SamlLie {
  /** Changes what is about to be signed. */
  readonly before?: (assertion: string) => string;
  /** Changes the whole message, once it is signed. */
  readonly after?: (response: string) => string;
  /** key: with its own key; other: with one whose certificate it does not show; none: not at all. */
  readonly signedBy?: 'key' | 'other' | 'none';
  readonly hash?: keyof typeof algorithms;
  /** The message as a whole is signed, and the assertion in it is not. */
  readonly signsResponse?: true;
}

export interface SamlProvider {
  readonly entityId: string;
  readonly signOnUrl: string;
  /** In PEM. */
  readonly certificate: string;
  /** What it publishes of itself. */
  readonly metadata: string;
  /** Who comes there from now on. */
  signIn(person: SamlPerson): void;
  /** What comes back with a browser that was sent to this address. */
  reply(
    url: string,
    person: SamlPerson,
    lie?: SamlLie,
  ): { readonly state: string; readonly saml_response: string; readonly acsUrl: string };
  close(): Promise<void>;
}

/** Puts an enveloped signature behind the issuer of an element that is written in canonical form. */
export function signed(element: string, key: KeyObject, hash: keyof typeof algorithms): string {
  const id = / ID="([^"]*)"/.exec(element)?.[1] ?? '';
  const { signature, digest } = algorithms[hash];
  const method = (name: string, algorithm: string): string => `<ds:${name} Algorithm="${algorithm}"></ds:${name}>`;
  const transforms = `<ds:Transforms>${method('Transform', `${DS}enveloped-signature`)}${method('Transform', EXCLUSIVE)}</ds:Transforms>`;
  const value = `<ds:DigestValue>${createHash(hash).update(element).digest('base64')}</ds:DigestValue>`;
  const reference = `<ds:Reference URI="#${id}">${transforms}${method('DigestMethod', digest)}${value}</ds:Reference>`;
  const methods = `${method('CanonicalizationMethod', EXCLUSIVE)}${method('SignatureMethod', signature)}`;
  const info = `<ds:SignedInfo xmlns:ds="${DS}">${methods}${reference}</ds:SignedInfo>`;
  const made = sign(hash, Buffer.from(info), key).toString('base64');
  const whole = `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue>${made}</ds:SignatureValue></ds:Signature>`;
  return element.replace('</saml:Issuer>', () => `</saml:Issuer>${whole}`);
}

const inText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface Asked {
  readonly requestId: string;
  readonly acsUrl: string;
  readonly audience: string;
}

function readRequest(url: string): Asked & { readonly state: string } {
  const { searchParams: said } = new URL(url);
  const request = inflateRawSync(Buffer.from(said.get('SAMLRequest') ?? '', 'base64')).toString();
  const find = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? '';
  return {
    requestId: find(/ ID="([^"]*)"/),
    acsUrl: find(/ AssertionConsumerServiceURL="([^"]*)"/),
    audience: find(/<saml:Issuer[^>]*>([^<]*)</),
    state: said.get('RelayState') ?? '',
  };
}

/** In canonical form. */
function assertionFor(entityId: string, { requestId, acsUrl, audience }: Asked, person: SamlPerson): string {
  const [now, until] = [new Date().toISOString(), new Date(Date.now() + LIFE_MS).toISOString()];
  const attributes = Object.entries(person.attributes).map(([name, values]) => {
    const each = values.map((value) => `<saml:AttributeValue>${inText(value)}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${each.join('')}</saml:Attribute>`;
  });
  return [
    `<saml:Assertion xmlns:saml="${SAML}" ID="_${randomUUID()}" IssueInstant="${now}" Version="2.0">`,
    `<saml:Issuer>${entityId}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${person.format ?? PERSISTENT}">${inText(person.nameId)}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData InResponseTo="${requestId}" NotOnOrAfter="${until}" Recipient="${acsUrl}"></saml:SubjectConfirmationData>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${now}" NotOnOrAfter="${until}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${now}"><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement>',
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('');
}

function responseOf(entityId: string, { requestId, acsUrl }: Asked, assertion: string): string {
  const attributes = `Destination="${acsUrl}" ID="_${randomUUID()}" InResponseTo="${requestId}" Version="2.0"`;
  const status = '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>';
  const issuer = `<saml:Issuer xmlns:saml="${SAML}">${entityId}</saml:Issuer>`;
  return `<samlp:Response xmlns:samlp="${SAMLP}" ${attributes}>${issuer}${status}${assertion}</samlp:Response>`;
}

/** `days`: as for `makeSigningKey`. */
export async function openSamlProvider(days = 365): Promise<SamlProvider> {
  const [own, other] = [await makeSigningKey(days), await makeSigningKey(days)];
  let current: SamlPerson = { nameId: 'nobody', attributes: {} };
  const server = createServer((request, response) => {
    const { acsUrl, state, saml_response } = reply(`${origin}${request.url ?? ''}`, current);
    const fields = `<input name="SAMLResponse" value="${saml_response}"><input name="RelayState" value="${state}">`;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<title>Provider</title><form method="post" action="${acsUrl}">${fields}</form><script>document.forms[0].submit()</script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [entityId, signOnUrl] = [`${origin}/metadata`, `${origin}/sso?tenant=acme`];
  const reply: SamlProvider['reply'] = (url, person, lie = {}) => {
    const { before = (same) => same, after = (same) => same, signedBy = 'key', hash = 'sha256', signsResponse = false } = lie;
    const asked = readRequest(url);
    const put = (element: string): string =>
      signedBy === 'none' ? element : signed(element, (signedBy === 'key' ? own : other).key, hash);
    const assertion = before(assertionFor(entityId, asked, person));
    const whole = signsResponse ? put(responseOf(entityId, asked, assertion)) : responseOf(entityId, asked, put(assertion));
    return { state: asked.state, acsUrl: asked.acsUrl, saml_response: Buffer.from(after(whole)).toString('base64') };
  };
  return {
    entityId,
    signOnUrl,
    certificate: own.certificate,
    metadata: `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="${SAMLP}">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${DS}"><ds:X509Data><ds:X509Certificate>
      ${own.certificate.replace(/-----[A-Z ]+-----|\s/g, '')}
    </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${origin}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`,
    signIn: (person) => {
      current = person;
    },
    reply,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
