import { Table } from '@mantine/core';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../money/Money.tsx';
import { TableScroll } from '../table/TableScroll.tsx';
import classes from './DayChart.module.css';
import type { DayBalances } from './DayChart.tsx';

/** The same as the chart, for whoever reads figures. */
export function DayTable({ label, days, today, balancesE8, currency, minorUnits }: DayBalances & { readonly label: string }) {
  return (
    <div className={classes['days']}>
      <TableScroll minWidth={320} label={label}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th ta="right">Net of the day</Table.Th>
              <Table.Th ta="right">Balance, {currency}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.slice(1).map((day, i) => {
              const [before = 0n, after = 0n] = balancesE8.slice(i, i + 2);
              return (
                <Table.Tr key={day}>
                  <Table.Th scope="row">
                    {showDay(day)}
                    {i + 1 > today ? <span className="dimmed"> ahead</span> : null}
                  </Table.Th>
                  <Table.Td ta="right">
                    {after === before ? '–' : <Money amountE8={after - before} minorUnits={minorUnits} currency={currency} plus />}
                  </Table.Td>
                  <Table.Td ta="right">
                    <Money amountE8={after} minorUnits={minorUnits} currency={currency} side />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </TableScroll>
    </div>
  );
}
