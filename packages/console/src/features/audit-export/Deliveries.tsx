import type { DestinationState } from '@countinghouse/contract/features/audit-export';
import { Table, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { paths } from '../../lib/screen/paths.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { statusOfDestination } from './words.ts';

const MIN_WIDTH_PX = 820;

/** How far each destination has the log. */
export function Deliveries({ destinations }: { readonly destinations: readonly DestinationState[] }) {
  return (
    <Panel
      title="Deliveries"
      flush
      aside={
        destinations.length === 0 ? null : (
          <Text size="xs" c="dimmed">
            Open a destination for its messages, a test, a replay or a new secret.
          </Text>
        )
      }
    >
      {destinations.length === 0 ? (
        <EmptyState icon={IconSend} title="Nothing is sent yet">
          Save a primary destination: its receiver is sent the log from event 1 on.
        </EmptyState>
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Deliveries">
          <Table aria-label="Deliveries">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Destination</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th ta="right">Taken up to</Table.Th>
                <Table.Th ta="right">Backlog</Table.Th>
                <Table.Th ta="right">Dead letters</Table.Th>
                <Table.Th>Last taken</Table.Th>
                <Table.Th>What keeps it</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {destinations.map((d) => (
                <Table.Tr key={d.destination}>
                  <Table.Td>
                    <Text size="sm" fw={600} component="div">
                      <TextLink to={paths.webhook} params={{ webhookId: d.destination }}>
                        {d.destination === 'primary' ? 'Primary' : 'Secondary'}
                      </TextLink>
                    </Text>
                    <Text size="xs" c="dimmed">
                      {d.origin}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge status={statusOfDestination[d.state]} />
                  </Table.Td>
                  <Table.Td ta="right" className="numbers">
                    {showCount(d.acknowledged_seq)} of {showCount(d.head_seq)}
                  </Table.Td>
                  <Table.Td ta="right" className="numbers">
                    {showCount(d.backlog)}
                  </Table.Td>
                  <Table.Td ta="right" className="numbers">
                    {showCount(d.dead_letters)}
                  </Table.Td>
                  <Table.Td>
                    {d.last_taken_at === null ? <span className="dimmed">Never</span> : <Timestamp at={d.last_taken_at} />}
                  </Table.Td>
                  <Table.Td>
                    <Keeps of={d} />
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

function Keeps({ of: d }: { readonly of: DestinationState }) {
  if (d.last_error === null)
    return d.rotates_until === null ? (
      <span className="dimmed">—</span>
    ) : (
      <Text size="xs" component="div">
        Two secrets sign until <Timestamp at={d.rotates_until} absolute />
      </Text>
    );
  return (
    <Text size="xs" component="div">
      {d.last_error}{' '}
      {d.state === 'stopped' ? (
        'Run the export, or save the destination, to go on.'
      ) : (
        <>
          Tried {d.attempts} times{d.next_try_at === null ? '' : ', again '}
          {d.next_try_at === null ? null : <Timestamp at={d.next_try_at} absolute />}
        </>
      )}
    </Text>
  );
}
