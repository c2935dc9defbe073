import { APPROVALS_PAGE_SIZE, type Approval, ApprovalStatus, approvals } from '@countinghouse/contract/features/approvals';
import { Button, Select } from '@mantine/core';
import { IconChecklist, IconChevronRight, IconChevronsLeft, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveEntity } from '../../lib/session/use-entity.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { exportCsv, useGrid } from '../../ui/grid/use-grid.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { ApprovalPanel } from './ApprovalPanel.tsx';
import { columnsFor } from './columns.tsx';
import { ApprovalsSearch } from './search.ts';

const MIN_WIDTH_PX = 1060;
const none: readonly Approval[] = [];

/** What waits for a second person, and what became of what did. The next one moves up once one is decided. */
export function ApprovalsPage() {
  const [search, setSearch] = useUrlState(ApprovalsSearch);
  const { status = 'pending', q: words = '', before, open } = search;
  const router = useRouter();
  const entity = useActiveEntity();
  const currencies = useCurrencies();
  const source = useQuery({
    ...q(approvals.list, {
      query: {
        limit: APPROVALS_PAGE_SIZE,
        ...(status === 'all' ? {} : { status }),
        ...(words === '' ? {} : { q: words }),
        ...(before === undefined ? {} : { before }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const shown = source.data?.approvals ?? none;
  const columns = useMemo(() => columnsFor(currencies ?? []), [currencies]);
  const grid = useGrid({ id: 'approvals', columns, rows: shown, rowId: (a) => a.id });
  const last = shown.at(-1)?.created_seq;
  const waiting = source.data?.waiting ?? 0;
  const next = (): void => {
    const at = shown.findIndex((a) => a.id === open);
    const left = [...shown.slice(at + 1), ...shown.slice(0, at)].find((a) => a.status === 'pending' && a.barred === null);
    if (status === 'pending') setSearch({ open: left?.id }, { replace: true });
  };
  const plain = status === 'pending' && words === '' && before === undefined;
  return (
    <Page fill>
      <PageHeader
        title="Approvals queue"
        description={`What waits for a second person, newest first${entity === null ? '' : `: changes, and intents that touch ${entity.code}`}. ${
          waiting === 0 ? 'Nothing waits for you.' : `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you.`
        }`}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={shown.length === 0}
            onClick={() => exportCsv(grid, 'approvals.csv')}
          >
            Export CSV
          </Button>
        }
      />
      <Split>
        <DataGrid
          label="Approvals"
          grid={grid}
          source={source}
          failed="Could not load the approvals"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.approval, params: { approvalId: row.id } }).href}
          onClearFilters={
            plain || (status === 'all' && words === '') ? undefined : () => setSearch({ status: 'all', q: undefined, before: undefined })
          }
          empty={
            plain ? (
              <EmptyState
                icon={IconCircleCheck}
                title="Nothing waits"
                action={
                  <Button variant="default" onClick={() => setSearch({ status: 'all' })}>
                    Show all approvals
                  </Button>
                }
              >
                Whatever was held is approved, rejected, withdrawn or expired.
              </EmptyState>
            ) : (
              <EmptyState icon={IconChecklist} title="No approvals yet">
                Intents from the high-risk amount on wait here for a second person, and so do changes once four eyes is on.
              </EmptyState>
            )
          }
          toolbar={
            <>
              <FilterInput
                label="Filter approvals"
                placeholder="Filter by intent, account, narrative…"
                value={words}
                onChange={(text) => setSearch({ q: text || undefined, before: undefined }, { replace: true })}
              />
              <Select
                aria-label="Status"
                w={140}
                allowDeselect={false}
                data={[...ApprovalStatus.options, 'all']}
                value={status}
                onChange={(chosen) => setSearch({ status: (chosen ?? undefined) as typeof status, before: undefined, open: undefined })}
              />
            </>
          }
          toolbarEnd={
            <>
              <span role="status">
                {source.isPending
                  ? 'Loading…'
                  : `${shown.length} ${shown.length === 1 ? 'approval' : 'approvals'}${before === undefined ? '' : ', older'}`}
              </span>
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
          footer={
            before === undefined && shown.length < APPROVALS_PAGE_SIZE ? undefined : (
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
                  disabled={last === undefined || shown.length < APPROVALS_PAGE_SIZE}
                  onClick={() => setSearch({ before: last })}
                >
                  Older
                </Button>
              </Button.Group>
            )
          }
        />
        {open === undefined ? null : <ApprovalPanel key={open} id={open} onClose={() => setSearch({ open: undefined })} onDecided={next} />}
      </Split>
    </Page>
  );
}
