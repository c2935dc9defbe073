import { IMPORT_BYTES_MAX, type ImportKind, importColumns, imports } from '@countinghouse/contract/features/imports';
import { Checkbox, Code, FileInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { today } from '../../lib/values/time.ts';
import { AccountPicker } from '../../ui/form/AccountPicker.tsx';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { kindWords } from './columns.tsx';

const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }));

/** Takes a file and has it checked. Nothing is posted from here. */
export function NewImportModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const permission = useWritePermission(imports.check);
  const [kind, setKind] = useState<ImportKind>('intents');
  const [file, setFile] = useState<File | null>(null);
  const [decimalComma, setDecimalComma] = useState(false);
  const [valueDate, setValueDate] = useState(today(new Date()));
  const [counters, setCounters] = useState<Readonly<Record<string, string>>>({});
  const [isSent, setIsSent] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const currencies = useCurrencies().map((c) => c.code);

  const check = useAct(
    async (chosen: File) => {
      const content = await chosen.text();
      const common = { content, file_name: chosen.name, decimal_comma: decimalComma };
      return call(imports.check, {
        body: kind === 'intents' ? { kind, ...common } : { kind, ...common, value_date: valueDate, counter_accounts: { ...counters } },
      });
    },
    {
      touches: [imports],
      done: async ({ import: made }) => {
        setFile(null);
        await navigate({ to: paths.import, params: { importId: made.id } });
      },
      failed: (error) => setFault(fieldFaultsOf(error).get('content') ?? null),
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSent(true);
    if (file === null) setFault('Choose a file');
    else if (file.size > IMPORT_BYTES_MAX) setFault('Use a file of at most 10 MB.');
    else if (kind === 'intents' || valueDate !== '') check.mutate(file);
  };
  const columns = importColumns[kind];
  return (
    <FormModal
      opened={opened}
      title="Import a file"
      submitLabel="Check the file"
      busy={check.isPending}
      permission={permission}
      size={560}
      onClose={onClose}
      onSubmit={submit}
    >
      <SegmentedControl aria-label="What the file holds" data={kinds} value={kind} onChange={(next) => setKind(next as ImportKind)} />
      <FileInput
        label="CSV file"
        withAsterisk
        placeholder="Choose a file"
        accept=".csv,text/csv,text/plain"
        leftSection={<IconFileSpreadsheet size={14} />}
        value={file}
        error={fault}
        onChange={(next) => {
          setFault(null);
          setFile(next);
        }}
      />
      <Text size="xs" c="dimmed">
        With a header of <Code>{columns.required.join(', ')}</Code> and, where wanted, <Code>{columns.optional.join(', ')}</Code>, separated
        by commas, semicolons or tabs.{' '}
        {kind === 'intents'
          ? 'Rows of one reference are one intent; a reference is posted once, however often it is sent.'
          : 'Balances are debit-positive: a credit balance is negative.'}
      </Text>
      <Checkbox
        label="Amounts are written 1.234,56"
        checked={decimalComma}
        onChange={(event) => setDecimalComma(event.currentTarget.checked)}
      />
      {kind === 'intents' ? null : (
        <Stack gap="sm">
          <DayField
            label="As of"
            withAsterisk
            value={valueDate}
            error={isSent && valueDate === '' ? 'Choose a date' : undefined}
            onChange={(value) => setValueDate(value ?? '')}
          />
          {currencies.map((currency) => (
            <AccountPicker
              key={currency}
              label={`Against, in ${currency}`}
              placeholder="None: rows in it are refused"
              by="code"
              currency={currency}
              clearable
              clearButtonProps={{ 'aria-label': `No account in ${currency}` }}
              value={counters[currency] ?? null}
              onChange={(account) =>
                setCounters(({ [currency]: _gone, ...others }) => (account === null ? others : { ...others, [currency]: account.code }))
              }
            />
          ))}
        </Stack>
      )}
    </FormModal>
  );
}
