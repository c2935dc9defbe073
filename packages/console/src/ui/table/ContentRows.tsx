import type { Template } from '@countinghouse/contract/features/templates';
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { Table } from '@mantine/core';
import { useAccountsNamed } from '../../lib/calls/use-accounts.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { minorUnitsIn } from '../../lib/values/money.ts';
import { Money } from '../money/Money.tsx';
import { RouteLine } from '../money/RouteLine.tsx';
import classes from './ContentRows.module.css';

type Row = Template['rows'][number];

/** What an intent is made from: its rows, with the amounts that are left open said so. */
export function ContentRows({ rows }: { readonly rows: readonly Row[] }) {
  const currencies = useCurrencies();
  const codeOf = useAccountCode(rows);
  return (
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ type: 'auto' }}>
      <Table aria-label="Rows" fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Debit</Table.Th>
            <Table.Th>Credit</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a template have no other name and never move
            <Table.Tr key={index} title={row.narrative}>
              <Table.Td className="mono">{codeOf(row.debitAccount)}</Table.Td>
              <Table.Td className="mono">{codeOf(row.creditAccount)}</Table.Td>
              <Table.Td ta="right">
                <RowAmount row={row} minorUnits={minorUnitsIn(currencies, row.currency)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RowAmount({ row, minorUnits }: { readonly row: Row; readonly minorUnits: number }) {
  const amountE8 = row.amount === null ? null : parseAmountE8(row.amount);
  if (amountE8 === null) return <span className="dimmed">{row.currency} to be filled in</span>;
  return <Money amountE8={amountE8} minorUnits={minorUnits} currency={row.currency} showCurrency />;
}

/** The code of an account that a row names by id or by code. */
function useAccountCode(rows: readonly Row[]): (reference: string) => string {
  const accounts = useAccountsNamed(rows.flatMap((r) => [r.debitAccount, r.creditAccount]));
  return (reference) => accounts.find((a) => a.id === reference)?.code ?? reference;
}

/** The first row in few words, and how many more there are. */
export function ContentSummary({ rows }: { readonly rows: readonly Row[] }) {
  const currencies = useCurrencies();
  const codeOf = useAccountCode(rows);
  const [first, ...more] = rows;
  if (first === undefined) return null;
  return (
    <span className={classes['summary']}>
      <RouteLine route={{ debit: codeOf(first.debitAccount), credit: codeOf(first.creditAccount), more: 0 }} />
      <RowAmount row={first} minorUnits={minorUnitsIn(currencies, first.currency)} />
      {more.length === 0 ? null : <span className="dimmed">+{more.length === 1 ? '1 row' : `${more.length} rows`}</span>}
    </span>
  );
}
