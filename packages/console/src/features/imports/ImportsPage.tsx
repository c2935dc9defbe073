import { imports } from '@countinghouse/contract/features/imports';
import { IconFileImport, IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { importColumns } from './columns.tsx';
import { NewImportModal } from './NewImportModal.tsx';
import { PROGRESS_MS } from './progress.ts';
import { ImportsSearch } from './search.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 1240;

/** Files of intents and opening balances, checked and posted. */
export function ImportsPage() {
  const [search, setSearch] = useUrlState(ImportsSearch);
  const source = useQuery({
    ...q(imports.list, { query: {} }),
    refetchInterval: ({ state }) => (state.data?.imports.some((i) => i.status === 'posting') === true ? PROGRESS_MS : false),
  });
  const list = useList({
    id: 'imports',
    columns: importColumns,
    source,
    rows: source.data?.imports,
    rowId: (i) => i.id,
    search,
    setSearch,
  });
  const button = useFirstAction({
    label: 'Import a file',
    icon: IconFileImport,
    permission: useWritePermission(imports.check),
    run: () => setSearch({ open: NEW }),
  });
  return (
    <ListPage
      list={list}
      title="Imports"
      description="Files of intents and opening balances. Each row is checked, and shown, before anything is posted."
      fileName="imports.csv"
      actions={button}
      label="Imports"
      failed="Could not load the imports"
      minWidth={MIN_WIDTH_PX}
      leadsTo={(row) => ({ to: paths.import, params: { importId: row.id } })}
      empty={
        <EmptyState icon={IconFileSpreadsheet} title="No imports yet" action={button}>
          A CSV file of many intents, or the balances of an earlier system.
        </EmptyState>
      }
    >
      <NewImportModal opened={search.open === NEW} onClose={() => setSearch({ open: undefined })} />
    </ListPage>
  );
}
