import { BALANCES_PREVIEW_SIZE } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { Anchor, Badge, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

/** The first balances, as a tile: Account, Currency, Balance. */
export function BalancesPreview() {
  const source = useQuery(q(balances.get, { query: { limit: BALANCES_PREVIEW_SIZE } }));
  const accounts = source.data?.accounts ?? [];
  return (
    <Panel
      title="Balances"
      flush
      aside={
        <Anchor size="xs" px={8} renderRoot={(props) => <Link {...props} to={paths.balances} />}>
          All balances
        </Anchor>
      }
    >
      {source.isError ? <ErrorState title="Could not load balances" error={source.error} onRetry={() => void source.refetch()} /> : null}
      {source.isPending ? <Skeleton height={150} m="sm" w="auto" /> : null}
      {accounts.length === 0 ? null : (
        <Table aria-label="Balances">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Account</Table.Th>
              <Table.Th>Currency</Table.Th>
              <Table.Th ta="right">Balance</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map((account) => (
              <Table.Tr key={account.id}>
                <Table.Td fw={600}>
                  <TextLink to={paths.account} params={{ accountId: account.id }}>
                    {account.code}
                  </TextLink>
                </Table.Td>
                <Table.Td>
                  <Badge color="gray">{account.currency}</Badge>
                </Table.Td>
                <Table.Td ta="right">
                  <Money
                    amountE8={readMinorE8(account.balance, account.minorUnits)}
                    minorUnits={account.minorUnits}
                    currency={account.currency}
                    side
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {source.isSuccess && accounts.length === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          No accounts yet.
        </Text>
      ) : null}
    </Panel>
  );
}
