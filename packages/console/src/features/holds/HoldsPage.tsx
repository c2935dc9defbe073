import { HOLDS_LIST_MAX, HOLDS_PAGE_SIZE, type Hold, HoldStatus, holds } from '@countinghouse/contract/features/holds';
import { HOLD_USE_CASE, intents } from '@countinghouse/contract/features/intents';
import { Button, Text } from '@mantine/core';
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { given, q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveEntity } from '../../lib/session/use-entity.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { minorUnitsIn } from '../../lib/values/money.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { OlderPager } from '../../ui/list/OlderPager.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Totals } from '../../ui/table/Totals.tsx';
import { columnsFor, compactRow } from './columns.tsx';
import { HoldPanel } from './HoldPanel.tsx';
import { HoldsSearch } from './search.ts';
import { restsOf } from './sums.ts';

const COMPACT_BELOW_PX = 560;
const MIN_WIDTH_PX = 1165;

/** What all open holds reserve, whatever the list is filtered by. */
function OpenTotals() {
  const open = useQuery(q(holds.list, { query: { status: 'open', limit: HOLDS_LIST_MAX } })).data?.holds ?? [];
  const currencies = useCurrencies();
  if (open.length === 0) return <Text size="sm">Nothing is held.</Text>;
  const label = open.length < HOLDS_LIST_MAX ? `Held by ${open.length} open` : `Held by the latest ${HOLDS_LIST_MAX} open`;
  return <Totals label={label} sums={restsOf(open)} minorUnitsOf={(currency) => minorUnitsIn(currencies, currency)} side={false} />;
}

export function HoldsPage({ actsOf }: { readonly actsOf: (hold: Hold) => ReactNode }) {
  const [search, setSearch] = useUrlState(HoldsSearch);
  const { status, q: words, before, open } = search;
  const entity = useActiveEntity();
  const currencies = useCurrencies();
  const source = useQuery({
    ...q(holds.list, { query: { limit: HOLDS_PAGE_SIZE, ...given({ status, q: words, before }) } }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => columnsFor(currencies), [currencies]);
  const list = useList({
    id: 'holds',
    columns,
    source,
    rows: source.data?.holds,
    rowId: (h) => h.intent_id,
    search,
    setSearch,
    filters: ['status', 'q', 'before'],
  });
  const placeButton = useFirstAction({
    label: 'Place a hold',
    icon: IconHourglass,
    permission: useWritePermission(intents.execute),
    run: () => list.go({ to: paths.postIntent, search: { use: HOLD_USE_CASE } }),
  });
  const count = list.all.length;
  const full = count >= HOLDS_PAGE_SIZE;
  const onlyOpen = status === 'open' && (words ?? '') === '' && before === undefined;
  return (
    <ListPage
      list={list}
      title="Holds"
      description={`Amounts reserved until they are captured, voided or expire, newest first${entity === null ? '' : `: those that touch ${entity.code}`}.`}
      actions={
        <>
          <ExportButton grid={list.grid} fileName="holds.csv" />
          {placeButton}
        </>
      }
      label="Holds"
      failed="Could not load holds"
      minWidth={MIN_WIDTH_PX}
      compact={{ belowPx: COMPACT_BELOW_PX, row: (h: Hold) => compactRow(h, currencies) }}
      leadsTo={(row) => ({ to: paths.intent, params: { intentId: row.intent_id } })}
      {...(onlyOpen ? { onWiden: null } : {})}
      empty={
        onlyOpen ? (
          <EmptyState
            icon={IconCircleCheck}
            title="No hold is open"
            action={
              <Button variant="default" onClick={() => setSearch({ status: undefined })}>
                Show all holds
              </Button>
            }
          >
            Everything that was held has been captured, voided or has expired.
          </EmptyState>
        ) : (
          <EmptyState icon={IconHourglass} title="No holds yet" action={placeButton}>
            A hold reserves an amount before it is posted: available is the balance less what is held.
          </EmptyState>
        )
      }
      filter={{ label: 'Filter holds', placeholder: 'Filter by intent, account, narrative…' }}
      choices={<Choice list={list} name="status" label="Status" all="All statuses" width={140} options={[...HoldStatus.options]} />}
      counts={{
        sentence: `${count} ${count === 1 ? 'hold' : 'holds'}${before === undefined ? '' : ', older'}`,
      }}
      footer={
        <>
          <OpenTotals />
          {before === undefined && !full ? null : <OlderPager list={list} last={full ? list.all.at(-1)?.placed_seq : undefined} />}
        </>
      }
      panel={open === undefined ? null : <HoldPanel intentId={open} actsOf={actsOf} onClose={() => setSearch({ open: undefined })} />}
    />
  );
}
