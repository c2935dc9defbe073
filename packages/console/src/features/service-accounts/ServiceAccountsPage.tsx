import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { type ServiceAccount, serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { IconApi, IconListDetails, IconPencil, IconPower, IconRobot, IconUserCog } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { roleWord, useWritePermission } from '../../lib/session/use-tenant.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import type { RowAct } from '../../ui/list/RowMenu.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ChangeRole } from './ChangeRole.tsx';
import { columnsFor, entitiesOf } from './columns.tsx';
import { DeactivateServiceAccount } from './DeactivateServiceAccount.tsx';
import { NewServiceAccount } from './NewServiceAccount.tsx';
import { RenameServiceAccount } from './RenameServiceAccount.tsx';
import { ServiceAccountsSearch } from './search.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 1080;
const always = { allowed: true, reason: '' } as const;
const keep = (s: ServiceAccount, { q: typed }: ServiceAccountsSearch): boolean => says(typed, s.name, roleWord[s.role], entitiesOf(s));

export function ServiceAccountsPage() {
  const [search, setSearch] = useUrlState(ServiceAccountsSearch);
  const navigate = useNavigate();
  const source = useQuery(q(serviceAccounts.list));
  const all = source.data?.service_accounts;
  const permission = {
    key: useWritePermission(apiKeys.create),
    rename: useWritePermission(serviceAccounts.rename),
    role: useWritePermission(serviceAccounts.changeRole),
    end: useWritePermission(serviceAccounts.deactivate),
  };
  const actsOf = ({ id, name }: ServiceAccount): readonly RowAct[] => [
    {
      label: 'Create API key',
      icon: IconApi,
      permission: permission.key,
      run: () => void navigate({ to: paths.apiKeys, search: { make: id } }),
    },
    {
      label: 'Show its API keys',
      icon: IconListDetails,
      permission: always,
      run: () => void navigate({ to: paths.apiKeys, search: { q: name } }),
    },
    { label: 'Rename', icon: IconPencil, permission: permission.rename, run: () => setSearch({ rename: id }) },
    { label: 'Change role', icon: IconUserCog, permission: permission.role, run: () => setSearch({ role: id }) },
    { label: 'Deactivate', icon: IconPower, permission: permission.end, ends: true, run: () => setSearch({ end: id }) },
  ];
  const list = useList({
    id: 'service-accounts',
    columns: columnsFor(actsOf),
    source,
    rows: all,
    rowId: (s) => s.id,
    search,
    setSearch,
    keep,
  });
  const button = useFirstAction({
    label: 'New service account',
    permission: useWritePermission(serviceAccounts.create),
    run: () => setSearch({ open: NEW }),
  });
  const named = (id: string | undefined): ServiceAccount | undefined => all?.find((s) => s.id === id && s.status === 'active');
  return (
    <ListPage
      list={list}
      title="Service accounts"
      description="Programs that act as themselves, with API keys and roles of their own. They go on when people leave, and approve nothing."
      fileName="service-accounts.csv"
      actions={button}
      label="Service accounts"
      failed="Could not load the service accounts"
      minWidth={MIN_WIDTH_PX}
      empty={
        <EmptyState icon={IconRobot} title="No service accounts yet" action={button}>
          A service account acts under its own name, with the rights that you give it.
        </EmptyState>
      }
      filter={{ label: 'Filter service accounts', placeholder: 'Filter by name, role or entity…' }}
      counts="service accounts"
    >
      <NewServiceAccount opened={search.open === NEW} onClose={() => setSearch({ open: undefined })} />
      <RenameServiceAccount account={named(search.rename)} onClose={() => setSearch({ rename: undefined })} />
      <ChangeRole account={named(search.role)} onClose={() => setSearch({ role: undefined })} />
      <DeactivateServiceAccount account={named(search.end)} onClose={() => setSearch({ end: undefined })} />
    </ListPage>
  );
}
