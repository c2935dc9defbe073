import { HOLDS_LIST_MAX, HOLDS_PAGE_SIZE, type Hold, HoldStatus, holds } from '@countinghouse/contract/features/holds';
import { HOLD_USE_CASE, intents } from '@countinghouse/contract/features/intents';
import { Button, Select, Text } from '@mantine/core';
import { IconChevronRight, IconChevronsLeft, IconCircleCheck, IconDownload, IconHourglass } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveEntity } from '../../lib/session/use-entity.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { minorUnitsIn } from '../../lib/values/money.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { exportCsv, useGrid } from '../../ui/grid/use-grid.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Totals } from '../../ui/table/Totals.tsx';
import { columnsFor } from './columns.tsx';
import { HoldPanel } from './HoldPanel.tsx';
import { HoldsSearch } from './search.ts';
import { sumsOf } from './sums.ts';

const MIN_WIDTH_PX = 1165;
const none: readonly Hold[] = [];

/** What all open holds reserve, whatever the list is filtered by. */
function OpenTotals() {
  const open = useQuery(q(holds.list, { query: { status: 'open', limit: HOLDS_LIST_MAX } })).data?.holds ?? none;
  const currencies = useCurrencies();
  if (open.length === 0) return <Text size="sm">Nothing is held.</Text>;
  const label = open.length < HOLDS_LIST_MAX ? `Held by ${open.length} open` : `Held by the latest ${HOLDS_LIST_MAX} open`;
  return <Totals label={label} sums={sumsOf(open)} minorUnitsOf={(currency) => minorUnitsIn(currencies, currency)} side={false} />;
}

export function HoldsPage({ actsOf }: { readonly actsOf: (hold: Hold) => ReactNode }) {
  const [search, setSearch] = useUrlState(HoldsSearch);
  const { status, q: words = '', before, open } = search;
  const router = useRouter();
  const navigate = useNavigate();
  const entity = useActiveEntity();
  const permission = useWritePermission(intents.execute);
  const currencies = useCurrencies();
  const source = useQuery({
    ...q(holds.list, {
      query: {
        limit: HOLDS_PAGE_SIZE,
        ...(status === undefined ? {} : { status }),
        ...(words === '' ? {} : { words }),
        ...(before === undefined ? {} : { before }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const listed = source.data?.holds ?? none;
  const columns = useMemo(() => columnsFor(currencies ?? []), [currencies]);
  const grid = useGrid({ id: 'holds', columns, rows: listed, rowId: (h) => h.intent_id });
  const place = (): void => void navigate({ to: paths.postIntent, search: { use: HOLD_USE_CASE } });
  useShortcut('N', { name: 'Place a hold', group: 'This screen' }, place, permission.allowed);
  const placeButton = (
    <GuardedButton permission={permission} leftSection={<IconHourglass size={14} />} onClick={place}>
      Place a hold
    </GuardedButton>
  );
  const onlyOpen = status === 'open' && words === '' && before === undefined;
  const filtered = status !== undefined || words !== '' || before !== undefined;
  const last = listed.at(-1)?.placed_seq;
  return (
    <Page fill>
      <PageHeader
        title="Holds"
        description={`Amounts reserved until they are captured, voided or expire, newest first${entity === null ? '' : `: those that touch ${entity.code}`}.`}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={14} />}
              disabled={listed.length === 0}
              onClick={() => exportCsv(grid, 'holds.csv')}
            >
              Export CSV
            </Button>
            {placeButton}
          </>
        }
      />
      <Split>
        <DataGrid
          label="Holds"
          grid={grid}
          source={source}
          failed="Could not load holds"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.intent_id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.intent, params: { intentId: row.intent_id } }).href}
          onClearFilters={filtered && !onlyOpen ? () => setSearch({ status: undefined, q: undefined, before: undefined }) : undefined}
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
                Whatever was held is captured, voided or expired.
              </EmptyState>
            ) : (
              <EmptyState icon={IconHourglass} title="No holds yet" action={placeButton}>
                A hold reserves an amount before it is posted: available is the balance less what is held.
              </EmptyState>
            )
          }
          toolbar={
            <>
              <FilterInput
                label="Filter holds"
                placeholder="Filter by intent, account, narrative…"
                value={words}
                onChange={(next) => setSearch({ q: next || undefined, before: undefined }, { replace: true })}
              />
              <Select
                aria-label="Status"
                placeholder="Status"
                w={140}
                clearable
                clearButtonProps={{ 'aria-label': 'All statuses' }}
                data={[...HoldStatus.options]}
                value={status ?? null}
                onChange={(next) => setSearch({ status: (next ?? undefined) as typeof status, before: undefined })}
              />
            </>
          }
          toolbarEnd={
            <>
              <span role="status">
                {source.isPending
                  ? 'Loading…'
                  : `${listed.length} ${listed.length === 1 ? 'hold' : 'holds'}${before === undefined ? '' : ', older'}`}
              </span>
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
          footer={
            <>
              <OpenTotals />
              {before === undefined && listed.length < HOLDS_PAGE_SIZE ? null : (
                <Button.Group ml="auto">
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
                    disabled={last === undefined || listed.length < HOLDS_PAGE_SIZE}
                    onClick={() => setSearch({ before: last })}
                  >
                    Older
                  </Button>
                </Button.Group>
              )}
            </>
          }
        />
        {open === undefined ? null : <HoldPanel intentId={open} actsOf={actsOf} onClose={() => setSearch({ open: undefined })} />}
      </Split>
    </Page>
  );
}
