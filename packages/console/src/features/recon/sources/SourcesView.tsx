import { ERASED } from '@countinghouse/contract/features/privacy';
import { recon } from '@countinghouse/contract/features/recon';
import type { ReconSource } from '@countinghouse/contract/recon-shapes';
import { Button, Group, Paper, Table, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldFaultsOf } from '../../../lib/calls/api-error.ts';
import { q } from '../../../lib/calls/query.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { formatJson, readJsonObject } from '../../../lib/values/text/json-text.ts';
import { AccountPicker } from '../../../ui/form/AccountPicker.tsx';
import { FormModal } from '../../../ui/form/FormModal.tsx';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { JsonField } from '../../../ui/form/JsonField.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import { touchedByRecon } from '../use-acts.ts';

const MIN_WIDTH_PX = 640;
const CSV_EXAMPLE = formatJson({
  headerRow: 1,
  columns: { postedAt: 'Date', amount: 'Amount', description: ['Text'] },
  dateFormat: 'YYYY-MM-DD',
  decimal: '.',
});

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
                    <Table.Td className="mono">{s.bank_account ?? '—'}</Table.Td>
                    <Table.Td>{s.csv === null ? '—' : 'columns are named'}</Table.Td>
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
      {open === null ? null : <SourceModal source={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function SourceModal({ source, onClose }: { readonly source: ReconSource | null; readonly onClose: () => void }) {
  const permission = useWritePermission(recon.saveSource);
  const [name, setName] = useState(source?.name ?? '');
  const [account, setAccount] = useState(source?.account_code ?? null);
  const [bankAccount, setBankAccount] = useState(source === null || source.bank_account === ERASED ? '' : (source.bank_account ?? ''));
  const [csv, setCsv] = useState(source?.csv == null ? '' : formatJson(source.csv));
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const save = useWrite(recon.saveSource, {
    input: (mapping: unknown) => ({
      body: { name, account_code: account ?? '', bank_account: bankAccount || null, csv: mapping as never },
    }),
    said: 'Source saved',
    touches: touchedByRecon,
    close: onClose,
    failed: (error) => setFaults(fieldFaultsOf(error)),
  });
  const remove = useWrite(recon.removeSource, {
    input: () => ({ body: { name } }),
    said: 'Source removed',
    touches: touchedByRecon,
    close: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = csv.trim() === '' ? { value: null } : readJsonObject(csv);
    if ('value' in read) save.mutate(read.value);
    else setFaults(new Map([['csv', 'Use a JSON object.']]));
  };
  const csvFault = [...faults].find(([path]) => path.startsWith('csv'));
  return (
    <FormModal
      opened
      title={source === null ? 'New source' : source.name}
      submitLabel="Save source"
      busy={save.isPending || remove.isPending}
      permission={permission}
      size={560}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        withAsterisk
        disabled={source !== null}
        value={name}
        error={faults.get('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <AccountPicker
        label="Account"
        withAsterisk
        by="code"
        value={account}
        error={faults.get('account_code')}
        onChange={(chosen) => setAccount(chosen?.code ?? null)}
      />
      <TextInput
        label="Account at the bank"
        description="IBAN or number, as it stands in the bank’s files."
        value={bankAccount}
        error={faults.get('bank_account')}
        onChange={(event) => setBankAccount(event.currentTarget.value)}
      />
      {csv === '' ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setCsv(CSV_EXAMPLE)}>
          It sends CSV: name the columns
        </Button>
      ) : (
        <JsonField
          label="Columns of its CSV"
          value={csv}
          error={csvFault === undefined ? undefined : `${csvFault[0]}: ${csvFault[1]}`}
          onChange={setCsv}
        />
      )}
      {source === null ? null : (
        <GuardedButton
          variant="subtle"
          color="red"
          size="compact-sm"
          permission={permission}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Remove this source
        </GuardedButton>
      )}
    </FormModal>
  );
}
