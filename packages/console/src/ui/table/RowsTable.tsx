import type { PostedRow } from '@countinghouse/contract/features/holds';
import { Table } from '@mantine/core';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { minorUnitsIn, readAmountE8 } from '../../lib/values/money.ts';
import { Money } from '../money/Money.tsx';
import { Day } from '../value/Day.tsx';
import { TableScroll } from './TableScroll.tsx';

const MIN_WIDTH_PX = 520;

/** Rows as they are posted or held: who is debited, who credited, how much, for which day. */
export function RowsTable({ label, rows }: { readonly label: string; readonly rows: readonly PostedRow[] }) {
  const currencies = useCurrencies();
  return (
    <TableScroll minWidth={MIN_WIDTH_PX} label={label}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Debit</Table.Th>
            <Table.Th>Credit</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th>Value date</Table.Th>
            <Table.Th>Narrative</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.line}>
              <Table.Td fw={600}>{row.debit_code}</Table.Td>
              <Table.Td fw={600}>{row.credit_code}</Table.Td>
              <Table.Td ta="right">
                <Money
                  amountE8={readAmountE8(row.amount)}
                  minorUnits={minorUnitsIn(currencies, row.currency)}
                  currency={row.currency}
                  showCurrency
                />
              </Table.Td>
              <Table.Td>
                <Day on={row.value_date} />
              </Table.Td>
              <Table.Td className={row.narrative === '' ? 'dimmed' : ''}>{row.narrative === '' ? '—' : row.narrative}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}
