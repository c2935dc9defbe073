import { Table } from '@mantine/core';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import type { DraftRow } from './draft.ts';
import { effectsOf } from './effects.ts';

/** The balances of the touched accounts: now and after. */
export function EffectTable({ rows }: { readonly rows: readonly DraftRow[] }) {
  const effects = effectsOf(rows, useAccountsNamed(rows.flatMap((r) => [r.debitAccount, r.creditAccount])));
  if (effects.length === 0) return null;
  return (
    <Panel title="Effect on balances" flush>
      <TableScroll minWidth={280} label="Effect on balances">
        <Table aria-label="Effect on balances" horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Account</Table.Th>
              <Table.Th ta="right">Now</Table.Th>
              <Table.Th ta="right">After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {effects.map(({ account, beforeE8, changeE8 }) => (
              <Table.Tr key={account.id}>
                <Table.Td className="nowrap">
                  <strong>{account.code}</strong>
                </Table.Td>
                {[beforeE8, beforeE8 + changeE8].map((amountE8, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two fixed columns
                  <Table.Td key={column} ta="right">
                    <Money amountE8={amountE8} minorUnits={account.minorUnits} currency={account.currency} side />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScroll>
    </Panel>
  );
}
