// Replies of SAML that are made to cost, and the largest that is sound: each as long as is taken, read on the server's own thread by whoever can reach the page of a sign-in.

import { SAML_REPLY_LENGTH_MAX } from '@countinghouse/contract/features/sso';
import { ASSERTION_NS, PROTOCOL_NS, SIGNATURE_NS, SUCCESS } from '@countinghouse/server/auth/sso/saml/names';
import { openReply } from '@countinghouse/server/auth/sso/saml/signed-assertion';
import { signed } from './saml-provider.ts';
import { makeSigningKey } from './signing-key.ts';

/** They come in Base64. */
const REPLY_BYTES = Math.floor((SAML_REPLY_LENGTH_MAX * 3) / 4);
const GROUPS = 3_000;

const own = await makeSigningKey();
const other = await makeSigningKey();

const responseOf = (assertion: string, attributes = ''): string =>
  `<samlp:Response xmlns:samlp="${PROTOCOL_NS}" Version="2.0"${attributes}><samlp:Status><samlp:StatusCode Value="${SUCCESS}"></samlp:StatusCode></samlp:Status>${assertion}</samlp:Response>`;
const BEGINNING = `<saml:Assertion xmlns:saml="${ASSERTION_NS}" ID="_a" Version="2.0"><saml:Issuer>i</saml:Issuer>`;
const assertionOf = (content: string): string => `${BEGINNING}${content}</saml:Assertion>`;
/** `part` as often as a reply has room for it beside what is around it. */
const filled = (part: string, around: (parts: string) => string = (parts) => parts): string =>
  around(part.repeat(Math.floor((REPLY_BYTES - around('').length) / part.length)));

const groups = (key: typeof own): string => {
  const value = 'g'.repeat(Math.floor(REPLY_BYTES / GROUPS) - 50);
  const values = Array.from({ length: GROUPS }, () => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('');
  const statement = `<saml:AttributeStatement><saml:Attribute Name="groups">${values}</saml:Attribute></saml:AttributeStatement>`;
  return responseOf(signed(assertionOf(statement), key.key, 'sha256'));
};

interface CostlyReply {
  readonly make: () => string;
  readonly read: (xml: string) => Promise<boolean>;
  readonly sound: boolean;
}

const reply = (make: () => string, sound = false): CostlyReply => ({
  make,
  sound,
  read: async (xml) => openReply(xml, [own.certificate], Date.now()).assertion.name === 'Assertion',
});

/** By what is wrong, or large, about them. */
export const costlyReplies: Readonly<Record<string, CostlyReply>> = {
  'saml: nothing but a beginning': reply(() => filled('<')),
  'saml: depth': reply(() => filled('<a>')),
  'saml: elements': reply(() => filled('<a/>', (parts) => responseOf(assertionOf(parts)))),
  'saml: as many elements as are looked at': reply(() => responseOf(assertionOf('<a/>'.repeat(15_000)))),
  'saml: as many attributes as are looked at': reply(() =>
    responseOf(assertionOf(`<a ${Array.from({ length: 15_900 }, (_, i) => `a${i}=""`).join(' ')}/>`).slice(0, REPLY_BYTES)),
  ),
  'saml: namespaces': reply(() => filled('<a xmlns:b="c"/>', (parts) => responseOf(assertionOf(parts)))),
  'saml: as many namespaces as are looked at, on each other': reply(() =>
    responseOf(
      assertionOf(
        `${Array.from({ length: 25 }, (_, i) => `<a${Array.from({ length: 38 }, (__, n) => ` xmlns:n${i}-${n}="u"`).join('')}>`).join('')}${'</a>'.repeat(25)}`,
      ),
    ),
  ),
  'saml: ids': reply(() => responseOf(assertionOf(Array.from({ length: 7_000 }, (_, i) => `<a ID="_${i}"/>`).join('')))),
  'saml: entities': reply(() => filled('&amp;', (parts) => responseOf(assertionOf(parts)))),
  'saml: one text': reply(() => filled('a', (parts) => responseOf(assertionOf(parts)))),
  'saml: a billion laughs': reply(() => filled('<!ENTITY b "&a;&a;&a;">', (parts) => `<!DOCTYPE D [<!ENTITY a "ha">${parts}`)),
  'saml: signatures': reply(() => filled(`<ds:Signature xmlns:ds="${SIGNATURE_NS}"/>`, (parts) => responseOf(assertionOf(parts)))),
  'saml: signed by another': reply(() => groups(other)),
  'saml: sound': reply(() => groups(own), true),
};
