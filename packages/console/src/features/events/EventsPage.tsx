import { EVENTS_PAGE_SIZE, events, type LedgerEvent } from '@countinghouse/contract/features/events';
import { Autocomplete, Button } from '@mantine/core';
import { IconArrowUp, IconChevronRight, IconChevronsLeft, IconDownload, IconLink } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useLiveHead } from '../../lib/calls/use-live-head.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { exportCsv, useGrid } from '../../ui/grid/use-grid.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { LiveStatus } from '../../ui/table/LiveStatus.tsx';
import { columnsFor } from './columns.tsx';
import { EventPanel } from './EventPanel.tsx';
import { EventsSearch } from './search.ts';
import { families, typeOf } from './types.ts';

const MIN_WIDTH_PX = 1040;
/** Beyond so many, the bar says that there are more. */
const FRESH_SHOWN_MAX = 999;
const none: readonly LedgerEvent[] = [];
export function EventsPage() {
  const [search, setSearch] = useUrlState(EventsSearch);
  const { type, before, open } = search;
  const router = useRouter();
  const wanted = typeOf(type);
  const source = useQuery({
    ...q(events.list, {
      query: {
        limit: EVENTS_PAGE_SIZE,
        ...(before === undefined ? {} : { before }),
        ...(wanted === undefined ? {} : { type: wanted }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const [paused, setPaused] = useState(false);
  const atFirst = useQuery(q(events.list, { query: { limit: 1 } })).data?.events[0]?.seq;
  const listed = source.data?.events ?? none;
  const bySeq = useMemo(() => new Map(listed.map((e) => [e.seq, e])), [listed]);
  const go = useCallback((seq: number) => setSearch({ open: seq }), [setSearch]);
  const columns = useMemo(() => columnsFor(bySeq, go), [bySeq, go]);
  const grid = useGrid({ id: 'events', columns, rows: listed, rowId: (e) => String(e.seq) });
  const last = listed.at(-1)?.seq;
  const first = listed[0]?.seq;
  // Rows never move by themselves: what came in since is offered. An older page is none that anything comes in on.
  const atHead = before === undefined && source.isSuccess && !source.isPlaceholderData;
  const seen = atHead ? (first ?? atFirst) : before === undefined ? undefined : atFirst;
  const live = useLiveHead({ afterSeq: seen, type: wanted, paused });
  const latest = Math.max(live.head?.seq ?? 0, atFirst ?? 0, before === undefined && wanted === undefined ? (first ?? 0) : 0);
  const fresh = before === undefined ? (live.head?.matching ?? 0) : 0;
  return (
    <Page fill>
      <PageHeader
        title="Events stream"
        description="The hash-chained log, newest first. Every event carries the hash of the one before it."
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={listed.length === 0}
            onClick={() => exportCsv(grid, 'events.csv')}
          >
            Export CSV
          </Button>
        }
      />
      <Split>
        <DataGrid
          label="Events"
          grid={grid}
          source={source}
          failed="Could not load events"
          minWidth={MIN_WIDTH_PX}
          openId={open === undefined ? null : String(open)}
          onOpen={(row, { follow }) => setSearch({ open: row.seq }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.events, search: { ...search, open: row.seq } }).href}
          onClearFilters={type === undefined && before === undefined ? undefined : () => setSearch({ type: undefined, before: undefined })}
          empty={<EmptyState icon={IconLink} title="No events yet" />}
          toolbar={
            <Autocomplete
              aria-label="Event type"
              placeholder="Filter by type, e.g. intent."
              w={{ base: '100%', xs: 220 }}
              clearable
              clearButtonProps={{ 'aria-label': 'All event types' }}
              data={families}
              value={type ?? ''}
              onChange={(next) => setSearch({ type: next.toLowerCase() || undefined, before: undefined }, { replace: true })}
            />
          }
          toolbarEnd={
            <>
              {fresh === 0 ? null : (
                <Button size="compact-xs" variant="light" leftSection={<IconArrowUp size={13} />} onClick={() => void source.refetch()}>
                  {fresh > FRESH_SHOWN_MAX ? `${FRESH_SHOWN_MAX}+` : fresh} new
                </Button>
              )}
              <span role="status">{first === undefined ? 'No events' : `Seq ${first} to ${last} of ${latest}`}</span>
              <LiveStatus state={live.state} updatedAtMs={source.dataUpdatedAt} onPause={setPaused} />
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
          footer={
            <>
              <Button
                variant="default"
                leftSection={<IconChevronsLeft size={14} />}
                disabled={before === undefined}
                onClick={() => setSearch({ before: undefined })}
              >
                Newest
              </Button>
              <Button
                variant="default"
                rightSection={<IconChevronRight size={14} />}
                disabled={last === undefined || last === 1 || listed.length < EVENTS_PAGE_SIZE}
                onClick={() => setSearch({ before: last })}
              >
                Older
              </Button>
            </>
          }
        />
        {open === undefined ? null : (
          <EventPanel seq={open} known={bySeq.get(open)} latestSeq={latest} onGo={go} onClose={() => setSearch({ open: undefined })} />
        )}
      </Split>
    </Page>
  );
}
