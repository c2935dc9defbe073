import { Anchor, Skeleton } from '@mantine/core';
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { readMinorE8 } from '../../../lib/values/money.ts';
import { showDay } from '../../../lib/values/time.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Line, Lines } from '../../../ui/table/Lines.tsx';
import classes from './Cash.module.css';
import { AHEAD_DAYS, cashQuery, linesOf, lowestFrom, todayOf } from './query.ts';

const SHOWN = 5;

/** What is value-dated ahead, and how low it takes the cash. */
export function FlowsAhead() {
  const { data } = useQuery(cashQuery(90));
  const [all] = data === undefined ? [] : linesOf(data);
  const low = data === undefined || all === undefined ? 0 : lowestFrom(all.balancesE8, todayOf(data));
  return (
    <Panel
      title="Flows ahead"
      flush
      fill
      aside={
        <Anchor size="xs" px={8} renderRoot={(props) => <Link {...props} to={paths.cashPosition} />}>
          Cash position
        </Anchor>
      }
    >
      {data === undefined ? <Skeleton height={220} m="sm" w="auto" /> : null}
      {data?.flows.length === 0 ? <p className={classes['none']}>Nothing is value-dated on the next {AHEAD_DAYS} days.</p> : null}
      <Lines label="Flows ahead">
        {data?.flows.slice(0, SHOWN).map((flow, i) => {
          const amountE8 = readMinorE8(flow.amount, flow.minorUnits);
          const Direction = amountE8 < 0n ? IconArrowUpRight : IconArrowDownLeft;
          const words = flow.narrative === '' ? flow.account_code : flow.narrative;
          return (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: an intent may have several rows alike
              key={`${flow.intent_id} ${flow.value_date} ${i}`}
              before={
                <Direction
                  size={15}
                  stroke={2}
                  role="img"
                  aria-label={amountE8 < 0n ? 'out' : 'in'}
                  className={amountE8 < 0n ? classes['out'] : classes['in']}
                />
              }
              title={
                flow.intent_id === null ? (
                  <span title={words}>{words}</span>
                ) : (
                  <Link to={paths.intent} params={{ intentId: flow.intent_id }} title={words}>
                    {words}
                  </Link>
                )
              }
              below={<time dateTime={flow.value_date}>{showDay(flow.value_date)}</time>}
            >
              <Money amountE8={amountE8} minorUnits={flow.minorUnits} currency={flow.currency} showCurrency plus />
            </Line>
          );
        })}
      </Lines>
      {data === undefined || all === undefined ? null : (
        <div className={classes['foot']}>
          <span>
            Lowest on {showDay(data.days[low] ?? '')}, in {all.currency}
          </span>
          <strong>
            <Money amountE8={all.balancesE8[low] ?? 0n} minorUnits={all.minorUnits} currency={all.currency} side />
          </strong>
        </div>
      )}
    </Panel>
  );
}
