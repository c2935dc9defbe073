// SAML 2.0 with the provider of an organisation: where a person is sent, and whom the reply names. Only a reply to a request that this browser began is
// taken. What the provider says is believed of its own organisation alone.

import { createHash, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { samlAcsPath, samlMetadataPath } from '@countinghouse/contract/features/sso';
import type { SamlConnection } from '@countinghouse/kernel/sso/events';
import { Refusal } from '../../../http/refusal.ts';
import type { BegunAtSaml } from '../begun-sign-ins.ts';
import { addressOf, groupsOf, type NamedPerson, nameOf } from '../named-person.ts';
import { readAssertion } from './assertion.ts';
import { pemOf } from './certificates.ts';
import { ASSERTION_NS, PERSISTENT, POST_BINDING, PROTOCOL_NS } from './names.ts';
import { openReply } from './signed-assertion.ts';
import { SamlFault } from './xml-tree.ts';

const RANDOM_BYTES = 24;
/** What providers call a sign-in with two factors: REFEDS, Microsoft, and the standard itself. */
const secondFactors: ReadonlySet<string> = new Set([
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
]);
/** Where Microsoft tells of it beside the context. */
const METHODS_ATTRIBUTE = 'http://schemas.microsoft.com/claims/authnmethodsreferences';

export interface SamlProvider {
  readonly connection: SamlConnection;
  readonly publicUrl: string;
}

/** What a provider knows us by, for one connection, and where it sends people back to. */
export const entityIdOf = (publicUrl: string, id: string): string => `${publicUrl}${samlMetadataPath(id)}`;
export const acsUrlOf = (publicUrl: string, id: string): string => `${publicUrl}${samlAcsPath(id)}`;

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Where a person is sent, and what only the reply to this may say. */
export function beginAtSaml(
  { connection, publicUrl }: SamlProvider,
  nowMs: number,
): { readonly url: string; readonly state: string; readonly begun: BegunAtSaml } {
  const state = randomBytes(RANDOM_BYTES).toString('base64url');
  // An ID begins with a letter or an underscore.
  const requestId = `_${randomBytes(RANDOM_BYTES).toString('hex')}`;
  const said = {
    'xmlns:samlp': PROTOCOL_NS,
    ID: requestId,
    Version: '2.0',
    IssueInstant: new Date(nowMs).toISOString(),
    Destination: connection.sign_on_url,
    ProtocolBinding: POST_BINDING,
    AssertionConsumerServiceURL: acsUrlOf(publicUrl, connection.id),
  };
  const attributes = Object.entries(said).map(([name, value]) => `${name}="${escapeXml(value)}"`);
  const issuer = `<saml:Issuer xmlns:saml="${ASSERTION_NS}">${escapeXml(entityIdOf(publicUrl, connection.id))}</saml:Issuer>`;
  const policy = connection.subject_attribute === null ? `<samlp:NameIDPolicy Format="${PERSISTENT}" AllowCreate="true"/>` : '';
  const request = `<samlp:AuthnRequest ${attributes.join(' ')}>${issuer}${policy}</samlp:AuthnRequest>`;
  const url = new URL(connection.sign_on_url);
  url.searchParams.set('SAMLRequest', deflateRawSync(request).toString('base64'));
  url.searchParams.set('RelayState', state);
  return { url: url.href, state, begun: { connectionId: connection.id, requestId } };
}

/** Whom the reply names: what came back with the browser, in Base64, of a length that the contract bounds. Throws SSO_REPLY_REFUSED. */
export function endAtSaml({ connection, publicUrl }: SamlProvider, { requestId }: BegunAtSaml, reply: string, nowMs: number): NamedPerson {
  const { id, issuer } = connection;
  const [audience, recipient] = [entityIdOf(publicUrl, id), acsUrlOf(publicUrl, id)];
  try {
    const { response, assertion } = openReply(decode(reply), connection.certificates.map(pemOf), nowMs);
    const destination = response.attributes.get('Destination') ?? recipient;
    if (destination !== recipient) throw new SamlFault(`The reply is meant for ${destination.slice(0, 200)}.`);
    if ((response.attributes.get('InResponseTo') ?? requestId) !== requestId) throw new SamlFault('The reply answers another request.');
    const said = readAssertion(assertion, { issuer, audience, recipient, requestId, nowMs });
    return namedBy(connection, audience, said);
  } catch (error) {
    if (error instanceof SamlFault) throw new Refusal('SSO_REPLY_REFUSED', { reason: error.message });
    throw error;
  }
}

function decode(reply: string): string {
  const bytes = Buffer.from(reply, 'base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlFault('The reply is not written in UTF-8.');
  }
}

function namedBy(connection: SamlConnection, ourEntityId: string, said: ReturnType<typeof readAssertion>): NamedPerson {
  const valuesOf = (name: string): readonly string[] => said.attributes.get(name) ?? [];
  const onlyOf = (name: string): string | undefined => (valuesOf(name).length === 1 ? valuesOf(name)[0] : undefined);
  const address = addressOf(onlyOf(connection.email_attribute));
  const told = [said.context, ...valuesOf(METHODS_ATTRIBUTE)].some((method) => secondFactors.has(method));
  return {
    subject: subjectOf(connection, ourEntityId, said.nameId, onlyOf),
    // An owner has named the attribute, and counts for nobody but people of domains that the organisation has verified: SAML has no word for it.
    verifiedEmail: address,
    name: nameOf(onlyOf(connection.name_attribute), address),
    groups: groupsOf(valuesOf(connection.groups_claim)),
    secondFactor: connection.second_factor === 'trusted' || told,
  };
}

/** What never becomes another person's, as a hash: it may be long, and tell of them. */
function subjectOf(
  { issuer, subject_attribute }: SamlConnection,
  ourEntityId: string,
  nameId: ReturnType<typeof readAssertion>['nameId'],
  onlyOf: (name: string) => string | undefined,
): string {
  if (subject_attribute !== null) {
    const value = onlyOf(subject_attribute) ?? '';
    if (value === '') throw new SamlFault(`The reply does not say who it is: it has no value, or several, of ${subject_attribute}.`);
    return hashOf(['attribute', subject_attribute, value]);
  }
  const { format, value, qualifier, spQualifier } = nameId;
  if (format !== PERSISTENT)
    throw new SamlFault(
      `The NameID of the reply is ${format.replace(/^.*:/, '').slice(0, 80) || 'of no format'}, not persistent: it may come to be another person’s. Have the provider send a persistent NameID, or name an attribute that never changes.`,
    );
  // Those that are left out stand for the two who talk. Source: SAML 2.0 Core, section 8.3.7.
  return hashOf(['nameid', format, qualifier ?? issuer, spQualifier ?? ourEntityId, value]);
}

const hashOf = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
