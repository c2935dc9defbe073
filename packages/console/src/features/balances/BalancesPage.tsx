import { type Account, accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { Select } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { useNews } from '../../ui/live/use-news.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { AccountPanel } from './AccountPanel.tsx';
import { AsOfMenu } from './AsOfMenu.tsx';
import { type AsOfChoice, askedOf, describeAsOf, modeOf } from './as-of.ts';
import { BalancesFoot } from './BalancesFoot.tsx';
import { columns, compactRow } from './columns.tsx';
import { type ClassOf, type GroupedBy, groupingOf } from './grouping.tsx';
import { type BalanceRow, glOptionsOf, matchesWords, rowsOf } from './rows.ts';
import { BalancesSearch } from './search.ts';
import { useTranslator } from './use-translator.ts';

/** Narrower than so, two lines say more than cells that are cut. */
const COMPACT_BELOW_PX = 860;
const groupings = [
  { value: 'class', label: 'Group by class' },
  { value: 'currency', label: 'Group by currency' },
  { value: 'entity', label: 'Group by entity' },
  { value: 'none', label: 'No groups' },
] as const satisfies readonly { readonly value: GroupedBy; readonly label: string }[];
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

/** Classes are in the chart of accounts; null while it is on its way. */
function useClassOf(): ClassOf | null {
  const { data, isPending } = useQuery(q(glAccounts.list));
  return useMemo(() => {
    if (isPending) return null;
    const classes = new Map(data?.gl.map((gl) => [gl.id, gl.class]));
    return (id) => classes.get(id);
  }, [data, isPending]);
}

export function BalancesPage() {
  const [search, setSearch] = useUrlState(BalancesSearch);
  const [zone] = useTimeZone();
  const { source, all, seen, asOf } = useBalances(search);
  // Every movement is an intent that was executed.
  const news = useNews({ seen, type: 'intent.executed', of: 'intent', refresh: source.refetch });
  const { group = 'class' } = search;
  const classOf = useClassOf();
  const translator = useTranslator(all, search);
  const grouping = useMemo(() => (classOf === null ? undefined : groupingOf(group, classOf, translator)), [group, classOf, translator]);
  const list = useList({
    id: 'balances',
    columns,
    source: classOf === null ? { ...source, isPending: true } : source,
    rows: all,
    rowId: (r) => r.id,
    search,
    setSearch,
    keep,
    filters: ['q', 'currency', 'gl'],
    grouping,
  });
  const button = useFirstAction({
    label: 'New account',
    name: 'New ledger account',
    icon: IconWallet,
    permission: useWritePermission(accounts.open),
    run: () => list.go({ to: paths.accounts, search: { open: 'new' } }),
  });
  const { shown } = list;
  const glOptions = useMemo(() => glOptionsOf(all, search.gl), [all, search.gl]);
  const currencies = useMemo(() => [...new Set(all.map((r) => r.currency))].sort(), [all]);
  const opened = all.find((r) => r.id === search.open);
  return (
    <ListPage
      list={list}
      title="Accounts & Balances"
      description={describeAsOf(search, asOf, zone)}
      actions={
        <>
          <ExportButton grid={list.grid} fileName="balances.csv" />
          {button}
        </>
      }
      label="Accounts and balances"
      failed="Could not load balances"
      compact={{ belowPx: COMPACT_BELOW_PX, row: compactRow }}
      empty={
        modeOf(search) === 'now' ? (
          <EmptyState icon={IconWallet} title="No accounts yet" action={button}>
            Open a ledger account first; its balance appears here.
          </EmptyState>
        ) : (
          <EmptyState icon={IconWallet} title="No accounts then">
            At this point of the log there was no account. Choose a later one, or now.
          </EmptyState>
        )
      }
      filter={{ label: 'Filter accounts', placeholder: 'Filter by code, reference or GL…' }}
      choices={
        <>
          <Choice list={list} name="currency" label="Currency" all="All currencies" width={104} options={currencies} />
          <Choice list={list} name="gl" label="GL account" all="All GL accounts" width={150} options={glOptions} searchable />
          <Select
            aria-label="Group by"
            w={150}
            allowDeselect={false}
            data={groupings}
            value={group}
            onChange={(next) =>
              setSearch({ group: next === 'currency' || next === 'entity' || next === 'none' ? next : undefined, folded: undefined })
            }
          />
          <AsOfMenu choice={search} onChange={setSearch} />
        </>
      }
      counts="accounts"
      news={news.offer}
      {...(askedOf(search) === null ? { afterCount: news.status } : {})}
      footer={shown.length === 0 ? undefined : <BalancesFoot rows={shown} translator={translator} />}
      panel={opened === undefined ? null : <AccountPanel row={opened} onClose={() => setSearch({ open: undefined })} />}
    />
  );
}
