import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { type StatementLine, statements } from '@countinghouse/contract/features/statements';
import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconChevronsLeft, IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor } from './columns.tsx';
import { cursorOf, filtersOf, isFiltered, noFilters, setOnly } from './filters.ts';
import { StatementFilters } from './StatementFilters.tsx';
import { StatementSums } from './StatementSums.tsx';
import { StatementSearch } from './search.ts';

const MIN_WIDTH_PX = 1010;
const NARROW_WIDTH_PX = 650;
const TYPING_MS = 250;
const none: readonly StatementLine[] = [];
const idOf = (l: Pick<StatementLine, 'seq' | 'line'>): string => `${l.seq}.${l.line}`;

/** Every posting of an account, newest first, with the balance after it. Filters, page and open intent are in the address. */
export function StatementGrid({ account }: { readonly account: AccountDetail }) {
  const [search, setSearch] = useUrlState(StatementSearch);
  const router = useRouter();
  const params = { id: account.id };
  const [typed] = useDebouncedValue(JSON.stringify(setOnly(filtersOf(search))), TYPING_MS);
  const filters = useMemo(() => JSON.parse(typed) as Readonly<Record<string, string>>, [typed]);
  const before = cursorOf(search);
  const query = { ...filters, ...(before === undefined ? {} : { before }) };
  const source = useQuery({ ...q(statements.get, { params, query }), placeholderData: keepPreviousData });
  const totals = useQuery({ ...q(statements.totals, { params, query: filters }), placeholderData: keepPreviousData });
  const lines = source.data?.lines ?? none;
  const next = source.data?.next ?? null;
  const narrow = search.open !== undefined;
  const columns = useMemo(() => columnsFor(account.minorUnits, narrow), [account.minorUnits, narrow]);
  const grid = useGrid({ id: 'statement', columns, rows: lines, rowId: idOf });
  const openLine = lines.find((l) => l.intent_id === search.open);
  // A filter that changes begins at the newest line again.
  const filter: typeof setSearch = (change, options) => setSearch({ ...change, before: undefined }, options);
  const refetch = (): void => void Promise.all([source.refetch(), totals.refetch()]);
  return (
    <DataGrid
      label="Statement"
      grid={grid}
      source={source}
      failed="Could not load the statement"
      minWidth={narrow ? NARROW_WIDTH_PX : MIN_WIDTH_PX}
      openId={openLine === undefined ? null : idOf(openLine)}
      onOpen={(l, { follow }) => setSearch({ open: l.intent_id }, { replace: follow })}
      hrefOf={(l) => router.buildLocation({ to: paths.intents, search: { open: l.intent_id } }).href}
      onClearFilters={isFiltered(filtersOf(search)) || before !== undefined ? () => filter(noFilters) : undefined}
      empty={
        <EmptyState icon={IconReceipt} title="No postings yet">
          What is posted to this account appears here, with the balance after it.
        </EmptyState>
      }
      toolbar={<StatementFilters accountId={account.id} currency={account.currency} search={search} onChange={filter} />}
      toolbarEnd={
        <>
          <ListCount
            pending={source.isPending || totals.isPending}
            shown={lines.length}
            all={totals.data?.count ?? lines.length}
            what="postings"
          />
          <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={refetch} />
        </>
      }
      footer={
        <>
          <StatementSums totals={totals} account={account} />
          <Group gap="xs" wrap="nowrap" ml="auto" className="no-print">
            <Button
              variant="default"
              leftSection={<IconChevronsLeft size={14} />}
              disabled={before === undefined}
              onClick={() => setSearch({ before: undefined })}
            >
              Newest
            </Button>
            <Button
              variant="default"
              rightSection={<IconChevronRight size={14} />}
              disabled={next === null}
              onClick={() => setSearch({ before: next ?? undefined })}
            >
              Older
            </Button>
          </Group>
        </>
      }
    />
  );
}
