// Connections to other machines that the settings leave without TLS, or to whoever answers: told at each start, since nothing else shows it.

import type { Config, KafkaSettings } from './config.ts';

const local = new Set(['127.0.0.1', 'localhost', '[::1]', '']);
/** The driver checks the certificate with each of these. */
const verifying = new Set(['require', 'verify-ca', 'verify-full']);

function isUnsafeDatabase(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? hostname;
  if (host.startsWith('/') || local.has(host)) return false;
  const mode = searchParams.get('sslmode') ?? '';
  return !verifying.has(mode) || (mode !== 'verify-full' && searchParams.get('uselibpqcompat') === 'true');
}

function isUnsafeMail(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address);
  return protocol !== 'smtps:' && !local.has(hostname) && searchParams.get('requireTLS') !== 'true';
}

/** Servers of one NATS that speak without TLS over a network. */
const isUnsafeNats = (addresses: readonly string[]): boolean =>
  addresses.some((address) => {
    const { protocol, hostname } = new URL(address);
    return protocol !== 'tls:' && !local.has(hostname);
  });

const isUnsafeKafka = ({ tls, brokers }: KafkaSettings): boolean =>
  !tls && brokers.some(({ host }) => !local.has(host.includes(':') ? `[${host}]` : host));

/** A sentence for each; none where everything that leaves the machine is encrypted. Time stamps are signed, and need not be. */
export function listUnencrypted({
  databaseUrl,
  smtpUrl,
  natsUrls,
  kafka,
}: Pick<Config, 'databaseUrl' | 'smtpUrl' | 'natsUrls' | 'kafka'>): readonly string[] {
  return [
    ...(databaseUrl !== null && isUnsafeDatabase(databaseUrl)
      ? ['The database is on another machine and its certificate is not asked for: add sslmode=verify-full to DATABASE_URL.']
      : []),
    ...(smtpUrl !== null && isUnsafeMail(smtpUrl)
      ? ['The mail server is on another machine and may be reached without TLS: use smtps://, or add requireTLS=true to SMTP_URL.']
      : []),
    ...(isUnsafeNats(natsUrls) ? ['NATS is on another machine and may be reached without TLS: use tls:// in NATS_URL.'] : []),
    ...(kafka !== null && isUnsafeKafka(kafka)
      ? ['Kafka is on another machine and is reached without TLS: leave KAFKA_TLS out, or set it to 1.']
      : []),
  ];
}
