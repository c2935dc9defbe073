import { type ApiKey, apiKeys } from '@countinghouse/contract/features/api-keys';
import { auth } from '@countinghouse/contract/features/auth';
import { IconApi, IconNetwork, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import type { RowAct } from '../../ui/list/RowMenu.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor, holderOf, makerOf } from './columns.tsx';
import type { ApiKeysSearch } from './search.ts';

const MIN_WIDTH_PX = 1120;
const states: readonly { readonly value: NonNullable<ApiKeysSearch['status']>; readonly label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
];

const keep = (k: ApiKey, { q: typed, status }: Pick<ApiKeysSearch, 'q' | 'status'>): boolean =>
  (status === undefined || k.status === status) && says(typed, k.name, holderOf(k), makerOf(k), k.grant, k.hint);

interface May {
  readonly revoke: Permission;
  readonly rotate: Permission;
  readonly changeAllowList: Permission;
}
const notTheirs: Permission = { allowed: false, reason: 'Only whose key it is can do this: whoever has the secret acts in their name.' };

function actsOf(k: ApiKey, may: May, ownId: string | undefined, onSearch: (change: Partial<ApiKeysSearch>) => void): readonly RowAct[] {
  const isOthers = k.service_account === null && k.user_id !== ownId;
  return [
    {
      label: 'New secret',
      icon: IconRefresh,
      permission: may.rotate.allowed && isOthers ? notTheirs : may.rotate,
      run: () => onSearch({ rotate: k.id }),
    },
    { label: 'Allow list', icon: IconNetwork, permission: may.changeAllowList, run: () => onSearch({ networks: k.id }) },
    { label: 'Revoke', icon: IconPlugConnectedX, permission: may.revoke, ends: true, run: () => onSearch({ revoke: k.id }) },
  ];
}

interface ApiKeysTableProps {
  readonly search: Omit<ApiKeysSearch, 'revoke' | 'rotate' | 'networks' | 'make'>;
  readonly onSearch: (change: Partial<ApiKeysSearch>, options?: UrlStateOptions) => void;
  /** null: a list to look at. */
  readonly may: May | null;
}

/** The API keys of the organisation, those that ended too. */
export function ApiKeysTable({ search, onSearch, may }: ApiKeysTableProps) {
  const source = useQuery(q(apiKeys.list));
  const ownId = useQuery(q(auth.session)).data?.user?.id;
  const columns = useMemo(() => columnsFor(may === null ? null : (k) => actsOf(k, may, ownId, onSearch)), [may, onSearch, ownId]);
  const list = useList({
    id: may === null ? 'posture-api-keys' : 'api-keys',
    columns,
    source,
    rows: source.data?.api_keys,
    rowId: (k) => k.id,
    search,
    setSearch: onSearch,
    keep,
    filters: ['q', 'status'],
  });
  return (
    <ListGrid
      list={list}
      few
      label="API keys"
      fileName="api-keys.csv"
      failed="Could not load the API keys"
      minWidth={MIN_WIDTH_PX}
      empty={
        <EmptyState icon={IconApi} title="No API keys yet">
          A key lets a program call in the name of the owner who made it, or of a service account.
        </EmptyState>
      }
      filter={{ label: 'Filter API keys', placeholder: 'Filter by name, holder or grant…' }}
      choices={
        <Choice list={list} name="status" label="Status" placeholder="Any status" all="Any status" width={140} options={[...states]} />
      }
      counts="keys"
    />
  );
}
