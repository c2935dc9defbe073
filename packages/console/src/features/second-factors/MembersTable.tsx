import { type MemberSecondFactor, secondFactors } from '@countinghouse/contract/features/second-factors';
import { Badge, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { roleColor, roleWord } from '../../lib/session/use-tenant.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const MIN_WIDTH_PX = 560;
const TWO_ROWS_PX = 74;
const none: readonly MemberSecondFactor[] = [];

/** Which members have a second factor, and when they signed in last. For owners. */
export function MembersTable() {
  const source = useQuery(q(secondFactors.members));
  const members = source.data?.members ?? none;
  const without = members.filter((m) => !m.active && m.passkeys === 0).length;
  return (
    <Panel
      title="Second factors"
      flush={members.length > 0}
      aside={
        <Text size="sm" c="dimmed">
          {source.isPending ? 'Loading…' : `${members.length - without} of ${members.length} members have one`}
        </Text>
      }
    >
      {source.isError ? (
        <ErrorState title="Could not load the second factors" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={TWO_ROWS_PX} aria-label="Loading" />
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Second factors">
          <Table aria-label="Second factors">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Member</Table.Th>
                <Table.Th>Role</Table.Th>
                <Table.Th>Authenticator app</Table.Th>
                <Table.Th>Passkeys</Table.Th>
                <Table.Th>Last sign-in</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {members.map((m) => (
                <Table.Tr key={m.id}>
                  <Table.Td title={m.email}>
                    <strong>{m.name}</strong> <span className="dimmed">{m.email}</span>
                  </Table.Td>
                  <Table.Td>
                    <Badge color={roleColor[m.role]}>{roleWord[m.role]}</Badge>
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge status={m.active ? 'on' : 'off'} />
                  </Table.Td>
                  <Table.Td>{m.passkeys === 0 ? <span className="dimmed">—</span> : m.passkeys}</Table.Td>
                  <Table.Td>
                    {m.last_sign_in_at === null ? <span className="dimmed">—</span> : <Timestamp at={m.last_sign_in_at} />}
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
