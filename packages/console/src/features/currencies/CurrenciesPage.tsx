import { type CurrencyInfo, currencies } from '@countinghouse/contract/features/currencies';
import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { actions, count, text } from '../../ui/grid/columns.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { AddCurrency } from './AddCurrency.tsx';
import { RemoveCurrency } from './RemoveCurrency.tsx';
import { CurrenciesSearch } from './search.ts';
import { suggestionsOf } from './suggestions.ts';

const none: readonly CurrencyInfo[] = [];

const facts = [
  text<CurrencyInfo>('code', 'Code', '90px', (c) => c.code, { fixed: true, sort: true, strong: true }),
  text<CurrencyInfo>('name', 'Name', 'minmax(150px, 1fr)', (c) => c.name, { sort: true }),
  count<CurrencyInfo>('minor', 'Minor units', '110px', (c) => c.minorUnits, { sort: true, descending: false }),
];
const keep = (c: CurrencyInfo, { q: typed }: CurrenciesSearch): boolean => says(typed, c.code, c.name);

export function CurrenciesPage() {
  const [search, setSearch] = useUrlState(CurrenciesSearch);
  const permission = useWritePermission(currencies.remove);
  const reporting = useActiveTenant()?.reportingCurrency;
  const source = useQuery(q(currencies.tenantList));
  const all = useQuery(q(currencies.all)).data?.currencies ?? none;
  const allowed = source.data?.currencies ?? none;
  const suggestions = useMemo(() => (source.isSuccess ? suggestionsOf(all, allowed) : none), [source.isSuccess, all, allowed]);
  const action = actions<CurrencyInfo>('110px', (c) => (
    <GuardedButton
      size="compact-xs"
      variant="subtle"
      color="red"
      permission={permission.allowed && c.code === reporting ? { allowed: false, reason: 'The reports are kept in it.' } : permission}
      aria-label={`Remove ${c.code}`}
      onClick={() => setSearch({ remove: c.code })}
    >
      Remove
    </GuardedButton>
  ));
  const list = useList({
    id: 'tenant-currencies',
    columns: [...facts, action],
    source,
    rows: source.data?.currencies,
    rowId: (c) => c.code,
    search,
    setSearch,
    keep,
  });
  return (
    <Page>
      <PageHeader title="Tenant currencies" description="The currencies in which accounts may be opened and intents posted." />
      <Columns
        main={
          <ListGrid
            list={list}
            few
            label="Tenant currencies"
            fileName="currencies.csv"
            failed="Failed to load currencies"
            empty={<EmptyState icon={IconCoins} title="No currencies yet" />}
            filter={{ label: 'Filter currencies', placeholder: 'Filter by code or name…' }}
            counts={{ sentence: `${list.shown.length} of ${allowed.length} currencies` }}
          />
        }
        side={<AddCurrency suggestions={suggestions} />}
      />
      <RemoveCurrency currency={allowed.find((c) => c.code === search.remove)} onClose={() => setSearch({ remove: undefined })} />
    </Page>
  );
}
