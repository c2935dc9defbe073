import { EVENTS_PAGE_SIZE, events, type LedgerEvent } from '@countinghouse/contract/features/events';
import { Autocomplete } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { given, q } from '../../lib/calls/query.ts';
import { placeOf } from '../../lib/screen/place-of.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { OlderPager } from '../../ui/list/OlderPager.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { useNews } from '../../ui/live/use-news.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor } from './columns.tsx';
import { EventPanel } from './EventPanel.tsx';
import { EventsSearch } from './search.ts';
import { families, typeOf } from './types.ts';
import { useNames } from './use-names.ts';

const MIN_WIDTH_PX = 1040;
const none: readonly LedgerEvent[] = [];

export function EventsPage() {
  const [search, setSearch] = useUrlState(EventsSearch);
  const { type, before, open } = search;
  const wanted = typeOf(type);
  const source = useQuery({
    ...q(events.list, { query: { limit: EVENTS_PAGE_SIZE, ...given({ before, type: wanted }) } }),
    placeholderData: keepPreviousData,
  });
  const atFirst = useQuery(q(events.list, { query: { limit: 1 } })).data?.events[0]?.seq;
  const bySeq = useMemo(() => new Map(source.data?.events.map((e) => [e.seq, e])), [source.data]);
  const go = useCallback((seq: number) => setSearch({ open: seq }), [setSearch]);
  const names = useNames(source.data?.events ?? none);
  const columns = useMemo(() => columnsFor(bySeq, names, go), [bySeq, names, go]);
  const list = useList({
    id: 'events',
    columns,
    source,
    rows: source.data?.events,
    rowId: (e) => String(e.seq),
    search,
    setSearch,
    filters: ['type', 'before'],
  });
  const last = list.all.at(-1)?.seq;
  const first = list.all[0]?.seq;
  // Rows never move by themselves: what came in since is offered. An older page is none that anything comes in on.
  const atHead = before === undefined && source.isSuccess && !source.isPlaceholderData;
  const seen = atHead ? (first ?? atFirst) : before === undefined ? undefined : atFirst;
  const news = useNews({ seen, type: wanted, updatedAtMs: source.dataUpdatedAt, refresh: source.refetch });
  const latest = Math.max(news.headSeq, atFirst ?? 0, before === undefined && wanted === undefined ? (first ?? 0) : 0);
  return (
    <ListPage
      list={list}
      title="Events stream"
      description="The hash-chained log, newest first. Every event carries the hash of the one before it."
      fileName="events.csv"
      label="Events"
      failed="Could not load events"
      minWidth={MIN_WIDTH_PX}
      empty={<EmptyState icon={IconLink} title="No events yet" />}
      choices={
        <Autocomplete
          aria-label="Event type"
          placeholder="Filter by type, e.g. intent."
          w={{ base: '100%', xs: 220 }}
          clearable
          clearButtonProps={{ 'aria-label': 'All event types' }}
          data={families}
          value={type ?? ''}
          onChange={(next) => list.narrow({ type: next.toLowerCase() || undefined }, { replace: true })}
        />
      }
      news={before === undefined ? news.offer : null}
      counts={{ sentence: first === undefined ? 'No events' : `Seq ${first} to ${last} of ${latest}` }}
      afterCount={news.status}
      footer={<OlderPager list={list} last={placeOf(source.data)} />}
      panel={
        open === undefined ? null : (
          <EventPanel seq={open} known={bySeq.get(open)} latestSeq={latest} onGo={go} onClose={() => setSearch({ open: undefined })} />
        )
      }
    />
  );
}
