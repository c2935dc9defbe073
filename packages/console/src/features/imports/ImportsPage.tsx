import { type Import, imports } from '@countinghouse/contract/features/imports';
import { IconFileImport, IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { importColumns } from './columns.tsx';
import { NewImportModal } from './NewImportModal.tsx';
import { PROGRESS_MS } from './progress.ts';
import { ImportsSearch } from './search.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 1240;
const none: readonly Import[] = [];

/** Files of intents and opening balances, checked and posted. */
export function ImportsPage() {
  const [{ open, sort }, setSearch] = useUrlState(ImportsSearch);
  const router = useRouter();
  const navigate = useNavigate();
  const permission = useWritePermission(imports.check);
  const source = useQuery({
    ...q(imports.list, { query: {} }),
    refetchInterval: ({ state }) => (state.data?.imports.some((i) => i.status === 'posting') === true ? PROGRESS_MS : false),
  });
  const rows = source.data?.imports ?? none;
  const grid = useGrid({
    id: 'imports',
    columns: importColumns,
    rows,
    rowId: (i) => i.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const openNew = (): void => setSearch({ open: NEW });
  useShortcut('N', { name: 'Import a file', group: 'This screen' }, openNew, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconFileImport size={14} />} onClick={openNew}>
      Import a file
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Imports"
        description="Files of intents and opening balances. Each row’s fate is shown before anything is posted."
        actions={button}
      />
      <DataGrid
        label="Imports"
        grid={grid}
        source={source}
        failed="Could not load the imports"
        minWidth={MIN_WIDTH_PX}
        onOpen={(row) => void navigate({ to: paths.import, params: { importId: row.id } })}
        hrefOf={(row) => router.buildLocation({ to: paths.import, params: { importId: row.id } }).href}
        empty={
          <EmptyState icon={IconFileSpreadsheet} title="No imports yet" action={button}>
            A CSV file of many intents, or the balances of an earlier system.
          </EmptyState>
        }
        toolbarEnd={<RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />}
      />
      <NewImportModal opened={open === NEW} onClose={() => setSearch({ open: undefined })} />
    </Page>
  );
}
