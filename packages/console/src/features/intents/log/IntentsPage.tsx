import { INTENT_LOG_SIZE, IntentStatus } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { Button } from '@mantine/core';
import { IconFileCheck, IconPencilPlus, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../../lib/session/use-tenant.ts';
import { Choice } from '../../../ui/list/Choice.tsx';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { ListPage } from '../../../ui/list/ListPage.tsx';
import { OlderPager } from '../../../ui/list/OlderPager.tsx';
import { useFirstAction } from '../../../ui/list/use-first-action.tsx';
import { useList } from '../../../ui/list/use-list.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { IntentPanel } from '../read/IntentPanel.tsx';
import { duplicateIds } from '../receipts.ts';
import { IntentsSearch } from '../search.ts';
import { columnsFor, compactRow } from './columns.tsx';
import { intentLogQuery, type LogRow, logRowOf, mentions } from './log.ts';
import { useCodes } from './use-codes.ts';
import type { CodeOf } from './words.ts';

const MIN_WIDTH_PX = 1130;
/** Narrower than so, two lines say more than cells that are cut. */
const COMPACT_BELOW_PX = 860;

const keeps = (row: LogRow, { q: typed = '', status }: IntentsSearch, codeOf: CodeOf): boolean =>
  (status === undefined || row.status === status) && mentions(row, typed, codeOf);

/** The log of intents. `filesOf`: the files on the open one. */
export function IntentsPage({ filesOf }: { readonly filesOf?: (intentId: string) => ReactNode }) {
  const [search, setSearch] = useUrlState(IntentsSearch);
  const { open, before } = search;
  const tenantId = useActiveTenant()?.id ?? '';
  const source = useQuery({ ...intentLogQuery(before), placeholderData: keepPreviousData });
  const currencies = useCurrencies();
  const rows = useMemo(() => source.data?.events.map(logRowOf), [source.data]);
  // A receipt may have come in since the last time: read them with every load of the log.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const duplicates = useMemo(() => duplicateIds(tenantId), [tenantId, source.dataUpdatedAt]);
  const codeOf = useCodes(rows);
  const known = useMemo(() => ({ duplicates, currencies, codeOf }), [duplicates, currencies, codeOf]);
  const columns = useMemo(() => columnsFor(known), [known]);
  const keep = useCallback((row: LogRow, said: IntentsSearch) => keeps(row, said, codeOf), [codeOf]);
  const list = useList({
    id: 'intents',
    columns,
    source,
    rows,
    rowId: (r) => String(r.event.seq),
    search,
    setSearch,
    keep,
    filters: ['status', 'q', 'before'],
  });
  const openRow = list.shown.find((r) => r.intentId === open);
  const postButton = useFirstAction({
    label: 'Post intent',
    name: 'Post an intent',
    icon: IconPencilPlus,
    permission: useWritePermission(intents.execute),
    run: () => list.go({ to: paths.postIntent }),
  });
  return (
    <ListPage
      list={list}
      title="Signed intents log"
      description={`Decisions on intents, newest first, ${INTENT_LOG_SIZE} at a time.`}
      actions={
        <>
          <ExportButton grid={list.grid} fileName="intents.csv" />
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} />}
            loading={source.isFetching}
            onClick={() => void source.refetch()}
          >
            Refresh
          </Button>
          {postButton}
        </>
      }
      label="Intents"
      failed="Could not load the intent log"
      minWidth={MIN_WIDTH_PX}
      compact={{ belowPx: COMPACT_BELOW_PX, row: (row) => compactRow(known, row) }}
      openId={openRow === undefined ? null : String(openRow.event.seq)}
      opens={(row) => ({ open: row.intentId })}
      leadsTo={(row) => ({ to: paths.intent, params: { intentId: row.intentId } })}
      empty={<EmptyState icon={IconFileCheck} title="No intents yet" action={postButton} />}
      filter={{ label: 'Filter intents', placeholder: 'Filter by narrative, account, amount, reason, id…' }}
      choices={<Choice list={list} name="status" label="Status" all="All statuses" width={140} options={[...IntentStatus.options]} />}
      counts="decisions"
      refresh={false}
      footer={<OlderPager list={list} last={list.all.length < INTENT_LOG_SIZE ? undefined : list.all.at(-1)?.event.seq} />}
      panel={
        open === undefined ? null : <IntentPanel intentId={open} files={filesOf?.(open)} onClose={() => setSearch({ open: undefined })} />
      }
    />
  );
}
