import type { Health } from '@countinghouse/contract/features/health';
import { Badge, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { type Check, checksOf } from './list-of-checks.ts';

function outcomeOf({ at, found }: Check): ReactNode {
  if (found === null) return at === null ? '–' : 'Did not end';
  return <Badge color={found === 0 ? 'teal' : 'red'}>{found === 0 ? 'Nothing' : found}</Badge>;
}

/** What is checked, what each check would find, when it ran last and what it found. */
export function Checks({ report }: { readonly report: Health }) {
  return (
    <Panel title="What is checked" flush>
      <TableScroll minWidth={480} label="What is checked">
        <Table aria-label="What is checked">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Check</Table.Th>
              <Table.Th>Finds</Table.Th>
              <Table.Th>Last run</Table.Th>
              <Table.Th miw={92}>Found</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {checksOf(report).map((check) => (
              <Table.Tr key={check.name}>
                <Table.Td>{check.name}</Table.Td>
                <Table.Td>{check.finds}</Table.Td>
                <Table.Td>{check.at === null ? 'Never' : <Timestamp at={check.at} absolute />}</Table.Td>
                <Table.Td>{outcomeOf(check)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScroll>
    </Panel>
  );
}
