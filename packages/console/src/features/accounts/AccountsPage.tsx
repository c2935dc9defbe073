import { type Account, accounts } from '@countinghouse/contract/features/accounts';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { usePartyNames } from '../../lib/calls/use-parties.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { compareText } from '../../ui/grid/column.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsWith, compactRow } from './columns.tsx';
import { NewAccountModal } from './NewAccountModal.tsx';
import { AccountsSearch } from './search.ts';

const MIN_WIDTH_PX = 900;
/** Narrower than so, two lines say more than cells that are cut. */
const COMPACT_BELOW_PX = 640;

export function AccountsPage() {
  const [search, setSearch] = useUrlState(AccountsSearch);
  const source = useQuery(q(accounts.list, { body: {} }));
  const names = usePartyNames(source.data?.accounts.map((a) => a.party_id) ?? []);
  const [columns, keep] = useMemo(() => {
    const partyOf = ({ party_id }: Account): string | null => (party_id === null ? null : (names.get(party_id) ?? party_id.slice(0, 8)));
    const isKept = (a: Account, { q: typed, currency, party }: AccountsSearch): boolean =>
      (currency === undefined || a.currency === currency) &&
      (party === undefined || a.party_id === party) &&
      says(typed, a.code, a.title, a.kind, a.externalRef, a.glCode, a.glTitle, partyOf(a));
    return [columnsWith(partyOf), isKept] as const;
  }, [names]);
  const list = useList({
    id: 'accounts',
    columns,
    source,
    rows: source.data?.accounts,
    rowId: (a) => a.id,
    search,
    setSearch,
    keep,
    filters: ['q', 'currency', 'party'],
  });
  const button = useFirstAction({
    label: 'New ledger account',
    permission: useWritePermission(accounts.open),
    run: () => setSearch({ open: 'new' }),
  });
  return (
    <ListPage
      list={list}
      title="Ledger accounts"
      description="Operational accounts: what postings move, each mapped to a GL account."
      fileName="accounts.csv"
      actions={button}
      label="Ledger accounts"
      failed="Could not load ledger accounts"
      minWidth={MIN_WIDTH_PX}
      compact={{ belowPx: COMPACT_BELOW_PX, row: compactRow }}
      leadsTo={(a) => ({ to: paths.account, params: { accountId: a.id } })}
      empty={<EmptyState icon={IconWallet} title="No ledger accounts yet" action={button} />}
      filter={{ label: 'Filter ledger accounts', placeholder: 'Filter by code, kind, party or GL…' }}
      choices={
        <>
          <Choice
            list={list}
            name="currency"
            label="Currency"
            all="All currencies"
            width={120}
            options={[...new Set(list.all.map((a) => a.currency))].sort()}
          />
          {names.size === 0 ? null : (
            <Choice
              list={list}
              name="party"
              label="Party"
              all="All parties"
              width={170}
              searchable
              options={[...names].map(([value, label]) => ({ value, label })).sort((a, b) => compareText(a.label, b.label))}
            />
          )}
        </>
      }
      counts="accounts"
    >
      <NewAccountModal opened={search.open === 'new'} onClose={() => setSearch({ open: undefined })} />
    </ListPage>
  );
}
