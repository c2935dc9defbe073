import { EVIDENCE_LIST_MAX, type EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { IconArchive } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { given } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { OlderPager } from '../../ui/list/OlderPager.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { isShown } from './bundles.ts';
import { columnsFor } from './columns.tsx';
import { EvidencePanel } from './EvidencePanel.tsx';
import { latestBundles } from './queries.ts';
import { EvidenceSearch } from './search.ts';
import { Trouble } from './Trouble.tsx';

const MIN_WIDTH_PX = 1040;
const keep = (bundle: EvidenceBundle, { q = '', status }: EvidenceSearch): boolean => isShown(bundle, q, status);

/** Bundles, the latest first, a page at a time; what is typed leaves out of the page. */
export function EvidencePage() {
  const [search, setSearch] = useUrlState(EvidenceSearch);
  const { open, before } = search;
  const source = useQuery({ ...latestBundles(given({ before })), placeholderData: keepPreviousData });
  const currencies = useCurrencies();
  const columns = useMemo(() => columnsFor(currencies), [currencies]);
  const list = useList({
    id: 'evidence',
    columns,
    source,
    rows: source.data?.evidence,
    rowId: (b) => b.id,
    search,
    setSearch,
    keep,
    filters: ['q', 'status', 'before'],
  });
  const full = list.all.length >= EVIDENCE_LIST_MAX;
  const isPaged = full || before !== undefined;
  const { waiting = 0, failure = null } = source.data ?? {};
  return (
    <ListPage
      list={list}
      title="Evidence vault"
      description="One bundle for every decided intent and published period: what was asked, checked and approved, with its proof, newest first."
      actions={<ExportButton grid={list.grid} fileName="evidence.csv" />}
      above={<Trouble waiting={waiting} failure={failure} />}
      label="Evidence"
      failed="Could not load the evidence"
      minWidth={MIN_WIDTH_PX}
      empty={
        <EmptyState icon={IconArchive} title="No evidence yet">
          The first bundle is written as soon as an intent is executed or rejected.
        </EmptyState>
      }
      filter={{ label: 'Filter evidence', placeholder: 'Filter by narrative, intent, hash…' }}
      choices={
        <Choice list={list} name="status" label="Status" all="All statuses" width={140} options={['executed', 'rejected', 'published']} />
      }
      news={waiting > 0 && failure === null ? <span>{waiting} being written</span> : null}
      counts={isPaged ? 'bundles on this page' : 'bundles'}
      footer={isPaged ? <OlderPager list={list} last={full ? list.all.at(-1)?.seq : undefined} /> : undefined}
      panel={
        open === undefined ? null : (
          <EvidencePanel key={open} id={open} listed={list.all.find((b) => b.id === open)} onClose={() => setSearch({ open: undefined })} />
        )
      }
    />
  );
}
