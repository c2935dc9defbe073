import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import type { ReactNode } from 'react';
import { paths } from '../../lib/screen/paths.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Figure } from './Figure.tsx';
import classes from './StatementTable.module.css';
import { type Cell, cellOf, dayOf, isTelling, SIDE_BY_SIDE, sideTotals, TRANSLATED } from './statement.ts';

const INDENT_PX = 18;

interface StatementTableProps {
  readonly statement: Statement;
  readonly view: string;
  readonly title: string;
  /** Also lines that come to nothing. */
  readonly zero: boolean;
}

interface Column {
  readonly id: string;
  readonly label: string;
  readonly of: (line: StatementLine) => ReactNode;
}

/** The lines of a statement. Debit and credit have columns of their own in a trial balance; elsewhere a figure says its side. */
export function StatementTable({ statement, view, title, zero }: StatementTableProps) {
  const views = view === SIDE_BY_SIDE ? [...statement.currencies.map((c) => c.code), TRANSLATED] : [view];
  const columns = statement.report === 'trial-balance' ? trialColumns(statement, views) : signedColumns(statement, views);
  const lines = zero ? statement.lines : statement.lines.filter((line) => isTelling(statement, line, views));
  const last = lines.length - 1;
  return (
    <table className={classes['table']} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{statement.report === 'trial-balance' ? 'GL account' : 'Line'}</th>
          {columns.map((c) => (
            <th key={c.id} scope="col" className={classes['figure']}>
              {c.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr
            key={`${line.kind} ${line.code} ${line.title} ${line.depth}`}
            className={`${classOf(line)} ${index === last ? classes['last'] : ''}`}
          >
            <th scope="row" style={{ paddingLeft: 16 + line.depth * INDENT_PX }} colSpan={line.kind === 'section' ? columns.length + 1 : 1}>
              <LineName line={line} asOf={statement.period.as_of} />
            </th>
            {line.kind === 'section'
              ? null
              : columns.map((c) => (
                  <td key={c.id} className={classes['figure']}>
                    {c.of(line)}
                  </td>
                ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isComputed = ({ kind }: StatementLine): boolean => ['due', 'retained', 'result', 'rounding'].includes(kind);

const classOf = (line: StatementLine): string =>
  [classes['row'], isComputed(line) ? classes['computed'] : classes[line.kind]].filter((name) => name !== undefined).join(' ');

/** A GL account leads to its accounts, with the balances of the statement's day. */
function LineName({ line, asOf }: { readonly line: StatementLine; readonly asOf: string }) {
  if (line.kind !== 'account' && line.kind !== 'group') return line.title;
  return (
    <>
      <span className={classes['code']}>{line.code}</span>{' '}
      {line.kind === 'account' ? (
        <TextLink to={paths.balances} search={{ gl: line.code, day: asOf }}>
          {line.title}
        </TextLink>
      ) : (
        line.title
      )}
    </>
  );
}

const labelOf = (statement: Statement, view: string, day: string, alone: boolean): string => {
  if (alone) return day;
  return view === TRANSLATED ? `${statement.translation.currency}, translated` : view;
};

function periodsOf({ period, prior }: Statement, alone: boolean): readonly (readonly ['current' | 'prior', string])[] {
  const current = ['current', dayOf(period)] as const;
  return prior === null || !alone ? [current] : [current, ['prior', dayOf(prior)]];
}

function signedColumns(statement: Statement, views: readonly string[]): readonly Column[] {
  const alone = views.length === 1;
  const figures = views.flatMap((view) =>
    periodsOf(statement, alone).map(
      ([column, day]): Column => ({
        id: `${view} ${column}`,
        label: labelOf(statement, view, day, alone),
        of: (line) => <Figure cell={cellOf(statement, line, view, column)} side />,
      }),
    ),
  );
  const [view = TRANSLATED] = views;
  if (!alone || statement.prior === null) return figures;
  return [...figures, { id: 'change', label: 'Change', of: (line) => <Figure cell={changeOf(statement, line, view)} side /> }];
}

function changeOf(statement: Statement, line: StatementLine, view: string): Cell {
  const [now, then] = [cellOf(statement, line, view, 'current'), cellOf(statement, line, view, 'prior')];
  const known = now.amountE8 !== null && then.amountE8 !== null;
  return { ...now, amountE8: known ? (now.amountE8 ?? 0n) - (then.amountE8 ?? 0n) : null, lacksRate: now.lacksRate || then.lacksRate };
}

function trialColumns(statement: Statement, views: readonly string[]): readonly Column[] {
  const alone = views.length === 1;
  return views.flatMap((view) =>
    periodsOf(statement, alone).flatMap(([column, day]) => {
      const label = labelOf(statement, view, day, alone);
      const totals = sideTotals(statement, view, column);
      const onSide = (line: StatementLine, side: 'Dr' | 'Cr'): Cell => {
        const cell = cellOf(statement, line, view, column);
        if (line.kind === 'total') {
          const amountE8 = side === 'Dr' ? totals.debitE8 : totals.creditE8;
          return { ...cell, amountE8, lacksRate: amountE8 === null };
        }
        const { amountE8 } = cell;
        if (amountE8 === null) return { ...cell, lacksRate: cell.lacksRate && side === 'Dr' };
        const stands = side === 'Dr' ? amountE8 > 0n : amountE8 < 0n;
        return { ...cell, amountE8: stands ? (amountE8 < 0n ? -amountE8 : amountE8) : null, lacksRate: false };
      };
      return (['Dr', 'Cr'] as const).map((side) => ({
        id: `${view} ${column} ${side}`,
        label: `${side === 'Dr' ? 'Debit' : 'Credit'} ${label}`,
        of: (line: StatementLine) => <Figure cell={onSide(line, side)} side={false} />,
      }));
    }),
  );
}
