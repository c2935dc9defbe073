import { EVENTS_PAGE_SIZE, events } from '@countinghouse/contract/features/events';
import { Autocomplete, Button } from '@mantine/core';
import { IconArrowUp, IconLink } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { given, q } from '../../lib/calls/query.ts';
import { useLiveHead } from '../../lib/calls/use-live-head.ts';
import { placeOf } from '../../lib/screen/place-of.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { OlderPager } from '../../ui/list/OlderPager.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { LiveStatus } from '../../ui/table/LiveStatus.tsx';
import { columnsFor } from './columns.tsx';
import { EventPanel } from './EventPanel.tsx';
import { EventsSearch } from './search.ts';
import { families, typeOf } from './types.ts';

const MIN_WIDTH_PX = 1040;
/** Beyond so many, the bar says that there are more. */
const FRESH_SHOWN_MAX = 999;

export function EventsPage() {
  const [search, setSearch] = useUrlState(EventsSearch);
  const { type, before, open } = search;
  const wanted = typeOf(type);
  const source = useQuery({
    ...q(events.list, { query: { limit: EVENTS_PAGE_SIZE, ...given({ before, type: wanted }) } }),
    placeholderData: keepPreviousData,
  });
  const [paused, setPaused] = useState(false);
  const atFirst = useQuery(q(events.list, { query: { limit: 1 } })).data?.events[0]?.seq;
  const bySeq = useMemo(() => new Map(source.data?.events.map((e) => [e.seq, e])), [source.data]);
  const go = useCallback((seq: number) => setSearch({ open: seq }), [setSearch]);
  const columns = useMemo(() => columnsFor(bySeq, go), [bySeq, go]);
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
  const live = useLiveHead({ afterSeq: seen, type: wanted, paused });
  const latest = Math.max(live.head?.seq ?? 0, atFirst ?? 0, before === undefined && wanted === undefined ? (first ?? 0) : 0);
  const fresh = before === undefined ? (live.head?.matching ?? 0) : 0;
  return (
    <ListPage
      list={list}
      title="Events stream"
      description="The hash-chained log, newest first. Every event carries the hash of the one before it."
      actions={<ExportButton grid={list.grid} fileName="events.csv" />}
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
      news={
        fresh === 0 ? null : (
          <Button size="compact-xs" variant="light" leftSection={<IconArrowUp size={13} />} onClick={() => void source.refetch()}>
            {fresh > FRESH_SHOWN_MAX ? `${FRESH_SHOWN_MAX}+` : fresh} new
          </Button>
        )
      }
      counts={{ sentence: first === undefined ? 'No events' : `Seq ${first} to ${last} of ${latest}` }}
      afterCount={<LiveStatus state={live.state} updatedAtMs={source.dataUpdatedAt} onPause={setPaused} />}
      footer={<OlderPager list={list} last={placeOf(source.data)} />}
      panel={
        open === undefined ? null : (
          <EventPanel seq={open} known={bySeq.get(open)} latestSeq={latest} onGo={go} onClose={() => setSearch({ open: undefined })} />
        )
      }
    />
  );
}
