import { type SigningKey, signingKeys } from '@countinghouse/contract/features/signing-keys';
import { Select } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import type { Path } from '../../lib/screen/paths.ts';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { useBrowserKey } from '../../lib/signing/use-browser-key.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor, holderOf } from './columns.tsx';
import type { SigningKeysSearch } from './search.ts';

const MIN_WIDTH_PX = 1080;
const none: readonly SigningKey[] = [];
const states = ['ACTIVE', 'SUNSETTING', 'revoked'] as const;

interface KeysTableProps {
  /** Where it stands: links to a row lead there. */
  readonly path: Path;
  readonly search: SigningKeysSearch;
  readonly onSearch: (change: Partial<SigningKeysSearch>, options?: UrlStateOptions) => void;
  /** null: a list to look at. */
  readonly revoke: Permission | null;
}

/** The keys of the organisation: the chain’s and those of its people. */
export function KeysTable({ path, search, onSearch, revoke }: KeysTableProps) {
  const { q: words = '', sort, status, open } = search;
  const router = useRouter();
  const source = useQuery(q(signingKeys.list));
  const { kid: ownKid } = useBrowserKey();
  const all = source.data?.keys ?? none;
  const shown = useMemo(() => {
    const word = words.trim().toLowerCase();
    return all.filter(
      (k) =>
        (status === undefined || k.status === status) && `${k.label} ${k.kid} ${holderOf(k)} ${k.purpose}`.toLowerCase().includes(word),
    );
  }, [all, words, status]);
  const columns = useMemo(() => columnsFor({ ownKid, revoke, onRevoke: (kid) => onSearch({ revoke: kid }) }), [ownKid, revoke, onSearch]);
  const grid = useGrid({
    id: revoke === null ? 'posture-keys' : 'signing-keys',
    columns,
    rows: shown,
    rowId: (k) => k.kid,
    sort,
    onSort: (next) => onSearch({ sort: next }, { replace: true }),
  });
  const filtered = words !== '' || status !== undefined;
  return (
    <DataGrid
      label="Signing keys"
      grid={grid}
      source={source}
      failed="Could not load the signing keys"
      minWidth={MIN_WIDTH_PX}
      openId={open ?? null}
      onOpen={(row, { follow }) => onSearch({ open: row.kid }, { replace: follow })}
      hrefOf={(row) => router.buildLocation({ to: path, search: { ...search, open: row.kid } }).href}
      onClearFilters={filtered ? () => onSearch({ q: undefined, status: undefined }) : undefined}
      empty={<EmptyState icon={IconKey} title="No signing keys yet" />}
      toolbar={
        <>
          <FilterInput
            label="Filter keys"
            placeholder="Filter by label, holder or key id…"
            value={words}
            onChange={(next) => onSearch({ q: next || undefined }, { replace: true })}
          />
          <Select
            aria-label="Status"
            placeholder="Any status"
            w={140}
            clearable
            clearButtonProps={{ 'aria-label': 'Any status' }}
            data={states}
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
