import { type Account, accounts } from '@countinghouse/contract/features/accounts';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columns } from './columns.tsx';
import { NewAccountModal } from './NewAccountModal.tsx';
import { AccountsSearch } from './search.ts';

const MIN_WIDTH_PX = 900;
const keep = (a: Account, { q: typed, currency }: AccountsSearch): boolean =>
  (currency === undefined || a.currency === currency) && says(typed, a.code, a.kind, a.externalRef, a.glCode, a.glTitle);

export function AccountsPage() {
  const [search, setSearch] = useUrlState(AccountsSearch);
  const source = useQuery(q(accounts.list, { body: {} }));
  const list = useList({
    id: 'accounts',
    columns,
    source,
    rows: source.data?.accounts,
    rowId: (a) => a.id,
    search,
    setSearch,
    keep,
    filters: ['q', 'currency'],
  });
  const button = useFirstAction({
    label: 'New ledger account',
    permission: useWritePermission(accounts.create),
    run: () => setSearch({ open: 'new' }),
  });
  return (
    <ListPage
      list={list}
      title="Ledger accounts"
      description="Operational accounts: what postings move, each mapped to a GL account."
      actions={button}
      label="Ledger accounts"
      failed="Could not load ledger accounts"
      minWidth={MIN_WIDTH_PX}
      leadsTo={(a) => ({ to: paths.account, params: { accountId: a.id } })}
      empty={<EmptyState icon={IconWallet} title="No ledger accounts yet" action={button} />}
      filter={{ label: 'Filter ledger accounts', placeholder: 'Filter by code, kind, reference or GL…' }}
      choices={
        <Choice
          list={list}
          name="currency"
          label="Currency"
          all="All currencies"
          width={120}
          options={[...new Set(list.all.map((a) => a.currency))].sort()}
        />
      }
      counts="accounts"
    >
      <NewAccountModal opened={search.open === 'new'} onClose={() => setSearch({ open: undefined })} />
    </ListPage>
  );
}
