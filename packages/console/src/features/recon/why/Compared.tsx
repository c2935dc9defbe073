import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { Table, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { showDay } from '../../../lib/values/time.ts';
import { Amount } from '../parts/Amount.tsx';
import { daysApart, isSameWho, type Paired, sumOf } from './suggestion.ts';
import classes from './Why.module.css';

interface ComparedProps {
  readonly of: Paired;
  /** What both sides wrote. */
  readonly word: string | null;
  /** Whom the books name. */
  readonly who: readonly string[];
}

/** Both sides, field by field, and whether they are the same. */
export function Compared({ of, word, who }: ComparedProps) {
  const { rows, postings } = of;
  const currency = rows[0]?.currency ?? '';
  const mark = word === null ? null : <mark>{word}</mark>;
  const atBank = [...new Set(rows.map((r) => r.counterparty).filter((name) => name !== ''))];
  const total = (items: readonly { readonly amount: string }[]): ReactNode => (
    <Amount amount={formatAmountE8(sumOf(items))} currency={currency} plus />
  );
  const lines: readonly (readonly [string, ReactNode, ReactNode, boolean])[] = [
    ['Amount', total(rows), total(postings), true],
    ['Day', daysOf(rows.map((r) => r.posted_on)), daysOf(postings.map((p) => p.value_date)), daysApart(of) === 0],
    ...(mark === null ? [] : [['Reference', mark, mark, true] as const]),
    ...(atBank.length === 0 || who.length === 0 ? [] : [['Who', atBank.join(', '), who.join(', '), isSameWho(atBank, who)] as const]),
  ];
  return (
    <Table aria-label="Both sides" className={classes['compared'] ?? ''} mt={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <VisuallyHidden>What</VisuallyHidden>
          </Table.Th>
          <Table.Th>At the bank</Table.Th>
          <Table.Th>In the books</Table.Th>
          <Table.Th>
            <VisuallyHidden>The same</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(([what, bank, books, isSame]) => (
          <Table.Tr key={what}>
            <Table.Th scope="row">{what}</Table.Th>
            <Table.Td>{bank}</Table.Td>
            <Table.Td>{books}</Table.Td>
            <Table.Td>
              {isSame ? (
                <IconCheck size={14} className={classes['same'] ?? ''} role="img" aria-label="the same" />
              ) : (
                <span className={classes['differs']}>differs</span>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const daysOf = (all: readonly string[]): string => [...new Set(all)].map((day) => showDay(day)).join(', ');
