import { expect, test } from 'vitest';
import { readMetadata } from './metadata.ts';

const key = (use: string, text: string): string =>
  `<md:KeyDescriptor${use}><KeyInfo><ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate></ds:X509Data></KeyInfo></md:KeyDescriptor>`;

test('the metadata of a provider fill in who it is, where it is asked, and each key that it signs with, once', () => {
  const keys = [key(' use="signing"', '\n AA\n AA '), key(' use="encryption"', 'EEEE'), key('', 'BBBB'), key(' use="signing"', 'AAAA')];
  const services = ['POST', 'Redirect'].map(
    (kind) =>
      `<md:SingleSignOnService Location='https://idp.example.com/${kind}?a=1&amp;b=2' Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${kind}"/>`,
  );
  const provider = `<md:IDPSSODescriptor protocolSupportEnumeration="x">${keys.join('')}${services.join('')}</md:IDPSSODescriptor>`;
  expect(readMetadata(`<?xml version="1.0"?><md:EntityDescriptor\n entityID="urn:idp">${provider}</md:EntityDescriptor>`)).toEqual({
    issuer: 'urn:idp',
    sign_on_url: 'https://idp.example.com/Redirect?a=1&b=2',
    certificates: ['AAAA', 'BBBB'].map((der) => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----`),
  });
});

test('anything else is told to be none', () => {
  for (const text of ['hello', '<EntityDescriptor entityID="x"><SPSSODescriptor/></EntityDescriptor>'])
    expect(readMetadata(text)).toContain('not the metadata of a provider');
});
