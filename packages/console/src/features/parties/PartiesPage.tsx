import { PARTIES_PAGE_SIZE, parties } from '@countinghouse/contract/features/parties';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAddressBook } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columns, compactRow } from './columns.tsx';
import { PartiesSearch } from './search.ts';

const COMPACT_BELOW_PX = 560;
const MIN_WIDTH_PX = 760;
const TYPING_MS = 200;

/** The directory of counterparties. The server searches, twelve a page. */
export function PartiesPage() {
  const [search, setSearch] = useUrlState(PartiesSearch);
  const { page = 1 } = search;
  const [word] = useDebouncedValue((search.q ?? '').trim(), TYPING_MS);
  const source = useQuery({
    ...q(parties.search, { query: { q: word, page, page_size: PARTIES_PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
  const total = source.data?.total ?? 0;
  const list = useList({ id: 'parties', columns, source, rows: source.data?.parties, rowId: (p) => p.id, search, setSearch });
  const isBeyond = source.isSuccess && !source.isPlaceholderData && list.all.length === 0 && page > 1;
  useEffect(() => {
    if (isBeyond) setSearch({ page: undefined }, { replace: true });
  }, [isBeyond, setSearch]);
  const button = useFirstAction({
    label: 'New party',
    permission: useWritePermission(parties.create),
    run: () => list.go({ to: paths.newParty }),
  });
  return (
    <ListPage
      list={list}
      title="Parties directory"
      description="Counterparties by name. The log carries tokens in place of their names and references."
      fileName="parties.csv"
      actions={button}
      label="Parties"
      failed="Could not load parties"
      minWidth={MIN_WIDTH_PX}
      compact={{ belowPx: COMPACT_BELOW_PX, row: compactRow }}
      leadsTo={(party) => ({ to: paths.partyDetail, search: { party: party.id } })}
      empty={<EmptyState icon={IconAddressBook} title="No parties yet" action={button} />}
      filter={{ label: 'Search parties', placeholder: 'Search label, kind, reference or id…' }}
      counts={{ sentence: total === 1 ? '1 party' : `${showCount(total)} parties` }}
      pages={{ size: PARTIES_PAGE_SIZE, total }}
    />
  );
}
