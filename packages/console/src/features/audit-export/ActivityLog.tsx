import type { ExportActivity } from '@countinghouse/contract/features/audit-export';
import { Table } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { activityText } from './words.ts';

const MIN_WIDTH_PX = 620;

/** What people and the system did, newest first. */
export function ActivityLog({ activity }: { readonly activity: readonly ExportActivity[] }) {
  return (
    <Panel title="Activity log" flush>
      {activity.length === 0 ? (
        <EmptyState icon={IconHistory} title="Nothing has happened yet">
          Saved destinations, runs, archives and what became of deliveries are listed here.
        </EmptyState>
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Activity log">
          <Table aria-label="Activity log">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>Who</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {activity.map((a) => (
                <Table.Tr key={a.id}>
                  <Table.Td>
                    <Timestamp at={a.at} />
                  </Table.Td>
                  <Table.Td>{activityText(a)}</Table.Td>
                  <Table.Td>{a.actor_id === null ? <span className="dimmed">the system</span> : <Actor id={a.actor_id} />}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  );
}
