import { type Template, templates } from '@countinghouse/contract/features/templates';
import { Button } from '@mantine/core';
import { IconPencilPlus, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { ContentSummary } from '../../ui/table/ContentRows.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { RemoveTemplate } from './RemoveTemplate.tsx';
import { TemplatesSearch } from './search.ts';
import { TemplatePanel } from './TemplatePanel.tsx';

const MIN_WIDTH_PX = 860;
const none: readonly Template[] = [];

const columns: readonly GridColumn<Template>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(160px, 1.2fr)',
    fixed: true,
    compare: (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()),
    text: (t) => t.name,
    cell: (t) => <strong>{t.name}</strong>,
  },
  {
    id: 'use',
    header: 'Use case',
    width: 'minmax(110px, 0.7fr)',
    text: (t) => t.use_case,
    cell: (t) => <span className="mono">{t.use_case}</span>,
  },
  { id: 'rows', header: 'Rows', width: 'minmax(260px, 2fr)', cell: (t) => <ContentSummary rows={t.rows} /> },
  { id: 'saved', header: 'Saved', width: TIME_WIDTH, text: (t) => t.saved_at, cell: (t) => <Timestamp at={t.saved_at} /> },
  { id: 'by', header: 'By', width: 'minmax(120px, 0.8fr)', text: (t) => t.saved_by, cell: (t) => <Actor id={t.saved_by} /> },
];

/** Rows saved under a name. They are saved on the page that posts. */
export function TemplatesPage() {
  const [search, setSearch] = useUrlState(TemplatesSearch);
  const { q: words = '', open, sort, remove } = search;
  const router = useRouter();
  const source = useQuery(q(templates.list, { query: {} }));
  const all = source.data?.templates ?? none;
  const shown = useMemo(
    () => all.filter((t) => `${t.name} ${t.use_case}`.toLowerCase().includes(words.trim().toLowerCase())),
    [all, words],
  );
  const grid = useGrid({
    id: 'templates',
    columns,
    rows: shown,
    rowId: (t) => t.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const opened = all.find((t) => t.id === open);
  const button = (
    <Button leftSection={<IconPencilPlus size={14} />} renderRoot={(props) => <Link {...props} to={paths.postIntent} />}>
      Write an intent
    </Button>
  );
  return (
    <Page fill>
      <PageHeader title="Intent templates" description="Rows saved under a name: to fill in and post, or to recur." actions={button} />
      <Split>
        <DataGrid
          label="Templates"
          grid={grid}
          source={source}
          failed="Could not load the templates"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.templates, search: { ...search, open: row.id } }).href}
          onClearFilters={words === '' ? undefined : () => setSearch({ q: undefined })}
          empty={
            <EmptyState icon={IconTemplate} title="No templates yet" action={button}>
              Write an intent, then choose “Save as template” instead of posting it.
            </EmptyState>
          }
          toolbar={
            <FilterInput
              label="Filter templates"
              placeholder="Filter by name or use case…"
              value={words}
              onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
            />
          }
          toolbarEnd={
            <>
              <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="templates" />
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
        />
        {opened === undefined ? null : (
          <TemplatePanel
            template={opened}
            onClose={() => setSearch({ open: undefined })}
            onRemove={() => setSearch({ remove: opened.id })}
          />
        )}
      </Split>
      <RemoveTemplate template={all.find((t) => t.id === remove)} onClose={() => setSearch({ remove: undefined })} />
    </Page>
  );
}
