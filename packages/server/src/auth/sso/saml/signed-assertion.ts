// The assertion of a reply as its provider signed it. What is handed on is read from the very bytes whose digest was signed, never from the document
// that they came in: nothing that was moved, added or left out around them has a say.

import { X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { ASSERTION_NS, PROTOCOL_NS, SIGNATURE_NS, SUCCESS } from './names.ts';
import { childrenOf, onlyChild, readTree, type SamlElement, SamlFault, textOf, withinAll } from './xml-tree.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const RSA_SHA512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512';
const STATUS_LENGTH_MAX = 120;

export interface Reply {
  /** Attributes of the message itself, which nobody may have signed: they may refuse, and never let in. */
  readonly response: SamlElement;
  readonly assertion: SamlElement;
}

/** Throws SamlFault: the message is none, says no, or has not one assertion that the key of one of the certificates (in PEM) has signed. */
export function openReply(xml: string, certificates: readonly string[], nowMs: number): Reply {
  const response = readTree(xml);
  if (response.name !== 'Response' || response.namespace !== PROTOCOL_NS || response.attributes.get('Version') !== '2.0')
    throw new SamlFault('The reply is no Response of SAML 2.0.');
  refuseStatus(response);
  if (withinAll(response, 'EncryptedAssertion').length > 0)
    throw new SamlFault(
      'The provider encrypts its assertions, which is not supported. Switch that off at the provider: what is sent is encrypted by TLS.',
    );
  const [first, ...others] = withinAll(response, 'Assertion');
  const direct = onlyChild(response, ASSERTION_NS, 'Assertion');
  if (first === undefined) throw new SamlFault('The reply has no assertion.');
  if (others.length > 0 || direct === null) throw new SamlFault('The reply has more than one assertion, or has it in the wrong place.');
  checkSignatureForm(direct);
  const signed = readSigned(xml, certificates, nowMs);
  const assertion = readTree(signed);
  if (assertion.name !== 'Assertion' || assertion.namespace !== ASSERTION_NS) throw new SamlFault('What is signed is not the assertion.');
  return { response, assertion };
}

function refuseStatus(response: SamlElement): void {
  const status = onlyChild(response, PROTOCOL_NS, 'Status');
  const codes = status === null ? [] : withinAll(status, 'StatusCode').map(({ attributes }) => attributes.get('Value') ?? '');
  if (codes[0] === SUCCESS) return;
  const said = status === null ? '' : textOf(onlyChild(status, PROTOCOL_NS, 'StatusMessage')).slice(0, STATUS_LENGTH_MAX);
  const code = (codes.at(-1) ?? '').replace(/^.*:/, '').slice(0, STATUS_LENGTH_MAX);
  throw new SamlFault(`The provider said no: ${[code || 'without a status', said].filter((words) => words !== '').join(', ')}.`);
}

/** One signature, of this assertion alone, by what counts as safe. */
function checkSignatureForm(assertion: SamlElement): void {
  const signature = onlyChild(assertion, SIGNATURE_NS, 'Signature');
  if (signature === null || withinAll(assertion, 'Signature').length !== 1)
    throw new SamlFault('The assertion itself is not signed. Have the provider sign the assertion, not the response alone.');
  const info = onlyChild(signature, SIGNATURE_NS, 'SignedInfo');
  const reference = info === null ? null : onlyChild(info, SIGNATURE_NS, 'Reference');
  if (info === null || reference === null || withinAll(signature, 'Reference').length !== 1 || withinAll(signature, 'Object').length > 0)
    throw new SamlFault('The signature is not one of the assertion alone.');
  const id = assertion.attributes.get('ID') ?? '';
  if (!/^[\w.-]+$/.test(id) || reference.attributes.get('URI') !== `#${id}`)
    throw new SamlFault('The signature is not one of the assertion.');
  const algorithmsOf = (of: SamlElement, name: string) =>
    childrenOf(of, SIGNATURE_NS, name).map((e) => e.attributes.get('Algorithm') ?? '');
  const transforms = childrenOf(reference, SIGNATURE_NS, 'Transforms').flatMap((all) => algorithmsOf(all, 'Transform'));
  allow(transforms, [ENVELOPED, EXCLUSIVE], 'transforms');
  allow(algorithmsOf(info, 'CanonicalizationMethod'), [EXCLUSIVE], 'canonicalization');
  allow(algorithmsOf(reference, 'DigestMethod'), [SHA256, SHA512], 'digest');
  allow(algorithmsOf(info, 'SignatureMethod'), [RSA_SHA256, RSA_SHA512], 'signature');
}

function allow(said: readonly string[], allowed: readonly string[], what: string): void {
  const strange = said.find((algorithm) => !allowed.includes(algorithm)) ?? (said.length === 0 ? 'none' : null);
  if (strange === null) return;
  const name = strange.replace(/^.*[#/]/, '').slice(0, STATUS_LENGTH_MAX);
  throw new SamlFault(`The ${what} of the reply is ${name}, which is not accepted. Have the provider sign with RSA and SHA-256.`);
}

/** The canonical form of what was signed. */
function readSigned(xml: string, certificates: readonly string[], nowMs: number): string {
  const signature = findSignature(xml);
  for (const publicCert of certificates) {
    const checker = new SignedXml({ publicCert });
    try {
      checker.loadSignature(signature);
      const [signed, ...others] = checker.checkSignature(xml) ? checker.getSignedReferences() : [];
      if (signed !== undefined && others.length === 0) return signed;
    } catch {
      // It is not of this key: the next one is tried.
    }
  }
  const lastEndMs = Math.max(...certificates.map((pem) => Date.parse(new X509Certificate(pem).validTo)));
  const ended = `: the last of these ended on ${new Date(lastEndMs).toISOString().slice(0, 10)}. Add the one that the provider signs with now.`;
  const fault = 'The signature is not one of the certificates of this connection';
  throw new SamlFault(`${fault}${lastEndMs < nowMs ? ended : ', or what it signs was changed.'}`);
}

function findSignature(xml: string): Node {
  const fail = (message: string): never => {
    throw new SamlFault(message);
  };
  const errorHandler = { warning: fail, error: fail, fatalError: fail };
  const parsed = new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml');
  const found = Array.from(parsed.getElementsByTagNameNS(SIGNATURE_NS, 'Signature')).filter(
    ({ parentNode }) => (parentNode as Element | null)?.localName === 'Assertion',
  );
  return found[0] ?? fail('The assertion is not signed.');
}
