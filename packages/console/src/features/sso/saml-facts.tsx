import { type SsoConnection, samlMetadataPath } from '@countinghouse/contract/features/sso';
import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const DAY_MS = 86_400_000;
/** So long before a certificate ends people are warned: providers change over about a month before. */
const WARNED_DAYS = 30;
const FINGERPRINT_SHOWN = 16;

type Saml = NonNullable<SsoConnection['saml']>;

type Fact = readonly [name: string, value: ReactNode];

/** What the provider must be told of us. */
export const factsForProvider = ({ entity_id, acs_url }: Pick<Saml, 'entity_id' | 'acs_url'>): readonly Fact[] => [
  ['Our entity ID', <Copied key="entity" value={entity_id} what="our entity ID" />],
  ['ACS URL', <Copied key="acs" value={acs_url} what="the ACS URL" />],
];

function Copied({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <span className="mono">{value}</span>
      <CopyButton value={value} what={what} />
    </Group>
  );
}

/** What is known of the provider, until when its certificates hold, and what it must be told. */
export const samlFacts = (id: string, saml: Saml): readonly Fact[] => [
  [
    'Sign-on address',
    <span key="url" className="mono">
      {saml.sign_on_url}
    </span>,
  ],
  ['Known by', saml.subject_attribute ?? 'persistent NameID'],
  ...saml.certificates.map(
    (certificate, i): Fact => [
      saml.certificates.length === 1 ? 'Certificate' : `Certificate ${i + 1}`,
      <Until key={certificate.sha256} certificate={certificate} />,
    ],
  ),
  ...factsForProvider(saml),
  [
    'For the provider',
    <Anchor key="metadata" size="sm" href={samlMetadataPath(id)} download="countinghouse-saml.xml">
      Download metadata for the provider
    </Anchor>,
  ],
];

function Until({ certificate: { sha256, not_after } }: { readonly certificate: Saml['certificates'][number] }) {
  const days = Math.floor((Date.parse(not_after) - Date.now()) / DAY_MS);
  return (
    <>
      <span className="mono" title={sha256}>
        {sha256.slice(0, FINGERPRINT_SHOWN)}
      </span>{' '}
      until <Timestamp at={not_after} absolute />
      {days >= WARNED_DAYS ? null : (
        <Text size="sm" fw={600} role="note">
          {days < 0
            ? 'It has ended. Add the certificate that the provider signs with now: sign-ins fail as soon as it uses another.'
            : `It ends ${days === 0 ? 'today' : days === 1 ? 'in a day' : `in ${days} days`}. Add the next one of the provider before it changes over.`}
        </Text>
      )}
    </>
  );
}
