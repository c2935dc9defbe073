import { events } from '@countinghouse/contract/features/events';
import { Anchor, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { EventTypeBadge } from '../../ui/value/EventTypeBadge.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const SHOWN = 8;

/** The end of the log, as a tile. */
export function LatestEvents() {
  const source = useQuery(q(events.list, { query: { limit: SHOWN } }));
  return (
    <Panel
      title="Latest events"
      flush
      aside={
        <Anchor size="xs" px={8} renderRoot={(props) => <Link {...props} to={paths.events} />}>
          All events
        </Anchor>
      }
    >
      {source.isError ? <ErrorState title="Could not load events" error={source.error} onRetry={() => void source.refetch()} /> : null}
      {source.isPending ? <Skeleton height={220} m="sm" w="auto" /> : null}
      {source.data === undefined ? null : (
        <TableScroll minWidth={540} label="Latest events">
          <Table aria-label="Latest events">
            <Table.Thead>
              <Table.Tr>
                <Table.Th ta="right" w={70}>
                  Seq
                </Table.Th>
                <Table.Th>Type</Table.Th>
                <Table.Th>Hash</Table.Th>
                <Table.Th>Time</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {source.data.events.map((event) => (
                <Table.Tr key={event.seq}>
                  <Table.Td ta="right" className="numbers">
                    <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.events} search={{ open: event.seq }} />}>
                      {event.seq}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <EventTypeBadge type={event.event_type} />
                  </Table.Td>
                  <Table.Td>
                    <Hash value={event.event_hash} what={`event hash ${event.seq}`} />
                  </Table.Td>
                  <Table.Td>
                    <Timestamp at={event.event_ts} absolute />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
      {source.data?.events.length === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          No events yet.
        </Text>
      ) : null}
    </Panel>
  );
}
