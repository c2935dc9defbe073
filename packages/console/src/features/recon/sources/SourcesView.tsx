import { recon } from '@countinghouse/contract/features/recon';
import type { ReconSource } from '@countinghouse/contract/recon-shapes';
import { Button, Group, Paper, Table } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';

const MIN_WIDTH_PX = 640;
/** It reads CSV: only who opens it loads that. */
const SourceModal = lazy(() => import('./SourceModal.tsx').then(({ SourceModal: found }) => ({ default: found })));

/** Which feed tells about which account. */
export function SourcesView() {
  const sources = useQuery(q(recon.sources));
  const permission = useWritePermission(recon.saveSource);
  const [open, setOpen] = useState<ReconSource | 'new' | null>(null);
  const all = sources.data?.sources ?? [];
  const button = (
    <GuardedButton permission={permission} onClick={() => setOpen('new')}>
      New source
    </GuardedButton>
  );
  return (
    <>
      {all.length === 0 ? null : <Group justify="flex-end">{button}</Group>}
      <Paper>
        {all.length === 0 ? (
          <EmptyState icon={IconPlugConnected} title={sources.isPending ? 'Loading…' : 'No sources yet'} action={button}>
            A source says which account a bank’s files tell about, and how its CSV is read.
          </EmptyState>
        ) : (
          <TableScroll minWidth={MIN_WIDTH_PX} label="Sources">
            <Table aria-label="Sources">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Source</Table.Th>
                  <Table.Th>Account</Table.Th>
                  <Table.Th>Account at the bank</Table.Th>
                  <Table.Th>CSV</Table.Th>
                  <Table.Th ta="right">Action</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map((s) => (
                  <Table.Tr key={s.name}>
                    <Table.Td fw={600}>{s.name}</Table.Td>
                    <Table.Td>
                      {s.account_code} · {s.currency}
                    </Table.Td>
                    <Table.Td className={s.bank_account === null ? '' : 'mono'}>{s.bank_account ?? '—'}</Table.Td>
                    <Table.Td>{s.csv === null ? '—' : 'Columns are chosen'}</Table.Td>
                    <Table.Td ta="right">
                      <Button size="compact-xs" variant="default" aria-label={`Change ${s.name}`} onClick={() => setOpen(s)}>
                        Change
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </TableScroll>
        )}
      </Paper>
      <Suspense>{open === null ? null : <SourceModal source={open === 'new' ? null : open} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}
