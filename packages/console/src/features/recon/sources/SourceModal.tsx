import { ERASED } from '@countinghouse/contract/features/privacy';
import { recon } from '@countinghouse/contract/features/recon';
import type { ReconSource } from '@countinghouse/contract/recon-shapes';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { fieldFaultsOf } from '../../../lib/calls/api-error.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { AccountPicker } from '../../../ui/form/AccountPicker.tsx';
import { FormModal } from '../../../ui/form/FormModal.tsx';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { touchedByRecon } from '../use-acts.ts';
import classes from './csv/Csv.module.css';
import { CsvFields } from './csv/CsvFields.tsx';
import { CsvFileInput } from './csv/CsvFileInput.tsx';
import { CsvRows } from './csv/CsvRows.tsx';
import { type CsvDraft, csvOf, draftOf, missingIn } from './csv/draft.ts';
import { useCsvFile } from './csv/use-csv-file.ts';

const WIDTH_PX = 560;
const WIDTH_WITH_ROWS_PX = 1080;

/** A new source, or one as it is: its account, and where the bank sends CSV, which column says what. */
export function SourceModal({ source, onClose }: { readonly source: ReconSource | null; readonly onClose: () => void }) {
  const permission = useWritePermission(recon.saveSource);
  const fields = useRef<HTMLDivElement>(null);
  const [name, setName] = useState(source?.name ?? '');
  const [account, setAccount] = useState<{ readonly code: string; readonly currency: string } | null>(
    source === null ? null : { code: source.account_code, currency: source.currency },
  );
  const [bankAccount, setBankAccount] = useState(source === null || source.bank_account === ERASED ? '' : (source.bank_account ?? ''));
  const [csv, setCsv] = useState<CsvDraft | null>(source?.csv == null ? null : draftOf(source.csv));
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const chosen = useCsvFile(csv, setCsv, account?.currency);
  const showFaults = (found: ReadonlyMap<string, string>): void => {
    setFaults(found);
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const save = useWrite(recon.saveSource, {
    input: () => ({
      body: { name, account_code: account?.code ?? '', bank_account: bankAccount || null, csv: csv === null ? null : csvOf(csv) },
    }),
    said: 'Source saved',
    touches: touchedByRecon,
    close: onClose,
    failed: (error) => showFaults(fieldFaultsOf(error)),
  });
  const remove = useWrite(recon.removeSource, {
    input: () => ({ body: { name } }),
    said: 'Source removed',
    touches: touchedByRecon,
    close: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const missing = csv === null ? new Map<string, string>() : missingIn(csv);
    if (missing.size > 0) showFaults(missing);
    else save.mutate();
  };
  const change = (next: CsvDraft | null): void => {
    setFaults(new Map());
    setCsv(next);
  };
  return (
    <FormModal
      opened
      title={source === null ? 'New source' : source.name}
      submitLabel="Save source"
      busy={save.isPending || remove.isPending}
      permission={permission}
      size={csv === null ? WIDTH_PX : WIDTH_WITH_ROWS_PX}
      onClose={onClose}
      onSubmit={submit}
    >
      <Stack gap="sm" ref={fields}>
        <div className={classes['head']}>
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
            value={account?.code ?? null}
            error={faults.get('account_code')}
            onChange={setAccount}
          />
          <TextInput
            label="Account at the bank"
            description="IBAN or number, as it stands in the bank’s files."
            value={bankAccount}
            error={faults.get('bank_account')}
            onChange={(event) => setBankAccount(event.currentTarget.value)}
          />
          <CsvFileInput file={chosen.file} error={chosen.fault} onChoose={(file) => void chosen.choose(file)} />
        </div>
        {csv === null ? null : (
          <div className={classes['sides']}>
            <CsvFields draft={csv} seen={chosen.seen} faults={faults} onChange={(part) => change({ ...csv, ...part })} onSay={chosen.say} />
            <CsvRows
              file={chosen.text}
              draft={csv}
              keptIn={{ account: bankAccount.trim() || (account?.code ?? ''), currency: account?.currency }}
            />
          </div>
        )}
      </Stack>
      <Group gap="xs">
        {csv === null ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              change(null);
              void chosen.choose(null);
            }}
          >
            Forget the columns of its CSV
          </Button>
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
      </Group>
    </FormModal>
  );
}
