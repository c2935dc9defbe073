import { CASH_RANGES_DAYS } from '@countinghouse/contract/features/reports';
import { ActionIcon, SegmentedControl, Skeleton, Table } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDay } from '../../../lib/values/time.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import classes from './Cash.module.css';
import { CashChart } from './CashChart.tsx';
import { type CashLine, type CashRange, cashQuery, linesOf, todayOf } from './query.ts';

const rangeWords: Readonly<Record<CashRange, string>> = { 30: '30 d', 90: '90 d', 365: '1 y' };
const nameOf = (line: CashLine): string => (line.accounts === null ? 'Translated' : line.currency);

/** The same as the chart, for whoever reads figures. */
function CashDays({ line, days, today }: { readonly line: CashLine; readonly days: readonly string[]; readonly today: number }) {
  return (
    <div className={classes['days']}>
      <TableScroll minWidth={320} label="Cash over time">
        <Table aria-label="Cash over time">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th ta="right">Net of the day</Table.Th>
              <Table.Th ta="right">Balance, {line.currency}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.slice(1).map((day, i) => {
              const [before = 0n, after = 0n] = line.balancesE8.slice(i, i + 2);
              return (
                <Table.Tr key={day}>
                  <Table.Th scope="row">
                    {showDay(day)}
                    {i + 1 > today ? <span className="dimmed"> ahead</span> : null}
                  </Table.Th>
                  <Table.Td ta="right">
                    {after === before ? (
                      '–'
                    ) : (
                      <Money amountE8={after - before} minorUnits={line.minorUnits} currency={line.currency} plus />
                    )}
                  </Table.Td>
                  <Table.Td ta="right">
                    <Money amountE8={after} minorUnits={line.minorUnits} currency={line.currency} side />
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

/** Cash at the end of each day, and what is value-dated ahead: as a chart, or as a table. */
export function CashOverTime() {
  const [range, setRange] = useState<CashRange>(window.innerWidth < 640 ? 30 : 90);
  const [chosen, setChosen] = useState<string | null>(null);
  const [asTable, setAsTable] = useState(false);
  const { data } = useQuery(cashQuery(range));
  const lines = data === undefined ? [] : linesOf(data);
  const line = lines.find((l) => nameOf(l) === chosen) ?? lines[0];
  return (
    <Panel
      title="Cash over time"
      flush
      aside={
        <div className={classes['choices']}>
          {lines.length < 2 || line === undefined ? null : (
            <SegmentedControl
              className={classes['currencies'] ?? ''}
              aria-label="Currency"
              data={lines.map(nameOf)}
              value={nameOf(line)}
              onChange={setChosen}
            />
          )}
          <SegmentedControl
            aria-label="Range"
            data={CASH_RANGES_DAYS.map((days) => ({ value: String(days), label: rangeWords[days] }))}
            value={String(range)}
            onChange={(value) => setRange(Number(value) as CashRange)}
          />
          <ActionIcon
            aria-label="Show as a table"
            aria-pressed={asTable}
            variant={asTable ? 'light' : 'subtle'}
            onClick={() => setAsTable(!asTable)}
          >
            <IconTable size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      }
    >
      {data === undefined || line === undefined ? (
        <Skeleton height={238} m="sm" w="auto" />
      ) : asTable ? (
        <CashDays line={line} days={data.days} today={todayOf(data)} />
      ) : (
        <CashChart line={line} days={data.days} today={todayOf(data)} />
      )}
    </Panel>
  );
}
