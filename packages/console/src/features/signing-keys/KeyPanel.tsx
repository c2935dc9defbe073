import type { SigningKey } from '@countinghouse/contract/features/signing-keys';
import { Stack, Text } from '@mantine/core';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { holderOf, purposeWord } from './columns.tsx';

const says = {
  ACTIVE: { chain: 'Signs the head of the log after every batch.', intent: 'Signs what its holder posts.' },
  SUNSETTING: {
    chain: 'Its successor signs now. The heads that it signed still verify.',
    intent: 'Its holder has a newer key. What it signed still verifies; new intents are refused.',
  },
  revoked: {
    chain: 'It has left the public key set. Every head of its successor covers all that it signed.',
    intent: 'Nothing that it signs is accepted any more. What was posted with it before stays.',
  },
} as const;

export function KeyPanel({ signingKey: key, onClose }: { readonly signingKey: SigningKey; readonly onClose: () => void }) {
  return (
    <SidePanel title={key.label} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{says[key.status][key.purpose]}</Text>
        <Facts
          facts={[
            ['Status', <StatusBadge key="s" status={key.status} />],
            ['Signs', purposeWord[key.purpose]],
            ['Held by', holderOf(key)],
            ['Made', key.origin === 'registered' ? 'by its holder; the server has its public part alone' : 'by the server'],
            ['Algorithm', key.algorithm],
            ['Key id', <Hash key="k" value={key.kid} what="key id" whole />],
            ['Created', <Timestamp key="c" at={key.created_at} />],
            ['Active until', key.retired_at === null ? null : <Timestamp key="r" at={key.retired_at} />],
          ]}
        />
        <JsonViewer value={key.public_jwk} what="public key" />
      </Stack>
    </SidePanel>
  );
}
