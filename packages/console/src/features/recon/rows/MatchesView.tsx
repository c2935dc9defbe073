import { RECON_PAGE_SIZE } from '@countinghouse/contract/features/recon';
import { IconArrowsExchange2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { given } from '../../../lib/calls/query.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { ListGrid } from '../../../ui/list/ListGrid.tsx';
import { useList } from '../../../ui/list/use-list.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Split } from '../../../ui/page/Page.tsx';
import { AccountFilter } from '../parts/AccountFilter.tsx';
import { PageTurner } from '../parts/PageTurner.tsx';
import { matchesQuery } from '../queries.ts';
import { ReconSearch } from '../search.ts';
import { MatchPanel } from './MatchPanel.tsx';
import { matchColumns } from './match-columns.tsx';

/** What is matched with what, and why; each can be undone by itself. */
export function MatchesView() {
  const [search, setSearch] = useUrlState(ReconSearch);
  const { account, after = 0, open } = search;
  const source = useQuery({ ...matchesQuery({ after, ...given({ account_id: account }) }), placeholderData: keepPreviousData });
  const list = useList({
    id: 'recon-matches',
    columns: matchColumns,
    source,
    rows: source.data?.matches,
    rowId: (m) => m.id,
    search,
    setSearch,
    filters: ['account'],
  });
  const count = list.all.length;
  const shown = list.all.find((m) => m.id === open);
  const named = useQuery({ ...matchesQuery({ id: open }), enabled: open !== undefined && shown === undefined });
  const opened = open === undefined ? null : (shown ?? named.data?.matches[0] ?? null);
  return (
    <Split>
      <ListGrid
        list={list}
        opensPanel
        label="Matches"
        failed="Could not load the matches"
        empty={
          <EmptyState icon={IconArrowsExchange2} title="Nothing is matched yet">
            Run match finds what belongs together.
          </EmptyState>
        }
        choices={<AccountFilter value={account} onChange={(id) => list.narrow({ account: id })} />}
        counts={{ sentence: count === 0 ? 'no matches' : `matches ${after + 1}–${after + count}` }}
        refresh={false}
        afterCount={
          <>
            <PageTurner after={after} isLast={count < RECON_PAGE_SIZE} onTurn={(next) => setSearch({ after: next })} />
            <ExportButton grid={list.grid} fileName="matches.csv" />
          </>
        }
      />
      {opened === null ? null : <MatchPanel match={opened} onClose={() => setSearch({ open: undefined })} />}
    </Split>
  );
}
