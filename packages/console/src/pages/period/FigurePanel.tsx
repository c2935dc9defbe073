import { ACCOUNTS_LIST_MAX, accounts } from '@countinghouse/contract/features/accounts';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import type { Period } from '@countinghouse/contract/features/periods';
import { statements } from '@countinghouse/contract/features/statements';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { Skeleton, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { readAmountE8 } from '../../lib/values/money.ts';
import { dayBefore, showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import classes from './Period.module.css';
import { type FigureName, figureWords } from './trial-balance.ts';

interface Part {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly amountE8: bigint;
}
/** Value dates, both ends included. */
interface Range {
  readonly from?: string;
  readonly to: string;
}

interface FigurePanelProps {
  readonly period: Period;
  /** Code of the GL account. */
  readonly gl: string;
  readonly figure: FigureName;
  readonly onClose: () => void;
}

/** What a figure of the trial balance is made of: the accounts that map to the GL account, and of each its postings. */
export function FigurePanel({ period, gl, figure, onClose }: FigurePanelProps) {
  const start = dayBefore(period.period_start);
  const before = useQuery(q(accounts.search, { query: { gl_account: gl, as_of: start, limit: ACCOUNTS_LIST_MAX } }));
  const now = useQuery(q(accounts.search, { query: { gl_account: gl, as_of: period.period_end, limit: ACCOUNTS_LIST_MAX } }));
  const range: Range =
    figure === 'opening' ? { to: start } : { to: period.period_end, ...(figure === 'movement' ? { from: period.period_start } : {}) };
  const title = useQuery(q(glAccounts.list)).data?.gl.find(({ code }) => code === gl)?.title;
  const failed = [before, now].find((source) => source.isError);
  const isLoaded = before.data !== undefined && now.data !== undefined;
  const openings = new Map((before.data?.accounts ?? []).map((a) => [a.id, readAmountE8(a.balance)]));
  const parts = (now.data?.accounts ?? []).flatMap(({ id, code, currency, balance }): readonly Part[] => {
    const opening = openings.get(id) ?? 0n;
    const closing = readAmountE8(balance);
    if (opening === 0n && closing === 0n) return [];
    return [{ id, code, currency, amountE8: { opening, movement: closing - opening, closing }[figure] }];
  });
  const days = range.from === undefined ? `up to ${showDay(range.to)}` : `${showDay(range.from)} to ${showDay(range.to)}`;
  return (
    <SidePanel
      title={`${title === undefined ? gl : `${gl} ${title}`}, ${figureWords[figure]}`}
      actions={
        <Text size="xs">
          <TextLink to={paths.balances} search={{ gl, day: range.to }}>
            In the balances
          </TextLink>
        </Text>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="xs">
        By value date, {days}. Choose an account to see its postings.
      </Text>
      {failed === undefined ? null : (
        <ErrorState title="Could not load the accounts" error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {failed === undefined && !isLoaded ? <Skeleton height={120} aria-label="Loading" /> : null}
      <ul className={classes['parts']} aria-label="Accounts of the figure">
        {parts.map((part) => (
          <PartLine key={part.id} part={part} range={range} movement={figure === 'movement'} alone={parts.length === 1} />
        ))}
      </ul>
      {now.data === undefined || now.data.next === null ? null : (
        <Text size="xs" c="dimmed">
          The first {ACCOUNTS_LIST_MAX} accounts by code. The balances list all of them.
        </Text>
      )}
    </SidePanel>
  );
}

interface PartLineProps {
  readonly part: Part;
  readonly range: Range;
  readonly movement: boolean;
  /** The only one: open at once. */
  readonly alone: boolean;
}

function PartLine({ part, range, movement, alone }: PartLineProps) {
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? alone;
  return (
    <li>
      <button type="button" className={classes['part']} aria-expanded={open} onClick={() => setChosen(!open)}>
        <IconChevronRight size={14} aria-hidden data-open={open} />
        <span>{part.code}</span>
        <Money
          amountE8={part.amountE8}
          minorUnits={minorUnitsOf(part.currency)}
          currency={part.currency}
          showCurrency
          inControl
          {...(movement ? { plus: true } : { side: true })}
        />
      </button>
      {open ? <Postings accountId={part.id} code={part.code} range={range} /> : null}
    </li>
  );
}

/** The latest postings of an account in the range, a debit above zero. */
function Postings({ accountId, code, range }: { readonly accountId: string; readonly code: string; readonly range: Range }) {
  const source = useQuery(q(statements.get, { params: { id: accountId }, query: range }));
  if (source.isError) return <ErrorState title="Could not load the postings" error={source.error} onRetry={() => void source.refetch()} />;
  if (source.data === undefined) return <Skeleton height={60} mb="xs" aria-label="Loading" />;
  const { lines, next } = source.data;
  return (
    <>
      <ul className={classes['postings']} aria-label={`Postings of ${code}`}>
        {lines.length === 0 ? <li className="dimmed">Nothing was posted to it.</li> : null}
        {lines.map((line) => (
          <li key={`${line.seq}.${line.line}`}>
            <time dateTime={line.value_date}>{showDay(line.value_date)}</time>
            <span className={classes['said']}>
              <TextLink to={paths.intent} params={{ intentId: line.intent_id }}>
                {line.narrative === '' ? 'Without a narrative' : line.narrative}
              </TextLink>
              <small>
                {line.debit === null ? 'to' : 'from'} {line.counterparty.code}
              </small>
            </span>
            <Money
              amountE8={line.debit === null ? -readAmountE8(line.credit ?? '0') : readAmountE8(line.debit)}
              minorUnits={minorUnitsOf(line.currency)}
              currency={line.currency}
              plus
            />
          </li>
        ))}
      </ul>
      <Text size="xs" mb="sm" ml={22}>
        <TextLink to={paths.account} params={{ accountId }} search={{ ...range }}>
          {next === null ? 'Its statement' : `Its statement, with older postings than these ${lines.length}`}
        </TextLink>
      </Text>
    </>
  );
}
