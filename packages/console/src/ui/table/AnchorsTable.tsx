import { Table } from '@mantine/core';
import { Hash } from '../value/Hash.tsx';
import { StatusBadge } from '../value/StatusBadge.tsx';
import { Timestamp } from '../value/Timestamp.tsx';
import { TableScroll } from './TableScroll.tsx';

const MIN_WIDTH_PX = 820;

interface ShownAnchor {
  readonly id: string;
  readonly created_at: string;
  readonly from_seq: number;
  readonly to_seq: number;
  readonly anchored: boolean;
  readonly root_hash: string;
  readonly anchor_ref: string | null;
  /** Of the key that signed it; where none is told the list has no such column. */
  readonly kid?: string;
  /** Witnesses that cosigned it; where none of the anchors has any the list has no such column. */
  readonly cosignatures?: readonly { readonly name: string }[];
}

/** Anchors, as they come. */
export function AnchorsTable({ label, anchors }: { readonly label: string; readonly anchors: readonly ShownAnchor[] }) {
  const showsKeys = anchors.some((a) => a.kid !== undefined);
  const showsWitnesses = anchors.some((a) => (a.cosignatures?.length ?? 0) > 0);
  return (
    <TableScroll minWidth={MIN_WIDTH_PX} label={label}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Made</Table.Th>
            <Table.Th>Events</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Root</Table.Th>
            <Table.Th>Reference</Table.Th>
            {showsKeys ? <Table.Th>Signed by</Table.Th> : null}
            {showsWitnesses ? <Table.Th>Witnessed by</Table.Th> : null}
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
              {a.kid === undefined ? null : (
                <Table.Td>
                  <Hash value={a.kid} what={`key at ${a.to_seq}`} />
                </Table.Td>
              )}
              {showsWitnesses ? (
                <Table.Td>{a.cosignatures?.map(({ name }) => name).join(', ') || <span className="dimmed">Nobody</span>}</Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}
