import { type ApiKey, apiKeys } from '@countinghouse/contract/features/api-keys';
import { Select } from '@mantine/core';
import { IconApi } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor, makerOf } from './columns.tsx';
import type { ApiKeysSearch } from './search.ts';

const MIN_WIDTH_PX = 1120;
const none: readonly ApiKey[] = [];
const states: readonly { readonly value: NonNullable<ApiKeysSearch['status']>; readonly label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
];

interface ApiKeysTableProps {
  readonly search: Omit<ApiKeysSearch, 'revoke'>;
  readonly onSearch: (change: Partial<ApiKeysSearch>, options?: UrlStateOptions) => void;
  /** null: a list to look at. */
  readonly revoke: Permission | null;
}

/** The API keys of the organisation, those that ended too. */
export function ApiKeysTable({ search: { q: words = '', sort, status }, onSearch, revoke }: ApiKeysTableProps) {
  const source = useQuery(q(apiKeys.list));
  const all = source.data?.api_keys ?? none;
  const shown = useMemo(() => {
    const word = words.trim().toLowerCase();
    return all.filter(
      (k) => (status === undefined || k.status === status) && `${k.name} ${makerOf(k)} ${k.grant} ${k.hint}`.toLowerCase().includes(word),
    );
  }, [all, words, status]);
  const columns = useMemo(() => columnsFor({ revoke, onRevoke: (id) => onSearch({ revoke: id }) }), [revoke, onSearch]);
  const grid = useGrid({
    id: revoke === null ? 'posture-api-keys' : 'api-keys',
    columns,
    rows: shown,
    rowId: (k) => k.id,
    sort,
    onSort: (next) => onSearch({ sort: next }, { replace: true }),
  });
  const filtered = words !== '' || status !== undefined;
  return (
    <DataGrid
      label="API keys"
      grid={grid}
      source={source}
      failed="Could not load the API keys"
      minWidth={MIN_WIDTH_PX}
      onClearFilters={filtered ? () => onSearch({ q: undefined, status: undefined }) : undefined}
      empty={
        <EmptyState icon={IconApi} title="No API keys yet">
          A key lets a program call in the name of the owner who made it.
        </EmptyState>
      }
      toolbar={
        <>
          <FilterInput
            label="Filter API keys"
            placeholder="Filter by name, maker or grant…"
            value={words}
            onChange={(next) => onSearch({ q: next || undefined }, { replace: true })}
          />
          <Select
            aria-label="Status"
            placeholder="Any status"
            w={140}
            clearable
            clearButtonProps={{ 'aria-label': 'Any status' }}
            data={[...states]}
            value={status ?? null}
            onChange={(next) => onSearch({ status: next ?? undefined })}
          />
        </>
      }
      toolbarEnd={
        <>
          <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="keys" />
          <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
        </>
      }
    />
  );
}
