import { type Account, accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { Button } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { sumByCurrency } from '../../lib/values/money.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { useNews } from '../../ui/live/use-news.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Totals } from '../../ui/table/Totals.tsx';
import { AccountPanel } from './AccountPanel.tsx';
import { AsOfMenu } from './AsOfMenu.tsx';
import { type AsOfChoice, askedOf, describeAsOf } from './as-of.ts';
import { columns } from './columns.tsx';
import { type BalanceRow, glOptionsOf, matchesWords, rowsOf } from './rows.ts';
import { BalancesSearch } from './search.ts';

const MIN_WIDTH_PX = 1180;
const none: readonly Account[] = [];
const keep = (r: BalanceRow, { q: typed = '', currency, gl }: BalancesSearch): boolean =>
  (currency === undefined || r.currency === currency) && (gl === undefined || r.account?.glCode === gl) && matchesWords(r, typed);

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
    source: {
      ...(isNow ? now : { ...then, isPending: then.isPending || now.isPending }),
      refetch: () => Promise.all([now.refetch(), isNow ? null : then.refetch()]),
    },
    all,
    seen: isNow ? now.data?.as_of : undefined,
    asOf: isNow ? null : (then.data?.as_of ?? null),
  };
}

export function BalancesPage() {
  const [search, setSearch] = useUrlState(BalancesSearch);
  const { source, all, seen, asOf } = useBalances(search);
  // Every movement is an intent that was executed.
  const news = useNews({ seen, type: 'intent.executed', of: 'intent', refresh: source.refetch });
  const list = useList({
    id: 'balances',
    columns,
    source,
    rows: all,
    rowId: (r) => r.id,
    search,
    setSearch,
    keep,
    filters: ['q', 'currency', 'gl'],
  });
  const { shown } = list;
  const glOptions = useMemo(() => glOptionsOf(all, search.gl), [all, search.gl]);
  const currencies = useMemo(() => [...new Set(all.map((r) => r.currency))].sort(), [all]);
  const decimals = useMemo(() => new Map(all.map((r) => [r.currency, r.minorUnits])), [all]);
  const sums = useMemo(() => sumByCurrency(shown, (r) => ({ currency: r.currency, amountE8: r.balanceE8 })), [shown]);
  const opened = all.find((r) => r.id === search.open);
  return (
    <ListPage
      list={list}
      title="Accounts & Balances"
      description={describeAsOf(search, asOf)}
      actions={
        <>
          <ExportButton grid={list.grid} fileName="balances.csv" />
          <Button
            leftSection={<IconWallet size={14} />}
            renderRoot={(props) => <Link {...props} to={paths.accounts} search={{ open: 'new' }} />}
          >
            New account
          </Button>
        </>
      }
      label="Accounts and balances"
      failed="Could not load balances"
      minWidth={MIN_WIDTH_PX}
      empty={
        <EmptyState icon={IconWallet} title="No accounts yet">
          Open a ledger account first; its balance appears here.
        </EmptyState>
      }
      filter={{ label: 'Filter accounts', placeholder: 'Filter by code, reference or GL…' }}
      choices={
        <>
          <Choice list={list} name="currency" label="Currency" all="All currencies" width={120} options={currencies} />
          <Choice list={list} name="gl" label="GL account" all="All GL accounts" width={170} options={glOptions} searchable />
          <AsOfMenu choice={search} onChange={setSearch} />
        </>
      }
      counts="accounts"
      news={news.offer}
      {...(seen === undefined ? {} : { afterCount: news.status })}
      footer={shown.length === 0 ? undefined : <Totals label="Totals" sums={sums} minorUnitsOf={(c) => decimals.get(c) ?? 2} />}
      panel={opened === undefined ? null : <AccountPanel row={opened} onClose={() => setSearch({ open: undefined })} />}
    />
  );
}
