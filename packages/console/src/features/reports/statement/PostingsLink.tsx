import { statements } from '@countinghouse/contract/features/statements';
import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { given, q } from '../../../lib/calls/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { showDay } from '../../../lib/values/time.ts';
import classes from './StatementTable.module.css';

/** First and last value date of what a figure is made of; without a first all up to the last. */
export interface Span {
  readonly from?: string;
  readonly to: string;
}

interface PostingsLinkProps {
  readonly accountId: string;
  readonly span: Span;
  readonly children: ReactNode;
}

/** A figure of an account: it leads to the postings behind it, and says how many these are once it is looked at. */
export function PostingsLink({ accountId, span, children }: PostingsLinkProps) {
  const [isLookedAt, setLookedAt] = useState(false);
  const { data } = useQuery({ ...q(statements.totals, { params: { id: accountId }, query: given(span) }), enabled: isLookedAt });
  const look = (): void => setLookedAt(true);
  return (
    <Tooltip label={data === undefined ? 'Counting postings…' : sayPostings(data.count, span)}>
      <Link
        to={paths.account}
        params={{ accountId }}
        search={span as never}
        className={classes['postings'] ?? ''}
        onFocus={look}
        onMouseEnter={look}
      >
        {children}
      </Link>
    </Tooltip>
  );
}

const sayPostings = (count: number, { from, to }: Span): string =>
  `${showCount(count)} ${count === 1 ? 'posting' : 'postings'}${from === undefined ? ' up to' : `, ${showDay(from, to.slice(0, 4))} to`} ${showDay(to, '')}`;
