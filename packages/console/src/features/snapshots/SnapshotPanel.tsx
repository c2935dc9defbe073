import type { Snapshot } from '@countinghouse/contract/features/snapshots';
import { Button, Stack } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

export function SnapshotPanel({ snapshot, onClose }: { readonly snapshot: Snapshot; readonly onClose: () => void }) {
  return (
    <SidePanel title={`Snapshot ${snapshot.label === '' ? `at seq ${snapshot.seq}` : snapshot.label}`} onClose={onClose}>
      <Stack gap="md">
        <Facts
          facts={[
            ['Kind', <StatusBadge key="k" status={snapshot.kind} />],
            [
              'Seq',
              <Link key="s" to={paths.events} search={{ open: snapshot.seq }}>
                {snapshot.seq}
              </Link>,
            ],
            ['Taken', <Timestamp key="t" at={snapshot.takenAt} />],
            ['Effective', <Timestamp key="e" at={snapshot.effective_at} />],
            ['Source', snapshot.source],
            ['Snapshot id', <Hash key="i" value={snapshot.id} what="snapshot id" whole />],
            ['Event hash', <Hash key="h" value={snapshot.event_hash} what="event hash" whole />],
            [
              'Root',
              snapshot.root_hash === null ? (
                'None: taken before snapshots carried it'
              ) : (
                <Hash key="r" value={snapshot.root_hash} what="root" whole />
              ),
            ],
            ['URI', snapshot.uri === null ? null : <Hash key="u" value={snapshot.uri} what="snapshot URI" whole />],
          ]}
        />
        <Button
          variant="default"
          leftSection={<IconScale size={14} />}
          renderRoot={(props) => <Link {...props} to={paths.balances} search={{ asOf: snapshot.id }} />}
        >
          Balances as of this snapshot
        </Button>
        <JsonViewer value={snapshot.metadata} what="metadata" />
      </Stack>
    </SidePanel>
  );
}
