import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { type Side, saySide, sidesOf } from '@countinghouse/contract/statement-sides';
import { Fragment } from 'react';
import { paths } from '../../../lib/screen/paths.ts';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import type { StatementQuery } from '../queries.ts';
import type { StatementColumn } from './columns.tsx';
import { unfolded } from './folds.ts';
import { LineAccountRows } from './LineAccountRows.tsx';
import { type Fold, StatementRow } from './StatementRow.tsx';
import classes from './StatementTable.module.css';
import { isTelling } from './statement.ts';

/** What is open and what is folded, by code. */
export interface Folds {
  /** Lines that are open: their accounts are shown. */
  readonly open: ReadonlySet<string>;
  /** Groups that are folded. */
  readonly folded: ReadonlySet<string>;
  readonly toggle: (line: StatementLine) => void;
}

interface StatementTableProps {
  readonly statement: Statement;
  /** What it was asked with. */
  readonly query: StatementQuery;
  readonly columns: readonly StatementColumn[];
  /** The currencies, and the translation, that the columns are of. */
  readonly views: readonly string[];
  readonly title: string;
  /** What the figures are in. */
  readonly figures: string;
  /** Also lines that come to nothing. */
  readonly zero: boolean;
  readonly folds: Folds;
}

/** The lines of a statement. A section says once on which side its figures stand; those on the other one are in parentheses. */
export function StatementTable({ statement, query, columns, views, title, figures, zero, folds }: StatementTableProps) {
  const sides = sidesOf(statement.lines);
  const telling = statement.lines
    .map((line, index) => ({ line, on: sides[index] ?? 'Dr' }))
    .filter(({ line }) => zero || isTelling(statement, line, views));
  const lines = unfolded(telling, folds.folded);
  const last = lines.length - 1;
  return (
    <table className={classes['table']} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{statement.report === 'trial-balance' ? 'GL account' : figures}</th>
          {columns.map((c) => (
            <th key={c.id} scope="col" className={classes['figure']} data-quiet={c.quiet} data-slot={c.slot}>
              {c.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, on }, index) => (
          <Fragment key={`${line.kind} ${line.code} ${line.title} ${line.depth}`}>
            <StatementRow line={line} on={on} columns={columns} kind={line.kind} isLast={index === last} fold={foldOf(line, folds)}>
              <LineName line={line} asOf={statement.period.as_of} on={on} report={statement.report} />
            </StatementRow>
            {line.kind === 'account' && folds.open.has(line.code) ? (
              <LineAccountRows statement={statement} query={query} line={line} on={on} columns={columns} views={views} zero={zero} />
            ) : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** A group folds, a GL account opens into its accounts. */
function foldOf(line: StatementLine, { open, folded, toggle }: Folds): Fold | undefined {
  if (line.kind !== 'group' && line.kind !== 'account') return undefined;
  const isGroup = line.kind === 'group';
  return {
    name: isGroup ? `Lines below ${line.title}` : `Accounts of ${line.title}`,
    isOpen: isGroup ? !folded.has(line.code) : open.has(line.code),
    toggle: () => toggle(line),
  };
}

interface LineNameProps {
  readonly line: StatementLine;
  readonly asOf: string;
  readonly on: Side;
  readonly report: Statement['report'];
}

/** A GL account leads to its accounts, with the balances of the statement's day. */
function LineName({ line, asOf, on, report }: LineNameProps) {
  if (line.kind === 'section')
    return (
      <>
        {line.title} <span className={classes['side']}>{saySide(report, on)}</span>
      </>
    );
  if (line.kind !== 'account') return line.title;
  return (
    <TextLink to={paths.balances} search={{ gl: line.code, day: asOf }}>
      {line.title}
    </TextLink>
  );
}
