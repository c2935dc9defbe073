import type { Privacy } from '@countinghouse/contract/features/privacy';
import { Badge, Progress, Text } from '@mantine/core';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const HUNDRED = 100;
const when = (at: string | null) => (at === null ? null : <Timestamp key={at} at={at} />);

/** How words are kept now, and how far their encryption is. */
export function PrivacyState({ privacy: p }: { readonly privacy: Privacy }) {
  const done = p.records - p.behind;
  return (
    <Panel title="Personal data">
      <Facts
        facts={[
          [
            'Written',
            <Badge key="w" color={p.tokenised ? 'teal' : 'yellow'}>
              {p.tokenised ? 'encrypted' : 'in the clear'}
            </Badge>,
          ],
          ['Records', p.plain === 0 ? String(p.records) : `${p.records}, of which ${p.plain} in the clear`],
          ['Sign-in e-mails', `${p.sign_in_emails} of members, as they are`],
          ['Data key', p.key_version === 0 ? 'none yet' : `version ${p.key_version}`],
          ['Tokenised', when(p.tokenised_at)],
          ['Key rotated', when(p.rotated_at)],
          ['Erased', when(p.erased_at)],
        ]}
      />
      {p.encryption === 'running' ? (
        <>
          <Text size="sm" mt="sm" mb={4} role="status">
            Encrypting again: {done} of {p.records}
          </Text>
          <Progress value={p.records === 0 ? HUNDRED : (done * HUNDRED) / p.records} aria-label="Encryption" />
        </>
      ) : null}
    </Panel>
  );
}
