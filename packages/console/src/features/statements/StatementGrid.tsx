import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { type StatementLine, statements } from '@countinghouse/contract/features/statements';
import { useDebouncedValue } from '@mantine/hooks';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { OlderPager } from '../../ui/list/OlderPager.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor, compactLine } from './columns.tsx';
import { cursorOf, filtersOf, isFiltered, noFilters, setOnly } from './filters.ts';
import { StatementFilters } from './StatementFilters.tsx';
import { StatementSums } from './StatementSums.tsx';
import { StatementSearch } from './search.ts';

const MIN_WIDTH_PX = 620;
const COMPACT_BELOW_PX = 560;
const TYPING_MS = 250;
const idOf = (l: Pick<StatementLine, 'seq' | 'line'>): string => `${l.seq}.${l.line}`;

/** Every posting of an account, newest first, with the balance after it. Filters, page and open intent are in the address. */
export function StatementGrid({ account }: { readonly account: AccountDetail }) {
  const [search, setSearch] = useUrlState(StatementSearch);
  const params = { id: account.id };
  const [typed] = useDebouncedValue(JSON.stringify(setOnly(filtersOf(search))), TYPING_MS);
  const filters = useMemo(() => JSON.parse(typed) as Readonly<Record<string, string>>, [typed]);
  const before = cursorOf(search);
  const query = { ...filters, ...(before === undefined ? {} : { before }) };
  const source = useQuery({ ...q(statements.get, { params, query }), placeholderData: keepPreviousData });
  const totals = useQuery({ ...q(statements.totals, { params, query: filters }), placeholderData: keepPreviousData });
  const next = source.data?.next ?? null;
  const { minorUnits } = account;
  const columns = useMemo(() => columnsFor(minorUnits), [minorUnits]);
  const compact = useMemo(() => ({ belowPx: COMPACT_BELOW_PX, row: (line: StatementLine) => compactLine(minorUnits, line) }), [minorUnits]);
  const list = useList({
    id: 'statement',
    columns,
    source: { ...source, refetch: () => Promise.all([source.refetch(), totals.refetch()]) },
    rows: source.data?.lines,
    rowId: idOf,
    search,
    setSearch,
    filters: [],
  });
  const lines = list.all;
  const openLine = lines.find((l) => l.intent_id === search.open);
  // A filter that changes begins at the newest line again.
  const filter: typeof setSearch = (change, options) => setSearch({ ...change, before: undefined }, options);
  return (
    <ListGrid
      list={list}
      label="Statement"
      failed="Could not load the statement"
      minWidth={MIN_WIDTH_PX}
      compact={compact}
      opensPanel
      openId={openLine === undefined ? null : idOf(openLine)}
      opens={(l) => ({ open: l.intent_id })}
      leadsTo={(l) => ({ to: paths.intents, search: { open: l.intent_id } })}
      onWiden={isFiltered(filtersOf(search)) || before !== undefined ? () => filter(noFilters) : null}
      empty={
        <EmptyState icon={IconReceipt} title="No postings yet">
          What is posted to this account appears here, with the balance after it.
        </EmptyState>
      }
      choices={<StatementFilters accountId={account.id} currency={account.currency} search={search} onChange={filter} />}
      counts={{
        sentence: source.isPending || totals.isPending ? 'Loading…' : `${lines.length} of ${totals.data?.count ?? lines.length} postings`,
      }}
      footer={
        <>
          <StatementSums totals={totals} account={account} />
          <OlderPager list={list} last={next ?? undefined} />
        </>
      }
    />
  );
}
