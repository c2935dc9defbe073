import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { type Side, saySide, sidesOf } from '@countinghouse/contract/statement-sides';
import type { CSSProperties } from 'react';
import { paths } from '../../../lib/screen/paths.ts';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import type { StatementColumn } from './columns.tsx';
import classes from './StatementTable.module.css';
import { isTelling } from './statement.ts';

const INDENT_PX = 18;

interface StatementTableProps {
  readonly statement: Statement;
  readonly columns: readonly StatementColumn[];
  /** The currencies, and the translation, that the columns are of. */
  readonly views: readonly string[];
  readonly title: string;
  /** What the figures are in. */
  readonly figures: string;
  /** Also lines that come to nothing. */
  readonly zero: boolean;
}

/** The lines of a statement. A section says once on which side its figures stand; those on the other one are in parentheses. */
export function StatementTable({ statement, columns, views, title, figures, zero }: StatementTableProps) {
  const sides = sidesOf(statement.lines);
  const lines = statement.lines
    .map((line, index) => ({ line, on: sides[index] ?? 'Dr' }))
    .filter(({ line }) => zero || isTelling(statement, line, views));
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
          <tr
            key={`${line.kind} ${line.code} ${line.title} ${line.depth}`}
            className={`${classes['row']} ${classes[line.kind] ?? ''} ${index === last ? classes['last'] : ''}`}
          >
            <th
              scope="row"
              style={{ '--indent': `${Math.max(0, line.depth - 1) * INDENT_PX}px` } as CSSProperties}
              colSpan={line.kind === 'section' ? columns.length + 1 : 1}
            >
              <LineName line={line} asOf={statement.period.as_of} on={on} report={statement.report} />
            </th>
            {line.kind === 'section'
              ? null
              : columns.map((c) => (
                  <td key={c.id} className={classes['figure']} data-quiet={c.quiet} data-phone={c.onPhone} data-mark={c.mark}>
                    {c.of(line, on)}
                  </td>
                ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
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
  if (line.kind === 'total') return line.title;
  return (
    <span className={classes['name']}>
      <span className={classes['code']}>{line.kind === 'due' ? '' : line.code}</span>
      {line.kind === 'account' ? (
        <TextLink to={paths.balances} search={{ gl: line.code, day: asOf }}>
          {line.title}
        </TextLink>
      ) : (
        line.title
      )}
    </span>
  );
}
