import { type IntentTotals, intents, type ListedIntent } from '@countinghouse/contract/features/intents';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconFileCheck, IconPencilPlus, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { callFile } from '../../../lib/calls/client.ts';
import { q } from '../../../lib/calls/query.ts';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { useAct } from '../../../lib/calls/use-write.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { placeOf } from '../../../lib/screen/place-of.ts';
import { useTimeZone } from '../../../lib/screen/preferences.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { saveFile } from '../../../lib/values/csv.ts';
import { titleOf } from '../../../lib/values/intent/title.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { dayOf, type TimeZoneSetting } from '../../../lib/values/time.ts';
import type { Grouping } from '../../../ui/grid/groups.ts';
import { exportCsv } from '../../../ui/grid/use-grid.ts';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { ListPage } from '../../../ui/list/ListPage.tsx';
import { OlderPager } from '../../../ui/list/OlderPager.tsx';
import { SelectionBar, selectColumn, useSelection } from '../../../ui/list/selection.tsx';
import { useFirstAction } from '../../../ui/list/use-first-action.tsx';
import { useList } from '../../../ui/list/use-list.ts';
import { useNews } from '../../../ui/live/use-news.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { IntentPanel } from '../read/IntentPanel.tsx';
import { IntentsSearch } from '../search.ts';
import { columnsFor, compactRow } from './columns.tsx';
import { LogFilters } from './LogFilters.tsx';
import { LogFoot } from './LogFoot.tsx';
import { LogViews } from './LogViews.tsx';
import { filtersOf, type IntentFilters, intentLogQuery, type LogRow, logRowOf } from './log.ts';
import { useCodes } from './use-codes.ts';

const MIN_WIDTH_PX = 1080;
/** Narrower than so, two lines say more than cells that are cut. */
const COMPACT_BELOW_PX = 900;
const TYPING_MS = 250;
const FILTERS = [
  'status',
  'q',
  'actor',
  'account',
  'currency',
  'min',
  'max',
  'from',
  'to',
  'valueFrom',
  'valueTo',
  'use',
  'party',
  'meta',
  'before',
] as const;

interface Around {
  readonly zone: TimeZoneSetting;
  /** Whether there are pages before and behind this one. */
  readonly newer: boolean;
  readonly older: boolean;
}

/** The days on which intents were booked, each with their count where all of it is here. */
function byDay({ zone, newer, older }: Around): Grouping<LogRow> {
  const now = new Date();
  const keyOf = ({ intent }: LogRow): string => dayOf(intent.created_at, zone, now).key;
  return {
    keyOf,
    groupsOf: (rows) =>
      [...Map.groupBy(rows, keyOf).values()].flatMap((own, place, days) => {
        const [first] = own;
        if (first === undefined) return [];
        const isPartial = (newer && place === 0) || (older && place === days.length - 1);
        const count = `${own.length} ${own.length === 1 ? 'intent' : 'intents'}`;
        return [{ ...dayOf(first.intent.created_at, zone, now), ...(isPartial ? {} : { count }) }];
      }),
  };
}

interface IntentsPageProps {
  /** The files on the open one, and what people say of it. */
  readonly filesOf?: (intentId: string) => ReactNode;
  /** What else can be done with those that are chosen. */
  readonly actsOf?: (chosen: readonly ListedIntent[], clear: () => void) => ReactNode;
}

const rowId = (row: LogRow): string => row.intent.intent_id;

/** What the filters leave, in words. */
const allOf = (totals: IntentTotals | undefined): string =>
  totals?.complete === true ? `All ${showCount(totals.count)} intents` : 'All intents found';

