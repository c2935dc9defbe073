import { recon } from '@countinghouse/contract/features/recon';
import { Table } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../../lib/calls/query.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import { formatNames, statementWords } from './import-words.ts';

/** What came in, the last first. */
export function ImportsList() {
  const source = useQuery(q(recon.imports, { query: {} }));
  const imports = source.data?.imports ?? [];
  return (
    <Panel title="Imported statements" flush>
      {source.isError ? (
        <ErrorState title="Could not load the imports" error={source.error} onRetry={() => void source.refetch()} />
      ) : imports.length === 0 ? (
        <EmptyState icon={IconFileSpreadsheet} title={source.isPending ? 'Loading…' : 'No statements yet'}>
          Import rows to begin.
        </EmptyState>
      ) : (
        <TableScroll minWidth={500} label="Imported statements">
          <Table aria-label="Imported statements">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Imported</Table.Th>
                <Table.Th>Account</Table.Th>
                <Table.Th>Statement</Table.Th>
                <Table.Th ta="right">New</Table.Th>
                <Table.Th ta="right">Known</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {imports.flatMap((i) =>
                i.statements.map((s) => (
                  <Table.Tr key={s.id}>
                    <Table.Td className="nowrap">
                      <Timestamp at={i.imported_at} />
                    </Table.Td>
                    <Table.Td>
                      <div className="nowrap">
                        <b>{s.account_code}</b>
                      </div>
                      <span className="dimmed">{s.source}</span>
                    </Table.Td>
                    <Table.Td>
                      <div className="nowrap">{formatNames[i.format]}</div>
                      <span className="dimmed">{statementWords(s.reference)}</span>
                    </Table.Td>
                    <Table.Td ta="right" className="numbers">
                      {s.rows}
                    </Table.Td>
                    <Table.Td ta="right" className="numbers">
                      {s.duplicates}
                    </Table.Td>
                  </Table.Tr>
                )),
              )}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  );
}
