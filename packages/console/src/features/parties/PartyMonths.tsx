import type { PartyPosition } from '@countinghouse/contract/features/parties';
import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { readMinorE8 } from '../../lib/values/money.ts';
import { MONTHS } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './Party.module.css';

const SHOWN = 12;
const PER_CENT = 100n;

/** The last twelve months, the last one the month of `now`: `YYYY-MM`. */
const monthsUpTo = (now: Date): readonly string[] =>
  Array.from({ length: SHOWN }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - SHOWN + 1 + i, 1)).toISOString().slice(0, 7),
  );

const nameOf = (month: string): string => MONTHS[Number(month.slice(5)) - 1] ?? month;

/** What the accounts of a party were debited and credited with, month by month; beside the bars a table for whoever does not see them. */
export function PartyMonths({ position }: { readonly position: PartyPosition }) {
  const currencies = [...new Set(position.months.map((m) => m.currency))];
  const [chosen, setChosen] = useState<string>();
  const currency = chosen !== undefined && currencies.includes(chosen) ? chosen : currencies[0];
  if (currency === undefined) return null;
  const own = position.months.filter((m) => m.currency === currency);
  const minorUnits = own[0]?.minorUnits ?? 0;
  const rows = monthsUpTo(new Date()).map((month) => {
    const found = own.find((m) => m.month === month);
    return {
      month,
      debitsE8: readMinorE8(found?.debits ?? '0', minorUnits),
      creditsE8: readMinorE8(found?.credits ?? '0', minorUnits),
    };
  });
  const highestE8 = rows.flatMap((r) => [r.debitsE8, r.creditsE8]).reduce((most, e8) => (e8 > most ? e8 : most), 1n);
  const heightOf = (e8: bigint): string => `${(e8 * PER_CENT) / highestE8}%`;
  const sum = (side: 'debitsE8' | 'creditsE8') => (
    <Money amountE8={rows.reduce((all, r) => all + r[side], 0n)} minorUnits={minorUnits} currency={currency} showCurrency />
  );
  return (
    <Panel
      title="By month"
      flush
      aside={
        <div className={classes['legend']}>
          <span>Debited {sum('debitsE8')}</span>
          <span data-side="credit">Credited {sum('creditsE8')}</span>
          {currencies.length < 2 ? null : (
            <SegmentedControl aria-label="Currency" data={currencies} value={currency} onChange={setChosen} />
          )}
        </div>
      }
    >
      <div className={classes['bars']} aria-hidden>
        {rows.map(({ month, debitsE8, creditsE8 }) => (
          <div key={month} className={classes['month']}>
            <div className={classes['pair']}>
              <Bar side="debit" amountE8={debitsE8} height={heightOf(debitsE8)} />
              <Bar side="credit" amountE8={creditsE8} height={heightOf(creditsE8)} />
            </div>
            <span>{nameOf(month)}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <table aria-label={`By month, ${currency}`}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Debited</th>
              <th scope="col">Credited</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ month, debitsE8, creditsE8 }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>
                  <Money amountE8={debitsE8} minorUnits={minorUnits} inControl />
                </td>
                <td>
                  <Money amountE8={creditsE8} minorUnits={minorUnits} inControl />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Panel>
  );
}

function Bar({ side, amountE8, height }: { readonly side: 'debit' | 'credit'; readonly amountE8: bigint; readonly height: string }) {
  return <div className={classes['bar']} data-side={side} {...(amountE8 === 0n ? { 'data-none': true } : {})} style={{ height }} />;
}
