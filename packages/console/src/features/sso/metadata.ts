// What a provider of SAML publishes of itself, as far as a form is filled in from it. It is searched, not parsed: the page may make no document of a text
// (trusted types), and what is found only stands in fields that a person sees and the server checks.
import { CERTIFICATES_MAX } from '@countinghouse/contract/features/sso';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

export interface SamlMetadata {
  readonly issuer: string;
  readonly sign_on_url: string;
  /** In PEM. */
  readonly certificates: readonly string[];
}

const toPem = (base64: string): string =>
  ['-----BEGIN CERTIFICATE-----', ...(base64.match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----'].join('\n');

/** What stands in the first or each element of a name, whatever its prefix: its attributes as text, and its content. */
const elementsOf = (xml: string, name: string): readonly { readonly attributes: string; readonly content: string }[] =>
  [...xml.matchAll(new RegExp(`<((?:[\\w.-]+:)?${name})(\\s[^>]*?)?(?:/>|>([^]*?)</\\1\\s*>)`, 'g'))].map(
    ([, , attributes = '', content = '']) => ({ attributes, content }),
  );

function attributeOf(attributes: string, name: string): string {
  const [, , value = ''] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`).exec(attributes) ?? [];
  return value.replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
}

/** A sentence where it is not what a provider publishes. */
export function readMetadata(xml: string): SamlMetadata | string {
  const [about] = elementsOf(xml, 'EntityDescriptor');
  const [provider] = elementsOf(about?.content ?? '', 'IDPSSODescriptor');
  if (about === undefined || provider === undefined)
    return 'This is not the metadata of a provider. Paste the whole XML, as the provider offers it.';
  const services = elementsOf(provider.content, 'SingleSignOnService').map(({ attributes }) => attributes);
  const redirect = services.find((attributes) => attributeOf(attributes, 'Binding') === REDIRECT);
  const certificates = elementsOf(provider.content, 'KeyDescriptor')
    .filter(({ attributes }) => attributeOf(attributes, 'use') !== 'encryption')
    .flatMap(({ content }) => elementsOf(content, 'X509Certificate'))
    .map(({ content }) => content.replace(/\s+/g, ''));
  return {
    issuer: attributeOf(about.attributes, 'entityID'),
    sign_on_url: redirect === undefined ? '' : attributeOf(redirect, 'Location'),
    certificates: [...new Set(certificates)].slice(0, CERTIFICATES_MAX).map(toPem),
  };
}
