import { type Schedule, ScheduleStatus, schedules } from '@countinghouse/contract/features/schedules';
import { templates } from '@countinghouse/contract/features/templates';
import { Select } from '@mantine/core';
import { IconPlus, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
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
import { columns } from './columns.tsx';
import { EndSchedule } from './EndSchedule.tsx';
import { NewScheduleModal } from './NewScheduleModal.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';
import { SchedulesSearch } from './search.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 1060;
const none: readonly Schedule[] = [];

/** Intents that post by themselves. */
export function SchedulesPage() {
  const [search, setSearch] = useUrlState(SchedulesSearch);
  const { q: words = '', status, open, template, end, sort } = search;
  const router = useRouter();
  const permission = useWritePermission(schedules.create);
  const source = useQuery(q(schedules.list, { query: {} }));
  const saved = useQuery(q(templates.list, { query: {} })).data?.templates ?? [];
  const all = source.data?.schedules ?? none;
  const shown = useMemo(
    () =>
      all.filter(
        (s) =>
          (status === undefined || s.status === status) && `${s.name} ${s.use_case}`.toLowerCase().includes(words.trim().toLowerCase()),
      ),
    [all, words, status],
  );
  const grid = useGrid({
    id: 'schedules',
    columns,
    rows: shown,
    rowId: (s) => s.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const opened = all.find((s) => s.id === open);
  const openNew = (): void => setSearch({ open: NEW });
  useShortcut('N', { name: 'New recurring intent', group: 'This screen' }, openNew, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconPlus size={14} />} onClick={openNew}>
      New recurring intent
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Recurring intents"
        description="They post on their days, each day once, and catch up after a server was down."
        actions={button}
      />
      <Split>
        <DataGrid
          label="Recurring intents"
          grid={grid}
          source={source}
          failed="Could not load the recurring intents"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.schedules, search: { ...search, open: row.id } }).href}
          onClearFilters={words === '' && status === undefined ? undefined : () => setSearch({ q: undefined, status: undefined })}
          empty={
            <EmptyState icon={IconRepeat} title="No recurring intents yet" action={button}>
              Save a template on the page that posts, then let it recur.
            </EmptyState>
          }
          toolbar={
            <>
              <FilterInput
                label="Filter recurring intents"
                placeholder="Filter by name or use case…"
                value={words}
                onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
              />
              <Select
                aria-label="Status"
                placeholder="Status"
                w={130}
                clearable
                clearButtonProps={{ 'aria-label': 'All statuses' }}
                data={[...ScheduleStatus.options]}
                value={status ?? null}
                onChange={(next) => setSearch({ status: (next ?? undefined) as typeof status })}
              />
            </>
          }
          toolbarEnd={
            <>
              <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="recurring intents" />
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
        />
        {opened === undefined ? null : (
          <SchedulePanel schedule={opened} onClose={() => setSearch({ open: undefined })} onEnd={() => setSearch({ end: opened.id })} />
        )}
      </Split>
      <NewScheduleModal
        opened={open === NEW}
        templates={saved}
        templateId={template}
        onClose={() => setSearch({ open: undefined, template: undefined })}
      />
      <EndSchedule schedule={all.find((s) => s.id === end)} onClose={() => setSearch({ end: undefined })} />
    </Page>
  );
}
