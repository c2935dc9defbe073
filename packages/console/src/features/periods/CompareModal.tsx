import { type Period, type PeriodComparison, periods } from '@countinghouse/contract/features/periods';
import { Button, Group, Modal, Skeleton, Stack, Switch, Table, Text } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useDownload } from '../../lib/calls/use-write.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';

const MIN_WIDTH_PX = 640;

interface CompareModalProps {
  readonly period: Period | undefined;
  readonly other: Period | undefined;
  readonly onClose: () => void;
}

/** Two sealed trial balances side by side; the earlier one first. */
export function CompareModal({ period, other, onClose }: CompareModalProps) {
  const opened = period !== undefined && other !== undefined;
  const [a, b] = opened && period.period_start > other.period_start ? [other, period] : [period, other];
  return (
    <Modal opened={opened} onClose={onClose} size={860} title={`Trial balances of ${a?.period_code ?? ''} and ${b?.period_code ?? ''}`}>
      {a === undefined || b === undefined ? null : <Comparison a={a} b={b} />}
    </Modal>
  );
}

function Comparison({ a, b }: { readonly a: Period; readonly b: Period }) {
  const source = useQuery(q(periods.compare, { params: { id: a.id, other: b.id }, query: {} }));
  const [all, setAll] = useState(false);
  const save = useDownload(periods.compare, () => ({ params: { id: a.id, other: b.id }, query: { format: 'csv' as const } }));
  if (source.isError) return <ErrorState error={source.error} title="Could not compare them" onRetry={() => void source.refetch()} />;
  if (source.data === undefined) return <Skeleton height={240} />;
  const lines = source.data.lines.filter((l) => all || [l.a, l.b].some((m) => readMinorE8(m, l.minorUnits) !== 0n));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Switch label="Also accounts that held nothing" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
        <Button variant="default" leftSection={<IconFileTypeCsv size={14} />} loading={save.isPending} onClick={() => save.mutate()}>
          CSV
        </Button>
      </Group>
      {lines.length === 0 ? (
        <Text size="sm">Every account had a balance of zero in both.</Text>
      ) : (
        <TableScroll label="Comparison of two trial balances" minWidth={MIN_WIDTH_PX}>
          <Table aria-label="Comparison of two trial balances" fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>GL account</Table.Th>
                <Table.Th>Currency</Table.Th>
                <Table.Th ta="right">{a.period_code}</Table.Th>
                <Table.Th ta="right">{b.period_code}</Table.Th>
                <Table.Th ta="right">Difference</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((l) => (
                <Table.Tr key={`${l.gl_account_id}${l.currency}`}>
                  <Table.Td>
                    <span className="mono">{l.code}</span> {l.title}
                  </Table.Td>
                  <Table.Td>{l.currency}</Table.Td>
                  {([l.a, l.b, l.difference] as const).map((minor, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: three columns, always in this order
                    <Table.Td key={column} ta="right" className="nowrap">
                      <Figure line={l} minor={minor} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Stack>
  );
}

function Figure({ line, minor }: { readonly line: PeriodComparison['lines'][number]; readonly minor: string }) {
  const amountE8 = readMinorE8(minor, line.minorUnits);
  return <Money amountE8={amountE8} minorUnits={line.minorUnits} currency={line.currency} side />;
}
