import { INTENT_LOG_SIZE, IntentStatus, type LedgerEvent } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { Button, Select } from '@mantine/core';
import { IconDownload, IconFileCheck, IconPencilPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useShortcut } from '../../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../../lib/session/use-tenant.ts';
import { FilterInput } from '../../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { exportCsv, useGrid } from '../../../ui/grid/use-grid.ts';
import { ListCount } from '../../../ui/list/ListCount.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../../ui/page/Page.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { duplicateIds } from '../receipts.ts';
import { IntentsSearch } from '../search.ts';
import { columnsFor } from './columns.tsx';
import { IntentPanel } from './IntentPanel.tsx';
import { intentLogQuery, logRowOf, mentions } from './log.ts';

const MIN_WIDTH_PX = 1170;
const noEvents: readonly LedgerEvent[] = [];

/** The log of intents. `filesOf`: the files on the open one. */
export function IntentsPage({ filesOf }: { readonly filesOf?: (intentId: string) => ReactNode }) {
  const [search, setSearch] = useUrlState(IntentsSearch);
  const { status, q = '', open, sort } = search;
  const router = useRouter();
  const navigate = useNavigate();
  const tenantId = useActiveTenant()?.id ?? '';
  const permission = useWritePermission(intents.execute);
  const source = useQuery(intentLogQuery);
  const currencies = useCurrencies();
  const events = source.data?.events ?? noEvents;
  const all = useMemo(() => events.map(logRowOf), [events]);
  const shown = useMemo(() => all.filter((r) => (status === undefined || r.status === status) && mentions(r, q)), [all, status, q]);
  // A receipt may have come in since the last time: read them with every load of the log.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const columns = useMemo(() => columnsFor(duplicateIds(tenantId), currencies ?? []), [tenantId, currencies, source.dataUpdatedAt]);
  const grid = useGrid({
    id: 'intents',
    columns,
    rows: shown,
    rowId: (r) => String(r.event.seq),
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const openRow = shown.find((r) => r.intentId === open);
  const post = (): void => void navigate({ to: paths.postIntent });
  useShortcut('N', { name: 'Post an intent', group: 'This screen' }, post, permission.allowed);
  const postButton = (
    <GuardedButton permission={permission} leftSection={<IconPencilPlus size={14} />} onClick={post}>
      Post intent
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Signed intents log"
        description={`The latest ${INTENT_LOG_SIZE} decisions on intents, newest first.`}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={14} />}
              disabled={shown.length === 0}
              onClick={() => exportCsv(grid, 'intents.csv')}
            >
              Export CSV
            </Button>
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} />}
              loading={source.isFetching}
              onClick={() => void source.refetch()}
            >
              Refresh
            </Button>
            {postButton}
          </>
        }
      />
      <Split>
        <DataGrid
          label="Intents"
          grid={grid}
          source={source}
          failed="Could not load the intent log"
          minWidth={MIN_WIDTH_PX}
          openId={openRow === undefined ? null : String(openRow.event.seq)}
          onOpen={(row, { follow }) => setSearch({ open: row.intentId }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.intent, params: { intentId: row.intentId } }).href}
          onClearFilters={status === undefined && q === '' ? undefined : () => setSearch({ status: undefined, q: undefined })}
          empty={<EmptyState icon={IconFileCheck} title="No intents yet" action={postButton} />}
          toolbar={
            <>
              <FilterInput
                label="Filter intents"
                placeholder="Filter by id, actor, reason, narrative…"
                value={q}
                onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
              />
              <Select
                aria-label="Status"
                placeholder="Status"
                w={140}
                clearable
                clearButtonProps={{ 'aria-label': 'All statuses' }}
                data={[...IntentStatus.options]}
                value={status ?? null}
                onChange={(next) => setSearch({ status: (next ?? undefined) as typeof status })}
              />
            </>
          }
          toolbarEnd={<ListCount pending={source.isPending} shown={shown.length} all={all.length} what="decisions" />}
        />
        {open === undefined ? null : <IntentPanel intentId={open} files={filesOf?.(open)} onClose={() => setSearch({ open: undefined })} />}
      </Split>
    </Page>
  );
}
