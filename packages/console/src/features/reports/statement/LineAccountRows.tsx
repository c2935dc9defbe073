import type { LineAccounts, Statement, StatementLine } from '@countinghouse/contract/features/reports';
import type { Side } from '@countinghouse/contract/statement-sides';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/screen/paths.ts';
import { dayAfter } from '../../../lib/values/time.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { lineAccountsQuery, type StatementQuery } from '../queries.ts';
import type { StatementColumn } from './columns.tsx';
import { PostingsLink, type Span } from './PostingsLink.tsx';
import { StatementRow } from './StatementRow.tsx';
import { isTelling, type Period } from './statement.ts';

interface LineAccountRowsProps {
  readonly statement: Statement;
  readonly query: StatementQuery;
  readonly line: StatementLine;
  readonly on: Side;
  readonly columns: readonly StatementColumn[];
  readonly views: readonly string[];
  /** Also accounts that come to nothing. */
  readonly zero: boolean;
}

/** The accounts that a line is the sum of, each as a line below it. */
export function LineAccountRows({ statement, query, line, on, columns, views, zero }: LineAccountRowsProps) {
  const source = useQuery(lineAccountsQuery(statement.report, query, line.gl_account_id ?? ''));
  const { data } = source;
  const told = (row: ReactNode) => (
    <tr>
      <td colSpan={columns.length + 1}>{row}</td>
    </tr>
  );
  if (source.isError)
    return told(<ErrorState title="Could not load the accounts" error={source.error} onRetry={() => void source.refetch()} />);
  if (data === undefined) return told(<Skeleton height={16} width="40%" ml={80} aria-label="Loading" />);
  const accounts = data.accounts.map((account) => ({ account, line: lineOf(account, line) }));
  const shown = zero ? accounts : accounts.filter((a) => isTelling(statement, a.line, views));
  return (
    <>
      {shown.map(({ account, line: own }) => (
        <StatementRow
          key={account.id}
          line={own}
          on={on}
          columns={columns}
          kind="of-line"
          leads={(period, figure) => (
            <PostingsLink accountId={account.id} span={spanOf(statement, period)}>
              {figure}
            </PostingsLink>
          )}
        >
          <TextLink to={paths.account} params={{ accountId: account.id }}>
            {account.code}
          </TextLink>
        </StatementRow>
      ))}
      {data.complete
        ? null
        : told(
            <span className="dimmed">
              The first {data.accounts.length} by code.{' '}
              <TextLink inText to={paths.balances} search={{ gl: line.code, day: statement.period.as_of }}>
                All of them
              </TextLink>
            </span>,
          )}
    </>
  );
}

/** An account as a line below another. */
const lineOf = ({ code, amounts, translated }: LineAccounts['accounts'][number], line: StatementLine): StatementLine => ({
  ...line,
  code: '',
  title: code,
  depth: line.depth + 1,
  amounts,
  translated,
});

/** The days whose postings a figure is made of; a balance beside an earlier one is told by what came after that. */
function spanOf({ period, prior }: Statement, of: Period): Span {
  const own = of === 'prior' && prior !== null ? prior : period;
  if (own.from !== null) return { from: own.from, to: own.as_of };
  return of === 'current' && prior !== null ? { from: dayAfter(prior.as_of), to: own.as_of } : { to: own.as_of };
}
