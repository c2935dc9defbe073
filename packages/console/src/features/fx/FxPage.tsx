import { ECB_SOURCE, FX_SOURCE, type FxRate, fx } from '@countinghouse/contract/features/fx';
import { wordOfRateSource } from '@countinghouse/contract/rate-sources';
import { Button, Group } from '@mantine/core';
import { IconArrowsExchange, IconFileImport, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { given, q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { OlderPager } from '../../ui/list/OlderPager.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsOf, pairOf } from './columns.tsx';
import { ImportModal } from './ImportModal.tsx';
import { LookupPanel } from './LookupPanel.tsx';
import { SetRateModal } from './SetRateModal.tsx';
import { FxSearch } from './search.ts';

const MIN_WIDTH_PX = 960;
const MIN_WIDTH_BESIDE_PX = 640;
const idOf = (r: FxRate): string => `${pairOf(r)} ${r.asof}`;
const keep = (r: FxRate, { q: typed }: FxSearch): boolean =>
  says(typed, pairOf(r), `${r.base_currency}${r.quote_currency}`, r.source, wordOfRateSource(r.source));

export function FxPage() {
  const [search, setSearch] = useUrlState(FxSearch);
  const { open, base, quote, at } = search;
  const currencies = useCurrencies();
  const asked = given({ source: search.source, currency: search.currency, after: search.before });
  const source = useQuery({ ...q(fx.list, { query: asked }), placeholderData: keepPreviousData });
  const next = source.data?.next ?? null;
  const isPaged = search.before !== undefined || next !== null;
  const beside = open === 'lookup';
  const columns = useMemo(() => columnsOf(beside), [beside]);
  const list = useList({
    id: 'fx',
    columns,
    source,
    rows: source.data?.rates,
    rowId: idOf,
    search,
    setSearch,
    keep,
    filters: ['q', 'source', 'currency', 'before'],
  });
  const close = (): void => setSearch({ open: undefined, base: undefined, quote: undefined, at: undefined, amount: undefined });
  const button = useFirstAction({
    label: 'Set rate',
    name: 'Set an FX rate',
    permission: useWritePermission(fx.upsert),
    run: () => setSearch({ open: 'new' }),
  });
  const importButton = (
    <GuardedButton
      variant="default"
      permission={useWritePermission(fx.import)}
      leftSection={<IconFileImport size={14} />}
      onClick={() => setSearch({ open: 'import' })}
    >
      Import ECB rates
    </GuardedButton>
  );
  return (
    <ListPage
      list={list}
      title="Ledger FX overrides"
      description="Rates of this organisation, the one set last first. A rate holds from its effective time on."
      fileName="fx-rates.csv"
      actions={
        <Group gap="xs">
          <Button variant="default" leftSection={<IconSearch size={14} />} onClick={() => setSearch({ open: 'lookup' })}>
            Look up
          </Button>
          {importButton}
          {button}
        </Group>
      }
      label="FX overrides"
      failed="Could not load FX rates"
      minWidth={beside ? MIN_WIDTH_BESIDE_PX : MIN_WIDTH_PX}
      openId={beside ? `${base ?? ''}/${quote ?? ''} ${at ?? ''}` : null}
      opens={(row) => ({ open: 'lookup', base: row.base_currency, quote: row.quote_currency, at: row.asof })}
      empty={
        <EmptyState
          icon={IconArrowsExchange}
          title="No FX rates yet"
          action={
            <Group gap="xs">
              {importButton}
              {button}
            </Group>
          }
        />
      }
      filter={{ label: 'Filter FX rates', placeholder: 'Filter by currency or source…' }}
      choices={
        <>
          <Choice
            list={list}
            name="currency"
            label="Currency"
            all="All currencies"
            width={130}
            searchable
            options={currencies.map(({ code }) => code)}
          />
          <Choice
            list={list}
            name="source"
            label="Source"
            all="All sources"
            width={178}
            options={[FX_SOURCE, ECB_SOURCE].map((value) => ({ value, label: wordOfRateSource(value) }))}
          />
        </>
      }
      counts={isPaged ? 'rates on this page' : 'rates'}
      footer={isPaged ? <OlderPager list={list} last={next ?? undefined} /> : undefined}
      panel={beside ? <LookupPanel onClose={close} /> : null}
    >
      <SetRateModal opened={open === 'new'} onClose={close} />
      <ImportModal opened={open === 'import'} onClose={close} />
    </ListPage>
  );
}
