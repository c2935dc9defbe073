import type { Anchor } from '@countinghouse/contract/features/anchors';
import { Table } from '@mantine/core';
import { Hash } from '../../ui/Hash.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';

const MIN_WIDTH_PX = 820;

/** Anchors, newest first. */
export function AnchorsTable({ anchors }: { readonly anchors: readonly Anchor[] }) {
  return (
    <TableScroll minWidth={MIN_WIDTH_PX} label="Anchors">
      <Table aria-label="Anchors">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Made</Table.Th>
            <Table.Th>Events</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Root</Table.Th>
            <Table.Th>Reference</Table.Th>
            <Table.Th>Signed by</Table.Th>
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
                <StatusBadge status={a.anchored ? 'anchored' : 'pending'} />
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
              <Table.Td>
                <Hash value={a.kid} what={`key at ${a.to_seq}`} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}
