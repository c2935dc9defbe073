import type { PerformanceSummary } from '@countinghouse/contract/features/performance';
import { Table, Text } from '@mantine/core';
import { IconAnchor } from '@tabler/icons-react';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';

const MIN_WIDTH_PX = 720;

export function LatestAnchors({ anchors }: { readonly anchors: PerformanceSummary['anchors'] }) {
  return (
    <Panel
      title="Merkle anchors"
      flush
      aside={
        <Text size="sm" pr={8}>
          <TextLink to={paths.audit}>Audit trail</TextLink>
        </Text>
      }
    >
      {anchors.length === 0 ? (
        <EmptyState icon={IconAnchor} title="No anchors yet">
          The first is made within the hour, or at once on the audit trail.
        </EmptyState>
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Merkle anchors">
          <Table aria-label="Merkle anchors">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Made</Table.Th>
                <Table.Th>Events</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th>Root</Table.Th>
                <Table.Th>Reference</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {anchors.map((a) => (
                <Table.Tr key={a.id}>
                  <Table.Td>
                    <Timestamp at={a.created_at} />
                  </Table.Td>
                  <Table.Td className="numbers">
                    {a.from_seq}–{a.to_seq}
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge status={a.anchored ? 'anchored' : 'unanchored'} />
                  </Table.Td>
                  <Table.Td>
                    <Hash value={a.root_hash} what={`root at ${a.to_seq}`} />
                  </Table.Td>
                  <Table.Td>
                    {a.anchor_ref === null ? (
                      <span className="dimmed">None yet</span>
                    ) : (
                      <Hash value={a.anchor_ref} what={`reference at ${a.to_seq}`} />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  );
}
