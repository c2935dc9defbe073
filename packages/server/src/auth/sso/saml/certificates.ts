// Certificates of a provider, as an owner types or pastes them. The key counts; that it is wrapped in a certificate tells until when the provider means
// to use it, which is shown and refuses nothing.

import { createHash, X509Certificate } from 'node:crypto';
import type { SamlCertificate } from '@countinghouse/kernel/sso/events';

const RSA_BITS_MIN = 2_048;

/** From PEM or Base64; a sentence where it is none that can be used. */
export function readCertificate(text: string): SamlCertificate | string {
  if (text.indexOf('-----BEGIN') !== text.lastIndexOf('-----BEGIN'))
    return 'These are several certificates. Put each into a field of its own.';
  const der = Buffer.from(text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, ''), 'base64');
  const read = parse(der);
  if (read === null) return 'This is no certificate. Paste what the provider calls its signing certificate, in PEM or Base64.';
  const { asymmetricKeyType, asymmetricKeyDetails } = read.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN)
    return `Its key is not an RSA key of ${RSA_BITS_MIN} bits or more. Have the provider make another certificate.`;
  return { sha256: createHash('sha256').update(read.raw).digest('hex'), der: read.raw.toString('base64') };
}

export const pemOf = ({ der }: SamlCertificate): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

export const certificateToWire = (certificate: SamlCertificate) => ({
  sha256: certificate.sha256,
  pem: pemOf(certificate),
  not_after: new Date(new X509Certificate(Buffer.from(certificate.der, 'base64')).validTo).toISOString(),
});

function parse(der: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}
