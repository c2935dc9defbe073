import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DayTable } from '../../../ui/chart/DayTable.tsx';
import { firstRange, RangeChoice } from '../../../ui/chart/RangeChoice.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import classes from './Cash.module.css';
import { CashChart } from './CashChart.tsx';
import { type CashLine, cashQuery, linesOf, todayOf } from './query.ts';

const nameOf = (line: CashLine): string => (line.accounts === null ? 'Translated' : line.currency);

/** Cash at the end of each day, and what is value-dated ahead: as a chart, or as a table. */
export function CashOverTime() {
  const [range, setRange] = useState(firstRange);
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
          <RangeChoice range={range} onRange={setRange} asTable={asTable} onAsTable={setAsTable} />
        </div>
      }
    >
      {data === undefined || line === undefined ? (
        <Skeleton height={238} m="sm" w="auto" />
      ) : asTable ? (
        <DayTable
          label="Cash over time"
          days={data.days}
          today={todayOf(data)}
          balancesE8={line.balancesE8}
          currency={line.currency}
          minorUnits={line.minorUnits}
        />
      ) : (
        <CashChart line={line} days={data.days} today={todayOf(data)} />
      )}
    </Panel>
  );
}
