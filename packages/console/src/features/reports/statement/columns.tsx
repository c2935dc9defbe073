// The columns of figures of a statement. Debit and credit have columns of their own in a trial balance; elsewhere a section says its
// side once, and a column beside that of the period before says by how much a figure changed.
import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import type { Side } from '@countinghouse/contract/statement-sides';
import type { ReactNode } from 'react';
import { showAmountE8 } from '../../../lib/values/money.ts';
import { Figure } from './Figure.tsx';
import { type Cell, cellOf, changeOf, changeTenths, dayOf, type Period, sideTotals, TRANSLATED } from './statement.ts';

const TENTH_E8 = 10_000_000n;

export interface StatementColumn {
  readonly id: string;
  readonly label: string;
  /** This period's figures are in ink, others quiet. */
  readonly quiet: boolean;
  /** Its figures end in the slot of a parenthesis. */
  readonly slot: boolean;
  /** Where it stands on a phone: behind the name, on a line of its own below, two on such a line, or not at all. */
  readonly onPhone: 'first' | 'line' | 'pair' | 'none';
  /** What says there which column it is, where that is not plain. */
  readonly mark?: string;
  readonly of: (line: StatementLine, on: Side, leads?: Leads) => ReactNode;
}

/** Makes the figure of a period lead to what it is made of. */
export type Leads = (period: Period, figure: ReactNode) => ReactNode;

const leading = (leads: Leads | undefined, period: Period) =>
  leads === undefined ? {} : { lead: (figure: ReactNode) => leads(period, figure) };

const labelOf = (statement: Statement, view: string, day: string, alone: boolean): string => {
  if (alone) return day;
  return view === TRANSLATED ? `${statement.translation.currency}, translated` : view;
};

function periodsOf({ period, prior }: Statement, alone: boolean): readonly (readonly [Period, string])[] {
  const current = ['current', dayOf(period)] as const;
  return prior === null || !alone ? [current] : [current, ['prior', dayOf(prior)]];
}

export const columnsOf = (statement: Statement, views: readonly string[]): readonly StatementColumn[] =>
  statement.report === 'trial-balance' ? trialColumns(statement, views) : signedColumns(statement, views);

function signedColumns(statement: Statement, views: readonly string[]): readonly StatementColumn[] {
  const alone = views.length === 1;
  const figures = views.flatMap((view) =>
    periodsOf(statement, alone).map(([period, day]): StatementColumn => {
      const label = labelOf(statement, view, day, alone);
      return {
        id: `${view} ${period}`,
        label,
        quiet: period === 'prior',
        slot: true,
        onPhone: period === 'prior' ? 'none' : alone ? 'first' : 'line',
        ...(alone ? {} : { mark: label }),
        of: (line, on, leads) => <Figure cell={cellOf(statement, line, view, period)} on={on} {...leading(leads, period)} />,
      };
    }),
  );
  const [view = TRANSLATED] = views;
  if (!alone || statement.prior === null) return figures;
  const change = { quiet: true, slot: false, onPhone: 'pair' } as const;
  return [
    ...figures,
    { ...change, id: 'change', label: 'Change', of: (line, on) => <Figure cell={changeOf(statement, line, view, on)} on="change" /> },
    { ...change, id: 'share', label: '%', of: (line, on) => shareOf(statement, line, view, on) },
  ];
}

function shareOf(statement: Statement, line: StatementLine, view: string, side: Side): ReactNode {
  const [now, then] = (['current', 'prior'] as const).map((period) => cellOf(statement, line, view, period));
  if (now === undefined || then === undefined || now.lacksRate || then.lacksRate) return null;
  const tenths = changeTenths(now.amountE8 ?? 0n, then.amountE8 ?? 0n, side);
  if (tenths === null) return <span className="dimmed">–</span>;
  return (
    <span className="numbers" data-amount>
      {tenths < 0n ? '' : '+'}
      {showAmountE8(tenths * TENTH_E8, 1)} %
    </span>
  );
}

function trialColumns(statement: Statement, views: readonly string[]): readonly StatementColumn[] {
  const alone = views.length === 1;
  return views.flatMap((view) =>
    periodsOf(statement, alone).flatMap(([period, day]) => {
      const label = labelOf(statement, view, day, alone);
      const totals = sideTotals(statement, view, period);
      const onSide = (line: StatementLine, side: Side): Cell => {
        const cell = cellOf(statement, line, view, period);
        if (line.kind === 'total') {
          const amountE8 = side === 'Dr' ? totals.debitE8 : totals.creditE8;
          return { ...cell, amountE8: amountE8 === null || side === 'Dr' ? amountE8 : -amountE8, lacksRate: amountE8 === null };
        }
        const { amountE8 } = cell;
        if (amountE8 === null) return { ...cell, lacksRate: cell.lacksRate && side === 'Dr' };
        const stands = amountE8 === 0n || amountE8 > 0n === (side === 'Dr');
        return { ...cell, amountE8: stands ? amountE8 : null, lacksRate: false };
      };
      return (['Dr', 'Cr'] as const).map(
        (side): StatementColumn => ({
          id: `${view} ${period} ${side}`,
          label: `${side === 'Dr' ? 'Debit' : 'Credit'} ${label}`,
          quiet: period === 'prior',
          slot: true,
          onPhone: period === 'prior' || !alone ? 'line' : 'first',
          mark: alone ? side : `${view === TRANSLATED ? statement.translation.currency : view} ${side}`,
          of: (line, _on, leads) => <Figure cell={onSide(line, side)} on={side} {...leading(leads, period)} />,
        }),
      );
    }),
  );
}