/** The log of intents. */
export function IntentsPage({ filesOf, actsOf }: IntentsPageProps) {
  const [search, setSearch] = useUrlState(IntentsSearch);
  const { open, before } = search;
  const [asked] = useDebouncedValue(JSON.stringify(filtersOf(search)), TYPING_MS);
  const filters = useMemo(() => JSON.parse(asked) as IntentFilters, [asked]);
  const [zone] = useTimeZone();
  const source = useQuery({ ...intentLogQuery(filters, before), placeholderData: keepPreviousData });
  const totals = useQuery({ ...q(intents.totals, { query: filters }), placeholderData: keepPreviousData });
  const currencies = useCurrencies();
  const rows = useMemo(() => source.data?.intents.map(logRowOf), [source.data]);
  const next = placeOf(source.data);
  const codeOf = useCodes((rows ?? []).map((r) => r.payload));
  const selection = useSelection(rowId);
  const known = useMemo(() => ({ currencies, codeOf }), [currencies, codeOf]);
  const columns = [selectColumn(selection, rows ?? [], (row) => titleOf(row.payload, codeOf)), ...columnsFor(known)];
  const isInOrder = search.sort === undefined;
  const grouping = useMemo(
    () => (isInOrder ? byDay({ zone, newer: before !== undefined, older: next !== undefined }) : undefined),
    [zone, before, next, isInOrder],
  );
  const list = useList({ id: 'intents', columns, source, rows, rowId, search, setSearch, filters: FILTERS, grouping });
  const chosen = selection.of(list.grid.rows);
  const newest = before === undefined && source.isSuccess && !source.isPlaceholderData;
  const seen = newest ? source.data.as_of : undefined;
  const refetch = (): unknown => Promise.all([source.refetch(), totals.refetch()]);
  const news = useNews({ seen, type: 'intent.', refresh: refetch });
  const save = useAct((format: 'csv' | 'ndjson') => callFile(intents.export, { params: { format }, query: filters }), {
    done: ({ name, content }) => saveFile(name, content),
  });
  const postButton = useFirstAction({
    label: 'Post intent',
    name: 'Post an intent',
    icon: IconPencilPlus,
    permission: useWritePermission(intents.execute),
    run: () => list.go({ to: paths.postIntent }),
  });
  const at = list.grid.rows.findIndex((r) => rowId(r) === open);
  const step = (by: number): (() => void) | undefined => {
    const to = at === -1 ? undefined : list.grid.rows[at + by];
    return to === undefined ? undefined : () => setSearch({ open: rowId(to) }, { replace: true });
  };
  return (
    <ListPage
      list={list}
      title="Signed intents log"
      description="Every decision on an intent, newest first."
      actions={
        <>
          <ExportButton
            grid={list.grid}
            fileName="intents.csv"
            whole={{ of: allOf(totals.data), busy: save.isPending, save: save.mutate }}
          />
          <Button variant="default" leftSection={<IconRefresh size={14} />} loading={source.isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
          {postButton}
        </>
      }
      above={<LogViews search={search} totals={totals.data} narrow={list.narrow} />}
      label="Intents"
      failed="Could not load the intent log"
      minWidth={MIN_WIDTH_PX}
      compact={{ belowPx: COMPACT_BELOW_PX, row: (row) => compactRow(known, row) }}
      onChoose={selection.toggle}
      bar={
        <SelectionBar count={chosen.length} onClear={selection.clear}>
          {actsOf?.(
            chosen.map((r) => r.intent),
            selection.clear,
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            onClick={() => exportCsv({ ...list.grid, rows: chosen }, 'intents-selected.csv')}
          >
            Export
          </Button>
        </SelectionBar>
      }
      opens={(row) => ({ open: rowId(row) })}
      leadsTo={(row) => ({ to: paths.intent, params: { intentId: rowId(row) } })}
      empty={<EmptyState icon={IconFileCheck} title="No intents yet" action={postButton} />}
      filter={{ label: 'Filter intents', placeholder: 'Narrative, account, amount, id…' }}
      choices={<LogFilters search={search} change={list.narrow} />}
      news={news.offer}
      afterCount={news.status}
      refresh={false}
      footer={
        <>
          <LogFoot totals={totals.data} />
          <OlderPager list={list} last={next} />
        </>
      }
      panel={
        open === undefined ? null : (
          <IntentPanel
            intentId={open}
            files={filesOf?.(open)}
            onPrevious={step(-1)}
            onNext={step(1)}
            onClose={() => setSearch({ open: undefined })}
          />
        )
      }
    />
  );
}
