import type { Period, periods } from '@countinghouse/contract/features/periods';
import type { RouteOk } from '@countinghouse/contract/wire';
import { Table, Text } from '@mantine/core';
import { paths } from '../../lib/screen/paths.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

interface SealedBalanceProps {
  readonly period: Period;
  readonly balances: RouteOk<typeof periods.get>['balances'];
}

/** The trial balance as the lock sealed it; accounts that came to nothing are left out. */
export function SealedBalance({ period, balances }: SealedBalanceProps) {
  const lines = balances.filter((b) => readMinorE8(b.balance, b.minorUnits) !== 0n);
  const at = { as_of: period.period_end, seq: String(period.locked_seq) };
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        Sealed trial balance. As statements:{' '}
        <TextLink to={paths.trialBalance} search={at}>
          Trial balance
        </TextLink>
        {' · '}
        <TextLink to={paths.balanceSheet} search={at}>
          Balance sheet
        </TextLink>
        {' · '}
        <TextLink to={paths.incomeStatement} search={{ from: period.period_start, to: period.period_end, seq: at.seq }}>
          Income statement
        </TextLink>
      </Text>
      {lines.length === 0 ? (
        <Text size="sm">Every account had a balance of zero.</Text>
      ) : (
        <Table aria-label="Sealed trial balance" fz="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>GL account</Table.Th>
              <Table.Th ta="right">Balance</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((b) => (
              <Table.Tr key={`${b.gl_account_id}${b.currency}`}>
                <Table.Td>
                  <span className="mono">{b.code}</span> {b.title}
                </Table.Td>
                <Table.Td ta="right" className="nowrap">
                  <Money
                    amountE8={readMinorE8(b.balance, b.minorUnits)}
                    minorUnits={b.minorUnits}
                    currency={b.currency}
                    showCurrency
                    side
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
