import { Table } from '@mantine/core';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import type { DraftRow } from '../post/draft.ts';
import { reservationsOf } from '../post/effects.ts';

/** What a hold would reserve of the accounts that would fall: available now, reserved, and available after. */
export function ReservationTable({ rows }: { readonly rows: readonly DraftRow[] }) {
  const reservations = reservationsOf(rows, useAccountsNamed(rows.flatMap((r) => [r.debitAccount, r.creditAccount])));
  if (reservations.length === 0) return null;
  return (
    <Panel title="Effect on available" flush>
      <TableScroll minWidth={420} label="Effect on available">
        <Table aria-label="Effect on available">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Account</Table.Th>
              <Table.Th ta="right">Available now</Table.Th>
              <Table.Th ta="right">Held</Table.Th>
              <Table.Th ta="right">Available after</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reservations.map(({ account, availableE8, reservedE8 }) => (
              <Table.Tr key={account.id}>
                <Table.Td>
                  <strong>{account.code}</strong> <span className="dimmed">{account.currency}</span>
                </Table.Td>
                {[availableE8, reservedE8, availableE8 - reservedE8].map((amountE8, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: three fixed columns
                  <Table.Td key={column} ta="right">
                    <Money amountE8={amountE8} minorUnits={account.minorUnits} currency={account.currency} />
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
