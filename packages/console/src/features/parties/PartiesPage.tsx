import { PARTIES_PAGE_SIZE, type Party, parties } from '@countinghouse/contract/features/parties';
import { Badge } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import type { GridColumn } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { PartiesSearch } from './search.ts';

const MIN_WIDTH_PX = 760;
const TYPING_MS = 200;
const none: readonly Party[] = [];
const dash = <span className="dimmed">—</span>;

const columns: readonly GridColumn<Party>[] = [
  {
    id: 'label',
    header: 'Label',
    width: 'minmax(180px, 2fr)',
    fixed: true,
    text: (p) => p.label,
    cell: (p) => (
      <TextLink to={paths.partyDetail} search={{ party: p.id }}>
        {p.label}
      </TextLink>
    ),
  },
  { id: 'kind', header: 'Kind', width: 'minmax(100px, 0.8fr)', text: (p) => p.kind, cell: (p) => <Badge color="gray">{p.kind}</Badge> },
  {
    id: 'external',
    header: 'External ref',
    width: 'minmax(160px, 1.4fr)',
    text: (p) => p.externalRef ?? '',
    cell: (p) => (p.externalRef === null ? dash : <span className="mono">{p.externalRef}</span>),
  },
  { id: 'created', header: 'Created', width: '176px', text: (p) => p.created_at, cell: (p) => <Timestamp at={p.created_at} absolute /> },
  { id: 'id', header: 'Party ID', width: '180px', text: (p) => p.id, cell: (p) => <Hash value={p.id} what={`id of ${p.label}`} /> },
];

/** The directory of counterparties. The server searches, twelve a page. */
export function PartiesPage() {
  const [{ q: words = '', page = 1 }, setSearch] = useUrlState(PartiesSearch);
  const navigate = useNavigate();
  const permission = useWritePermission(parties.create);
  const [word] = useDebouncedValue(words.trim(), TYPING_MS);
  const source = useQuery({
    ...q(parties.search, { query: { q: word, page, page_size: PARTIES_PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
  const rows = source.data?.parties ?? none;
  const total = source.data?.total ?? 0;
  const grid = useGrid({ id: 'parties', columns, rows, rowId: (p) => p.id });
  const isBeyond = source.isSuccess && !source.isPlaceholderData && rows.length === 0 && page > 1;
  useEffect(() => {
    if (isBeyond) setSearch({ page: undefined }, { replace: true });
  }, [isBeyond, setSearch]);
  const openNew = (): void => void navigate({ to: paths.newParty });
  useShortcut('N', { name: 'New party', group: 'This screen' }, openNew, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconPlus size={14} />} onClick={openNew}>
      New party
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Parties directory"
        description="Counterparties by name. The log carries tokens in place of their names and references."
        actions={button}
      />
      <DataGrid
        label="Parties"
        grid={grid}
        source={source}
        failed="Could not load parties"
        minWidth={MIN_WIDTH_PX}
        onOpen={(party) => void navigate({ to: paths.partyDetail, search: { party: party.id } })}
        hrefOf={(party) => `${paths.partyDetail}?party=${party.id}`}
        onClearFilters={words === '' ? undefined : () => setSearch({ q: undefined, page: undefined })}
        empty={<EmptyState icon={IconAddressBook} title="No parties yet" action={button} />}
        toolbar={
          <FilterInput
            label="Search parties"
            placeholder="Search label, kind, reference or id…"
            value={words}
            onChange={(next) => setSearch({ q: next || undefined, page: undefined }, { replace: true })}
          />
        }
        toolbarEnd={
          <>
            <span role="status">{total === 1 ? '1 party' : `${total.toLocaleString('en-GB')} parties`}</span>
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </>
        }
        paging={{ page, pageSize: PARTIES_PAGE_SIZE, total, onPage: (next) => setSearch({ page: next === 1 ? undefined : next }) }}
      />
    </Page>
  );
}
