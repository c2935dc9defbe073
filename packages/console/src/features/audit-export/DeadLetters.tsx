import { auditExport, type DeadLetter, type Destination } from '@countinghouse/contract/features/audit-export';
import { webhooks } from '@countinghouse/contract/features/webhooks';
import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { EventTypeBadge } from '../../ui/value/EventTypeBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const MIN_WIDTH_PX = 760;

/** Events that a destination would not take. */
export function DeadLetters({ letters }: { readonly letters: readonly DeadLetter[] }) {
  const permission = useWritePermission(auditExport.resend);
  const resend = useWrite(auditExport.resend, {
    input: (body: { readonly destination: Destination; readonly seq?: number }) => ({ body }),
    said: ({ queued }) => `${queued} ${queued === 1 ? 'event' : 'events'} to be sent again`,
    touches: [auditExport, webhooks],
  });
  const waiting = letters.filter((l) => !l.resending);
  return (
    <Panel
      title="Dead letters"
      flush
      aside={
        <Group gap="xs">
          {(['primary', 'secondary'] as const).map((destination) =>
            waiting.some((l) => l.destination === destination) ? (
              <GuardedButton
                key={destination}
                size="compact-xs"
                variant="default"
                permission={permission}
                onClick={() => resend.mutate({ destination })}
              >
                Send all again: {destination}
              </GuardedButton>
            ) : null,
          )}
        </Group>
      }
    >
      <TableScroll minWidth={MIN_WIDTH_PX} label="Dead letters">
        <Table aria-label="Dead letters">
          <Table.Thead>
            <Table.Tr>
              <Table.Th ta="right">Seq</Table.Th>
              <Table.Th>Event</Table.Th>
              <Table.Th>Destination</Table.Th>
              <Table.Th>Why</Table.Th>
              <Table.Th ta="right">Tries</Table.Th>
              <Table.Th>Given up</Table.Th>
              <Table.Th>
                <VisuallyHidden>Acts</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {letters.map((l) => (
              <Table.Tr key={`${l.destination}/${l.seq}`}>
                <Table.Td ta="right">
                  <Link to={paths.events} search={{ open: l.seq }}>
                    {l.seq}
                  </Link>
                </Table.Td>
                <Table.Td>
                  <EventTypeBadge type={l.event_type} />
                </Table.Td>
                <Table.Td>{l.destination}</Table.Td>
                <Table.Td>{l.last_error}</Table.Td>
                <Table.Td ta="right" className="numbers">
                  {l.attempts}
                </Table.Td>
                <Table.Td>
                  <Timestamp at={l.failed_at} />
                </Table.Td>
                <Table.Td ta="right">
                  {l.resending ? (
                    <Text size="xs" c="dimmed">
                      On its way
                    </Text>
                  ) : permission.allowed ? (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Send again: event ${l.seq}, ${l.destination}`}
                      onClick={() => resend.mutate({ destination: l.destination, seq: l.seq })}
                    >
                      Send again
                    </Button>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScroll>
    </Panel>
  );
}
