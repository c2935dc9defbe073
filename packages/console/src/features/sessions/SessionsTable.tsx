import { type AccountSession, sessions } from '@countinghouse/contract/features/sessions';
import { Badge, Button, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { deviceOf } from '../../ui/device.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const MIN_WIDTH_PX = 720;
const none: readonly AccountSession[] = [];

/** Where the person is signed in, with the way to end one session or all others. */
export function SessionsTable() {
  const [endingOthers, setEndingOthers] = useState(false);
  const source = useQuery(q(sessions.list));
  const listed = source.data?.sessions ?? none;
  const end = useWrite(sessions.revoke, {
    input: (id: string) => ({ params: { id } }),
    said: 'Session ended',
    touches: [sessions],
  });
  const endOthers = useWrite(sessions.revokeOthers, {
    input: () => ({ body: {} }),
    said: ({ revoked }) => (revoked === 1 ? '1 session ended' : `${revoked} sessions ended`),
    touches: [sessions],
    close: () => setEndingOthers(false),
  });
  return (
    <Panel
      title="Sessions"
      flush={listed.length > 0}
      aside={
        <Button size="compact-xs" variant="default" disabled={listed.length < 2} onClick={() => setEndingOthers(true)}>
          End all others
        </Button>
      }
    >
      {source.isError ? (
        <ErrorState title="Could not load the sessions" error={source.error} onRetry={() => void source.refetch()} />
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Sessions">
          <Table aria-label="Sessions">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Device</Table.Th>
                <Table.Th>Address</Table.Th>
                <Table.Th>Last seen</Table.Th>
                <Table.Th>Signed in</Table.Th>
                <Table.Th ta="right">Action</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {listed.map((s) => (
                <Table.Tr key={s.id}>
                  <Table.Td title={s.user_agent ?? undefined}>
                    <Group gap={6} wrap="nowrap">
                      <strong>{deviceOf(s.user_agent)}</strong>
                      {s.current ? <Badge color="blue">this session</Badge> : null}
                    </Group>
                  </Table.Td>
                  <Table.Td className="mono">{s.address ?? '—'}</Table.Td>
                  <Table.Td>
                    <Timestamp at={s.last_seen_at} />
                  </Table.Td>
                  <Table.Td>
                    <Timestamp at={s.created_at} />
                  </Table.Td>
                  <Table.Td ta="right">
                    {s.current ? null : (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        color="red"
                        aria-label={`End the session of ${deviceOf(s.user_agent)} from ${s.address ?? 'an unknown address'}`}
                        loading={end.isPending && end.variables === s.id}
                        onClick={() => end.mutate(s.id)}
                      >
                        End
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
      <ConfirmModal
        opened={endingOthers}
        title="End all other sessions?"
        confirmLabel="End them"
        busy={endOthers.isPending}
        onClose={() => setEndingOthers(false)}
        onConfirm={() => endOthers.mutate()}
      >
        Everywhere but here you are signed out at once. What was not sent there is lost.
      </ConfirmModal>
    </Panel>
  );
}
