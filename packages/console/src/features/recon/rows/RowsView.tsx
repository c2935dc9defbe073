import { recon } from '@countinghouse/contract/features/recon';
import { RowState } from '@countinghouse/contract/recon-shapes';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { given, q } from '../../../lib/calls/query.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { Choice } from '../../../ui/list/Choice.tsx';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { ListGrid } from '../../../ui/list/ListGrid.tsx';
import { useList } from '../../../ui/list/use-list.ts';
import { useNews } from '../../../ui/live/use-news.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Split } from '../../../ui/page/Page.tsx';
import { AccountFilter } from '../parts/AccountFilter.tsx';
import { PageTurner } from '../parts/PageTurner.tsx';
import { bankRowsQuery } from '../queries.ts';
import { ReconSearch } from '../search.ts';
import { rowColumns } from './columns.tsx';
import { RowPanel } from './RowPanel.tsx';

const MIN_WIDTH_PX = 1180;
/** Rows came in, or what became of one changed. */
const NEWS = 'recon.rows_added,recon.matched,recon.unmatched,recon.exception_';

/** Every row, what became of it, and how long it has been waiting. */
export function RowsView({ commentsOf }: { readonly commentsOf: ((rowId: string) => ReactNode) | undefined }) {
  const [search, setSearch] = useUrlState(ReconSearch);
  const { state, account, q: words, after = 0, open } = search;
  const source = useQuery(bankRowsQuery({ after, ...given({ state, account_id: account, q: words }) }));
  const seen = source.isPlaceholderData ? undefined : source.data?.as_of;
  const news = useNews({ seen, type: NEWS, of: 'change', refresh: source.refetch });
  const total = source.data?.total ?? 0;
  const list = useList({
    id: 'recon-rows',
    columns: rowColumns,
    source,
    rows: source.data?.rows,
    rowId: (r) => r.id,
    search,
    setSearch,
    filters: ['state', 'account', 'q'],
  });
  const count = list.all.length;
  const shown = list.all.find((r) => r.id === open);
  const named = useQuery({ ...q(recon.rows, { query: { id: open } }), enabled: open !== undefined && shown === undefined });
  const opened = open === undefined ? null : (shown ?? named.data?.rows[0] ?? null);
  return (
    <Split>
      <ListGrid
        list={list}
        opensPanel
        label="Statement rows"
        failed="Could not load the rows"
        minWidth={MIN_WIDTH_PX}
        empty={
          <EmptyState icon={IconBuildingBank} title="No statement rows yet">
            They come in by import.
          </EmptyState>
        }
        filter={{ label: 'Search rows', placeholder: 'Search source, account or amount…' }}
        choices={
          <>
            <Choice list={list} name="state" label="Status" all="Every status" width={130} options={[...RowState.options]} />
            <AccountFilter value={account} onChange={(id) => list.narrow({ account: id })} />
          </>
        }
        counts={{ sentence: total === 0 ? 'no rows' : `${after + 1}–${after + count} of ${showCount(total)} rows` }}
        refresh={false}
        news={news.offer}
        afterCount={
          <>
            {news.status}
            <PageTurner after={after} isLast={after + count >= total} onTurn={(next) => setSearch({ after: next })} />
            <ExportButton grid={list.grid} fileName="statement-rows.csv" />
          </>
        }
      />
      {opened === null ? null : (
        <RowPanel key={opened.id} row={opened} onClose={() => setSearch({ open: undefined })} commentsOf={commentsOf} />
      )}
    </Split>
  );
}
