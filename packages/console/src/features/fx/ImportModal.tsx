import { currencies } from '@countinghouse/contract/features/currencies';
import { events } from '@countinghouse/contract/features/events';
import { fx, IMPORT_DAYS_DEFAULT, type RatesImported } from '@countinghouse/contract/features/fx';
import { IMPORT_BYTES_MAX } from '@countinghouse/contract/fields';
import { Alert, FileInput, MultiSelect, NumberInput, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileText } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOf, fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { keyOf, q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { Facts } from '../../ui/table/Facts.tsx';

const EURO = 'EUR';
const MEGABYTE = 1_048_576;

/** What the server said of the file, its place first. */
const faultOf = (error: unknown): string => [...fieldFaultsOf(error).values()][0] ?? errorMessageOf(error);
const rates = (count: number): string => `${count} ${count === 1 ? 'rate' : 'rates'}`;

export function ImportModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(fx.import);
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [days, setDays] = useState<number>(IMPORT_DAYS_DEFAULT);
  const allowed = useCurrencies();
  const all = useQuery({ ...q(currencies.all), enabled: opened }).data?.currencies ?? [];
  const wanted = chosen ?? allowed.map((c) => c.code).filter((code) => code !== EURO);
  const tooLarge = file !== null && file.size > IMPORT_BYTES_MAX;
  const send = async (preview: boolean, signal?: AbortSignal): Promise<RatesImported> =>
    call(
      fx.import,
      { body: { content: (await file?.text()) ?? '', filename: file?.name ?? '', currencies: [...wanted], days, preview } },
      signal === undefined ? {} : { signal },
    );
  const preview = useQuery({
    queryKey: [...keyOf(fx.import), file?.name, file?.size, file?.lastModified, wanted, days],
    queryFn: ({ signal }) => send(true, signal),
    enabled: opened && permission.allowed && file !== null && !tooLarge && wanted.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const close = (): void => {
    setFile(null);
    setChosen(null);
    setDays(IMPORT_DAYS_DEFAULT);
    onClose();
  };
  const run = useAct(() => send(false), {
    said: ({ imported }) => (imported === 0 ? 'Nothing new: every rate was there' : `${rates(imported)} imported`),
    touches: [fx, events],
    close,
  });
  // What is still shown of the choice before must not be taken for this one.
  const outcome = file === null || preview.isError || preview.isPlaceholderData ? undefined : preview.data;
  const fault = tooLarge ? `Choose a file of at most ${IMPORT_BYTES_MAX / MEGABYTE} MB.` : preview.isError ? faultOf(preview.error) : null;
  return (
    <FormModal
      opened={opened}
      title="Import ECB rates"
      submitLabel={outcome === undefined || outcome.imported === 0 ? 'Import' : `Import ${rates(outcome.imported)}`}
      busy={run.isPending}
      permission={permission.allowed && (outcome === undefined || outcome.imported === 0) ? waiting(file !== null, outcome) : permission}
      size={520}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault();
        run.mutate();
      }}
    >
      <Text size="sm" c="dimmed">
        The euro reference rates as the European Central Bank publishes them: eurofxref-daily, -hist-90d or -hist, as XML or CSV. A rate
        holds from 15:00 UTC of its day.
      </Text>
      <FileInput
        label="File"
        withAsterisk
        data-autofocus
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the file' }}
        placeholder="eurofxref-hist-90d.xml"
        accept=".xml,.csv,text/xml,application/xml,text/csv"
        leftSection={<IconFileText size={14} />}
        value={file}
        onChange={setFile}
      />
      <MultiSelect
        label="Currencies"
        description="Against the euro; those that the organisation allows to begin with."
        searchable
        hidePickedOptions
        maxDropdownHeight={200}
        data={[...new Set([...wanted, ...all.map((c) => c.code)])].filter((code) => code !== EURO)}
        value={[...wanted]}
        error={wanted.length === 0 ? 'Choose at least one currency.' : null}
        onChange={setChosen}
      />
      <NumberInput
        label="Newest days"
        description="Only so many of the newest days of the file."
        min={1}
        max={10_000}
        allowDecimal={false}
        value={days}
        onChange={(next) => setDays(typeof next === 'number' && next >= 1 ? next : 1)}
      />
      {file !== null && (preview.isLoading || preview.isPlaceholderData) ? <Skeleton height={96} aria-label="Reading the file" /> : null}
      {fault === null ? null : (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={16} />}>
          {fault}
        </Alert>
      )}
      {outcome === undefined ? null : <Preview outcome={outcome} />}
      {run.isError ? (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={16} />}>
          {faultOf(run.error)}
        </Alert>
      ) : null}
    </FormModal>
  );
}

const waiting = (hasFile: boolean, outcome: RatesImported | undefined) => ({
  allowed: false,
  reason:
    outcome !== undefined ? 'Every rate of the file is there already.' : hasFile ? 'The file is not read yet.' : 'Choose a file first.',
});

function Preview({ outcome }: { readonly outcome: RatesImported }) {
  const { imported, unchanged, from, to, days, currencies: imports } = outcome;
  return (
    <section aria-label="What will be imported">
      <Facts
        facts={[
          ['Will be imported', <strong key="n">{rates(imported)}</strong>],
          ['There already', rates(unchanged)],
          ['Days', `${days} (${from === to ? from : `${from} to ${to}`})`],
          ['Currencies', imports.join(', ')],
        ]}
      />
    </section>
  );
}
