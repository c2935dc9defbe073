import { type SignIn, signIns } from '@countinghouse/contract/features/sign-ins';
import { SegmentedControl, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { deviceOf } from '../../ui/device.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const MIN_WIDTH_PX = 760;
const TWO_ROWS_PX = 74;
const SHOWN = 20;
const none: readonly SignIn[] = [];

/** Recent sign-ins of members, and failed ones. For owners. */
export function SignInsTable() {
  const [failed, setFailed] = useState<'0' | '1'>('0');
  const source = useQuery(q(signIns.list, { query: { failed, limit: SHOWN } }));
  const shown = source.data?.sign_ins ?? none;
  return (
    <Panel
      title="Sign-ins"
      flush={shown.length > 0}
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Which sign-ins"
          value={failed}
          onChange={(next) => setFailed(next === '1' ? '1' : '0')}
          data={[
            { value: '0', label: 'Recent' },
            { value: '1', label: 'Failed' },
          ]}
        />
      }
    >
      {source.isError ? (
        <ErrorState title="Could not load the sign-ins" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={TWO_ROWS_PX} aria-label="Loading" />
      ) : shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {failed === '1' ? 'No failed sign-ins.' : 'No sign-ins yet.'}
        </Text>
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Sign-ins">
          <Table aria-label="Sign-ins">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>Member</Table.Th>
                <Table.Th>Result</Table.Th>
                <Table.Th>Address</Table.Th>
                <Table.Th>Device</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((s) => (
                <Table.Tr key={s.id}>
                  <Table.Td>
                    <Timestamp at={s.at} />
                  </Table.Td>
                  <Table.Td title={s.person.email}>{s.person.name}</Table.Td>
                  <Table.Td>
                    <StatusBadge status={s.outcome} />
                  </Table.Td>
                  <Table.Td className="mono">{s.address}</Table.Td>
                  <Table.Td title={s.user_agent}>{deviceOf(s.user_agent)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  );
}
