import type { BankReconciliation } from '@countinghouse/contract/recon-shapes';
import { Button, Group, Paper, Skeleton, Table, Text } from '@mantine/core';
import { IconBuildingBank, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { showDay, today } from '../../../lib/values/time.ts';
import { DayField } from '../../../ui/form/day/DayField.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import { Day } from '../../../ui/value/Day.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { AccountChips } from '../parts/AccountChips.tsx';
import { Amount } from '../parts/Amount.tsx';
import { PostingWords } from '../parts/PostingWords.tsx';
import { RowWords } from '../parts/RowWords.tsx';
import { bankStatementQuery } from '../queries.ts';
import classes from '../Recon.module.css';
import { ReconSearch } from '../search.ts';
import { useChosenAccount } from '../use-account.ts';

const MIN_WIDTH_PX = 330;

/** What the books hold on an account at the end of a day, what the bank says, and what explains the one by the other. */
export function BankStatement() {
  const [{ account: chosen, on }, setSearch] = useUrlState(ReconSearch);
  const { account, fed, isPending } = useChosenAccount(chosen);
  const date = on ?? today(new Date());
  return (
    <>
      <Group gap="sm" className="no-print">
        <AccountChips fed={fed} value={account} onChange={(id) => setSearch({ account: id })} />
        <DayField aria-label="Day" placeholder="Today" clearLabel="Today" w={140} value={on} onChange={(day) => setSearch({ on: day })} />
        <Button variant="default" leftSection={<IconPrinter size={14} />} disabled={account === undefined} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      {isPending ? (
        <Skeleton height={220} aria-label="Loading" />
      ) : account === undefined ? (
        <Paper>
          <EmptyState icon={IconBuildingBank} title="No bank tells about an account yet">
            Import a statement, and what explains its balance is told for any day.
          </EmptyState>
        </Paper>
      ) : (
        <Statement account={account} date={date} />
      )}
    </>
  );
}

function Statement({ account, date }: { readonly account: string; readonly date: string }) {
  const source = useQuery(bankStatementQuery({ account_id: account, date }));
  const reconciliation = source.data;
  if (source.isError) return <ErrorState title="Could not make the statement" error={source.error} onRetry={() => void source.refetch()} />;
  if (reconciliation === undefined) return <Skeleton height={220} aria-label="Loading" />;
  return (
    <>
      <Panel
        title={`${reconciliation.account.code} at the end of ${showDay(reconciliation.date, '')}`}
        aside={
          reconciliation.difference === null ? null : (
            <StatusBadge status={Number(reconciliation.difference) === 0 ? 'reconciled' : 'differs'} />
          )
        }
      >
        <Figures reconciliation={reconciliation} />
      </Panel>
      <div className={classes['panes']}>
        <Items title="At the bank, not in the books" count={reconciliation.rows.count} shown={reconciliation.rows.items.length}>
          {reconciliation.rows.items.map((r) => (
            <Table.Tr key={r.id}>
              <Table.Td className="nowrap dimmed" w={96}>
                <Day on={r.posted_on} />
              </Table.Td>
              <Table.Td>
                <RowWords row={r} />
              </Table.Td>
              <Table.Td ta="right">
                <Amount amount={r.amount} currency={r.currency} plus />
              </Table.Td>
            </Table.Tr>
          ))}
        </Items>
        <Items title="In the books, not at the bank" count={reconciliation.postings.count} shown={reconciliation.postings.items.length}>
          {reconciliation.postings.items.map((p) => (
            <Table.Tr key={`${p.seq}.${p.line}`}>
              <Table.Td className="nowrap dimmed" w={96}>
                <Day on={p.value_date} />
              </Table.Td>
              <Table.Td>
                <PostingWords posting={p} />
              </Table.Td>
              <Table.Td ta="right">
                <Amount amount={p.amount} currency={p.currency} plus />
              </Table.Td>
            </Table.Tr>
          ))}
        </Items>
      </div>
    </>
  );
}

function Figures({ reconciliation }: { readonly reconciliation: BankReconciliation }) {
  const { currency } = reconciliation.account;
  const amount = (text: string): ReactNode => <Amount amount={text} currency={currency} shown />;
  /** What a line adds on the way from the bank's balance to that of the books. */
  const step = (text: string): ReactNode => <Amount amount={text} currency={currency} shown plus />;
  const minus = (text: string): string => (text.startsWith('-') ? text.slice(1) : `-${text}`);
  const from = reconciliation.bank_balance_from;
  const lines: readonly (readonly [string, ReactNode, boolean?])[] = [
    [
      from === null ? 'Balance at the bank' : `Balance at the bank, from ${from.source} ${from.statement} of ${showDay(from.on, '')}`,
      reconciliation.bank_balance === null ? 'no statement tells one' : amount(reconciliation.bank_balance),
      true,
    ],
    [`Without ${reconciliation.rows.count} that the bank has and the books have not`, step(minus(reconciliation.rows.sum))],
    [`With ${reconciliation.postings.count} that the books have and the bank has not`, step(reconciliation.postings.sum)],
    ...(reconciliation.before === null || Number(reconciliation.before) === 0
      ? []
      : [[`In the books before ${showDay(reconciliation.since ?? '', '')}`, step(reconciliation.before)] as const]),
    ...(reconciliation.difference === null ? [] : [['Difference that nothing explains', step(reconciliation.difference)] as const]),
    ['Balance in the books', amount(reconciliation.book_balance), true],
  ];
  return (
    <dl className={classes['figures']}>
      {lines.map(([what, figure, isSum]) => (
        <div key={what} className={`${classes['line']} ${isSum === true ? classes['sum'] : ''}`}>
          <dt>{what}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ItemsProps {
  readonly title: string;
  readonly count: number;
  readonly shown: number;
  readonly children: ReactNode;
}

function Items({ title, count, shown, children }: ItemsProps) {
  return (
    <Panel
      title={title}
      aside={
        <Text size="xs" c="dimmed">
          {count === shown ? count : `${shown} of ${count}`}
        </Text>
      }
      flush
    >
      {count === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          None.
        </Text>
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label={title}>
          <Table aria-label={title}>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  );
}
