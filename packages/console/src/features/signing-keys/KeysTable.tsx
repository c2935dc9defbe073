import { type SigningKey, signingKeys } from '@countinghouse/contract/features/signing-keys';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { useBrowserKey } from '../../lib/signing/use-browser-key.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor, holderOf } from './columns.tsx';
import type { SigningKeysSearch } from './search.ts';

const MIN_WIDTH_PX = 1080;
const states = ['ACTIVE', 'SUNSETTING', 'revoked'] as const;

const keep = (k: SigningKey, { q: typed, status }: SigningKeysSearch): boolean =>
  (status === undefined || k.status === status) && says(typed, k.label, k.kid, holderOf(k), k.purpose);

interface KeysTableProps {
  readonly search: SigningKeysSearch;
  readonly onSearch: (change: Partial<SigningKeysSearch>, options?: UrlStateOptions) => void;
  /** null: a list to look at. */
  readonly revoke: Permission | null;
}

/** The keys of the organisation: the chain’s and those of its people. */
export function KeysTable({ search, onSearch, revoke }: KeysTableProps) {
  const source = useQuery(q(signingKeys.list));
  const { kid: ownKid } = useBrowserKey();
  const columns = useMemo(() => columnsFor({ ownKid, revoke, onRevoke: (kid) => onSearch({ revoke: kid }) }), [ownKid, revoke, onSearch]);
  const list = useList({
    id: revoke === null ? 'posture-keys' : 'signing-keys',
    columns,
    source,
    rows: source.data?.keys,
    rowId: (k) => k.kid,
    search,
    setSearch: onSearch,
    keep,
    filters: ['q', 'status'],
  });
  return (
    <ListGrid
      list={list}
      few
      label="Signing keys"
      fileName="signing-keys.csv"
      failed="Could not load the signing keys"
      minWidth={MIN_WIDTH_PX}
      opensPanel
      empty={<EmptyState icon={IconKey} title="No signing keys yet" />}
      filter={{ label: 'Filter keys', placeholder: 'Filter by label, holder or key id…' }}
      choices={<Choice list={list} name="status" label="Status" placeholder="Any status" all="Any status" width={140} options={states} />}
      counts="keys"
    />
  );
}
