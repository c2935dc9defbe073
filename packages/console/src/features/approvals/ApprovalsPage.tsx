import { APPROVALS_PAGE_SIZE, type Approval, ApprovalStatus, approvals } from '@countinghouse/contract/features/approvals';
import { Button, Select } from '@mantine/core';
import { IconChecklist, IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { given, q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveEntity } from '../../lib/session/use-entity.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { OlderPager } from '../../ui/list/OlderPager.tsx';
import { SelectionBar, selectColumn, useSelection } from '../../ui/list/selection.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { useNews } from '../../ui/live/use-news.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { sentenceCase } from '../../ui/value/status.ts';
import { ApprovalPanel } from './ApprovalPanel.tsx';
import { columnsFor, compactRow } from './columns.tsx';
import { DecideMany } from './DecideMany.tsx';
import { ApprovalsSearch } from './search.ts';

const COMPACT_BELOW_PX = 560;
const MIN_WIDTH_PX = 1060;
/** An intent that is held, and whatever else waits or is decided. */
const NEWS = 'intent.proposed,approval.';

/** What waits for a second person, and what became of what did. The next one moves up once one is decided. */
export function ApprovalsPage() {
  const [search, setSearch] = useUrlState(ApprovalsSearch);
  const { status = 'pending', q: words = '', before, open } = search;
  const entity = useActiveEntity();
  const currencies = useCurrencies();
  const source = useQuery({
    ...q(approvals.list, {
      query: { limit: APPROVALS_PAGE_SIZE, ...given({ status: status === 'all' ? undefined : status, q: words, before }) },
    }),
    placeholderData: keepPreviousData,
  });
  const atHead = before === undefined && source.isSuccess && !source.isPlaceholderData;
  const seen = atHead ? source.data.as_of : undefined;
  const news = useNews({ seen, type: NEWS, of: 'change', refresh: source.refetch });
  const selection = useSelection<Approval>((a) => a.id);
  const own = useMemo(() => columnsFor(currencies), [currencies]);
  const columns = [selectColumn(selection, source.data?.approvals ?? [], (a) => a.summary), ...own];
  const list = useList({ id: 'approvals', columns, source, rows: source.data?.approvals, rowId: (a) => a.id, search, setSearch });
  const shown = list.all;
  const chosen = selection.of(list.grid.rows);
  const full = shown.length >= APPROVALS_PAGE_SIZE;
  const waiting = source.data?.waiting ?? 0;
  const next = (): void => {
    const at = shown.findIndex((a) => a.id === open);
    const left = [...shown.slice(at + 1), ...shown.slice(0, at)].find((a) => a.status === 'pending' && a.barred === null);
    if (status === 'pending') setSearch({ open: left?.id }, { replace: true });
  };
  const plain = status === 'pending' && words === '' && before === undefined;
  return (
    <ListPage
      list={list}
      title="Approvals queue"
      description={`What waits for a second person, newest first${entity === null ? '' : `: changes, and intents that touch ${entity.code}`}. ${
        waiting === 0 ? 'Nothing waits for you.' : `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you.`
      }`}
      fileName="approvals.csv"
      onChoose={selection.toggle}
      bar={
        <SelectionBar count={chosen.length} onClear={selection.clear}>
          <DecideMany ids={chosen.map((a) => a.id)} onDecided={selection.clear} />
        </SelectionBar>
      }
      label="Approvals"
      failed="Could not load the approvals"
      minWidth={MIN_WIDTH_PX}
      compact={{ belowPx: COMPACT_BELOW_PX, row: (a: Approval) => compactRow(a, currencies) }}
      leadsTo={(row) => ({ to: paths.approval, params: { approvalId: row.id } })}
      onWiden={plain || (status === 'all' && words === '') ? null : () => setSearch({ status: 'all', q: undefined, before: undefined })}
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
            Everything that waited has been approved, rejected, withdrawn or has expired.
          </EmptyState>
        ) : (
          <EmptyState icon={IconChecklist} title="No approvals yet">
            Intents from the high-risk amount on wait here for a second person, and so do changes once four eyes is on.
          </EmptyState>
        )
      }
      filter={{ label: 'Filter approvals', placeholder: 'Filter by intent, account, narrative…' }}
      choices={
        <Select
          aria-label="Status"
          w={140}
          allowDeselect={false}
          data={[...ApprovalStatus.options, 'all'].map((value) => ({ value, label: sentenceCase(value) }))}
          value={status}
          onChange={(chosen) => list.narrow({ status: chosen ?? undefined, open: undefined })}
        />
      }
      counts={{
        sentence: `${shown.length} ${shown.length === 1 ? 'approval' : 'approvals'}${before === undefined ? '' : ', older'}`,
      }}
      news={news.offer}
      afterCount={news.status}
      footer={before === undefined && !full ? undefined : <OlderPager list={list} last={full ? shown.at(-1)?.created_seq : undefined} />}
      panel={
        open === undefined ? null : <ApprovalPanel key={open} id={open} onClose={() => setSearch({ open: undefined })} onDecided={next} />
      }
    />
  );
}
