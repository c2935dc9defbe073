import type { Replay, RowDifference } from '@countinghouse/contract/features/replays';
import { Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { TableScroll } from '../../ui/table/TableScroll.tsx';

const MIN_WIDTH_PX = 620;

const words: Readonly<Record<RowDifference['what'], string>> = {
  differs: 'Differs',
  only_stored: 'Stored, but no event makes it',
  only_replayed: 'Made by the events, but not stored',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const keyOf = ({ key }: RowDifference): string =>
  Object.entries(key)
    .map(([column, value]) => `${column} ${textOf(value)}`)
    .join(', ');

/** What a replay found: where the chain breaks, policies that say something else, and rows side by side. */
export function Differences({ result }: { readonly result: NonNullable<Replay['result']> }) {
  const { chain_fault, verdict_faults, differences } = result;
  return (
    <Stack gap="sm">
      {chain_fault === null ? null : (
        <Text size="sm">
          The chain breaks at event{' '}
          <Link to={paths.events} search={{ open: chain_fault.seq }}>
            {chain_fault.seq}
          </Link>{' '}
          ({chain_fault.what}): nothing after it was replayed.
        </Text>
      )}
      {verdict_faults.map(({ seq, what }) => (
        <Text size="sm" key={`${seq} ${what}`}>
          Event{' '}
          <Link to={paths.events} search={{ open: seq }}>
            {seq}
          </Link>
          : {what}
        </Text>
      ))}
      {differences.length === 0 ? null : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Differences">
          <Table aria-label="Differences">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Table</Table.Th>
                <Table.Th>Row</Table.Th>
                <Table.Th>Column</Table.Th>
                <Table.Th>Stored</Table.Th>
                <Table.Th>Replayed</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.flatMap((d) =>
                d.cells.length === 0
                  ? [
                      <Table.Tr key={`${d.table} ${keyOf(d)}`}>
                        <Table.Td>{d.table}</Table.Td>
                        <Table.Td className="mono">{keyOf(d)}</Table.Td>
                        <Table.Td colSpan={3}>{words[d.what]}</Table.Td>
                      </Table.Tr>,
                    ]
                  : d.cells.map((cell) => (
                      <Table.Tr key={`${d.table} ${keyOf(d)} ${cell.column}`}>
                        <Table.Td>{d.table}</Table.Td>
                        <Table.Td className="mono">{keyOf(d)}</Table.Td>
                        <Table.Td>{cell.column}</Table.Td>
                        <Table.Td className="mono">{textOf(cell.stored)}</Table.Td>
                        <Table.Td className="mono">{textOf(cell.replayed)}</Table.Td>
                      </Table.Tr>
                    )),
              )}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Stack>
  );
}
