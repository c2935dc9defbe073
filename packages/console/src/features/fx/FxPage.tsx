import { ECB_SOURCE, FX_LIST_SIZE, FX_SOURCE, type FxRate, fx } from '@countinghouse/contract/features/fx';
import { Button, Group, Select } from '@mantine/core';
import { IconArrowsExchange, IconFileImport, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { given, q } from '../../lib/calls/query.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { columnsOf, pairOf } from './columns.tsx';
import { ImportModal } from './ImportModal.tsx';
import { LookupPanel } from './LookupPanel.tsx';
import { SetRateModal } from './SetRateModal.tsx';
import { FxSearch } from './search.ts';

const MIN_WIDTH_PX = 960;
const MIN_WIDTH_BESIDE_PX = 640;
const none: readonly FxRate[] = [];
const idOf = (r: FxRate): string => `${pairOf(r)} ${r.asof}`;

export function FxPage() {
  const [{ q: words = '', sort, source: from, open, base, quote, at }, setSearch] = useUrlState(FxSearch);
  const mayImport = useWritePermission(fx.import);
  const permission = useWritePermission(fx.upsert);
  const source = useQuery(q(fx.list, { query: given({ source: from }) }));
  const all = source.data?.rates ?? none;
  const shown = useMemo(
    () => all.filter((r) => `${pairOf(r)} ${r.base_currency}${r.quote_currency} ${r.source}`.toLowerCase().includes(words.toLowerCase())),
    [all, words],
  );
  const beside = open === 'lookup';
  const grid = useGrid({
    id: 'fx',
    columns: useMemo(() => columnsOf(beside), [beside]),
    rows: shown,
    rowId: idOf,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const close = (): void => setSearch({ open: undefined, base: undefined, quote: undefined, at: undefined, amount: undefined });
  const openNew = (): void => setSearch({ open: 'new' });
  useShortcut('N', { name: 'Set an FX rate', group: 'This screen' }, openNew, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconPlus size={14} />} onClick={openNew}>
      Set rate
    </GuardedButton>
  );
  const importButton = (
    <GuardedButton
      variant="default"
      permission={mayImport}
      leftSection={<IconFileImport size={14} />}
      onClick={() => setSearch({ open: 'import' })}
    >
      Import ECB rates
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Ledger FX overrides"
        description={`Rates of this organisation, the most recent ${FX_LIST_SIZE}. A rate holds from its effective time on.`}
        actions={
          <Group gap="xs">
            <Button variant="default" leftSection={<IconSearch size={14} />} onClick={() => setSearch({ open: 'lookup' })}>
              Look up
            </Button>
            {importButton}
            {button}
          </Group>
        }
      />
      <Split>
        <DataGrid
          label="FX overrides"
          grid={grid}
          source={source}
          failed="Could not load FX rates"
          minWidth={beside ? MIN_WIDTH_BESIDE_PX : MIN_WIDTH_PX}
          openId={beside ? `${base ?? ''}/${quote ?? ''} ${at ?? ''}` : null}
          onOpen={(row, { follow }) =>
            setSearch({ open: 'lookup', base: row.base_currency, quote: row.quote_currency, at: row.asof }, { replace: follow })
          }
          onClearFilters={words === '' && from === undefined ? undefined : () => setSearch({ q: undefined, source: undefined })}
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
          toolbar={
            <>
              <FilterInput
                label="Filter FX rates"
                placeholder="Filter by currency or source…"
                value={words}
                onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
              />
              <Select
                aria-label="Source"
                placeholder="Source"
                w={178}
                clearable
                clearButtonProps={{ 'aria-label': 'All sources' }}
                data={[FX_SOURCE, ECB_SOURCE]}
                value={from ?? null}
                onChange={(next) => setSearch({ source: next ?? undefined })}
              />
            </>
          }
          toolbarEnd={
            <>
              <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="rates" />
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
        />
        {beside ? <LookupPanel onClose={close} /> : null}
      </Split>
      <SetRateModal opened={open === 'new'} onClose={close} />
      <ImportModal opened={open === 'import'} onClose={close} />
    </Page>
  );
}
