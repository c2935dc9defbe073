import { Badge, Group, Table, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';

interface FaultsProps {
  readonly title: string;
  readonly what: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** One list of differences; an empty one says that all is well. */
export function Faults({ title, what, head, rows }: FaultsProps) {
  return (
    <Panel
      title={title}
      flush
      aside={
        <Badge mr={8} color={rows.length === 0 ? 'teal' : 'red'}>
          {rows.length}
        </Badge>
      }
    >
      {rows.length === 0 ? (
        <Group gap={8} p="md" wrap="nowrap">
          <IconCircleCheck size={16} color="var(--good)" aria-hidden style={{ flex: 'none' }} />
          <Text size="sm" c="dimmed">
            {what}
          </Text>
        </Group>
      ) : (
        <TableScroll minWidth={360} label={title}>
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                {head.map((name) => (
                  <Table.Th key={name}>{name}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, cells }) => (
                <Table.Tr key={key}>
                  {cells.map((cell, index) => (
                    <Table.Td key={head[index]}>{cell}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  );
}
