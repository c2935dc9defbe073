import { type Account, accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { Button, Select } from '@mantine/core';
import { IconDownload, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { sumByCurrency } from '../../lib/values/money.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { exportCsv, useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Totals } from '../../ui/table/Totals.tsx';
import { AccountPanel } from './AccountPanel.tsx';
import { AsOfMenu } from './AsOfMenu.tsx';
import { type AsOfChoice, askedOf, describeAsOf } from './as-of.ts';
import { columns } from './columns.tsx';
import { glOptionsOf, matchesWords, rowsOf } from './rows.ts';
import { BalancesSearch } from './search.ts';

const MIN_WIDTH_PX = 1180;
const none: readonly Account[] = [];

/** Both reads of the screen as one source: the accounts, and their balances at the chosen point. */
function useBalances(choice: AsOfChoice) {
  const asked = askedOf(choice);
  const now = useQuery(q(accounts.list, { body: {} }));
  const then = useQuery({ ...q(balances.get, { query: asked ?? {} }), enabled: asked !== null });
  const isNow = asked === null;
  const all = useMemo(
    () => (isNow ? rowsOf(now.data?.accounts ?? none, null) : rowsOf(now.data?.accounts ?? none, then.data?.accounts ?? [])),
    [isNow, now.data, then.data],
  );
  return {
    source: isNow ? now : { ...then, isPending: then.isPending || now.isPending },
    all,
    told: isNow ? null : (then.data?.as_of ?? null),
    refetch: () => void Promise.all([now.refetch(), isNow ? null : then.refetch()]),
  };
}

export function BalancesPage() {
  const [search, setSearch] = useUrlState(BalancesSearch);
  const { q: words = '', currency, gl, sort, open } = search;
  const router = useRouter();
  const { source, all, told, refetch } = useBalances(search);
  const shown = useMemo(
    () =>
      all.filter(
        (r) =>
          (currency === undefined || r.currency === currency) && (gl === undefined || r.account?.glCode === gl) && matchesWords(r, words),
      ),
    [all, currency, gl, words],
  );
  const glOptions = useMemo(() => glOptionsOf(all, gl), [all, gl]);
  const currencies = useMemo(() => [...new Set(all.map((r) => r.currency))].sort(), [all]);
  const decimals = useMemo(() => new Map(all.map((r) => [r.currency, r.minorUnits])), [all]);
  const sums = useMemo(() => sumByCurrency(shown, (r) => ({ currency: r.currency, amountE8: r.balanceE8 })), [shown]);
  const grid = useGrid({
    id: 'balances',
    columns,
    rows: shown,
    rowId: (r) => r.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const filtered = words !== '' || currency !== undefined || gl !== undefined;
  const opened = all.find((r) => r.id === open);
  return (
    <Page fill>
      <PageHeader
        title="Accounts & Balances"
        description={describeAsOf(search, told)}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={14} />}
              disabled={grid.rows.length === 0}
              onClick={() => exportCsv(grid, 'balances.csv')}
            >
              Export CSV
            </Button>
            <Button
              leftSection={<IconWallet size={14} />}
              renderRoot={(props) => <Link {...props} to={paths.accounts} search={{ open: 'new' }} />}
            >
              New account
            </Button>
          </>
        }
      />
      <Split>
        <DataGrid
          label="Accounts and balances"
          grid={grid}
          source={source}
          failed="Could not load balances"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.balances, search: { ...search, open: row.id } }).href}
          onClearFilters={filtered ? () => setSearch({ q: undefined, currency: undefined, gl: undefined }) : undefined}
          empty={
            <EmptyState icon={IconWallet} title="No accounts yet">
              Open a ledger account first; its balance appears here.
            </EmptyState>
          }
          toolbar={
            <>
              <FilterInput
                label="Filter accounts"
                placeholder="Filter by code, reference or GL…"
                value={words}
                onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
              />
              <Select
                aria-label="Currency"
                placeholder="Currency"
                w={120}
                clearable
                clearButtonProps={{ 'aria-label': 'All currencies' }}
                data={currencies}
                value={currency ?? null}
                onChange={(next) => setSearch({ currency: next ?? undefined })}
              />
              <Select
                aria-label="GL account"
                placeholder="GL account"
                w={170}
                clearable
                searchable
                clearButtonProps={{ 'aria-label': 'All GL accounts' }}
                data={glOptions}
                value={gl ?? null}
                onChange={(next) => setSearch({ gl: next ?? undefined })}
              />
              <AsOfMenu choice={search} onChange={setSearch} />
            </>
          }
          toolbarEnd={
            <>
              <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="accounts" />
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={refetch} />
            </>
          }
          footer={shown.length === 0 ? undefined : <Totals label="Totals" sums={sums} minorUnitsOf={(c) => decimals.get(c) ?? 2} />}
        />
        {opened === undefined ? null : <AccountPanel row={opened} onClose={() => setSearch({ open: undefined })} />}
      </Split>
    </Page>
  );
}
