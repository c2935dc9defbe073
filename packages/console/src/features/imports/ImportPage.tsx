import { IMPORT_PAGE_SIZE, type Import, ImportFate, type ImportIntent, imports } from '@countinghouse/contract/features/imports';
import { Button, Progress, Select, SimpleGrid, Text } from '@mantine/core';
import { IconChevronRight, IconDownload, IconFileSpreadsheet, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { touchedByPosting } from '../../lib/calls/posting.ts';
import { given, q, touch } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { exportCsv, useGrid } from '../../ui/grid/use-grid.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { StatCard } from '../../ui/page/StatCard.tsx';
import { intentColumns, kindWords } from './columns.tsx';
import { PROGRESS_MS } from './progress.ts';
import { ImportSearch } from './search.ts';

const MIN_WIDTH_PX = 960;
const none: readonly ImportIntent[] = [];
const show = (n: number): string => n.toLocaleString('en-GB');

/** One import: what each intent would come to, then how far it got. */
export function ImportPage() {
  const { importId } = useParams({ strict: false });
  const id = importId ?? '';
  const [{ fate, q: words = '', after = 0 }, setSearch] = useUrlState(ImportSearch);
  const queries = useQueryClient();
  const source = useQuery({
    ...q(imports.get, { params: { id }, query: { after, ...given({ fate, q: words }) } }),
    refetchInterval: ({ state }) => (state.data?.import.status === 'posting' ? PROGRESS_MS : false),
  });
  const found = source.data?.import;
  const rows = source.data?.intents ?? none;
  const grid = useGrid({ id: 'import-intents', columns: intentColumns, rows, rowId: (i) => String(i.line) });
  const isDone = found?.status === 'done';
  useEffect(() => {
    if (isDone) void touch(queries, touchedByPosting);
  }, [isDone, queries]);
  return (
    <Page fill>
      <PageHeader
        title={found === undefined ? 'Import' : found.file_name === '' ? 'Pasted file' : found.file_name}
        description={found === undefined ? '' : kindWords[found.kind]}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={14} />}
              disabled={rows.length === 0}
              onClick={() => exportCsv(grid, 'import.csv')}
            >
              Export CSV
            </Button>
            {found === undefined ? null : <PostButton found={found} />}
          </>
        }
      />
      {found === undefined ? null : <Counts found={found} />}
      <DataGrid
        label="Intents of the import"
        grid={grid}
        source={source}
        failed="Could not load the import"
        minWidth={MIN_WIDTH_PX}
        onClearFilters={
          fate === undefined && words === '' ? undefined : () => setSearch({ fate: undefined, q: undefined, after: undefined })
        }
        empty={<EmptyState icon={IconFileSpreadsheet} title="No more lines" />}
        toolbar={
          <>
            <FilterInput
              label="Search the import"
              placeholder="Search reference or rows…"
              value={words}
              onChange={(next) => setSearch({ q: next || undefined, after: undefined }, { replace: true })}
            />
            <Select
              aria-label="Fate"
              placeholder="Fate"
              w={130}
              clearable
              clearButtonProps={{ 'aria-label': 'All fates' }}
              data={[...ImportFate.options]}
              value={fate ?? null}
              onChange={(next) => setSearch({ fate: (next ?? undefined) as typeof fate, after: undefined })}
            />
          </>
        }
        toolbarEnd={
          <>
            {after === 0 ? null : (
              <Button variant="subtle" onClick={() => setSearch({ after: undefined })}>
                From the first line
              </Button>
            )}
            <Button
              variant="default"
              rightSection={<IconChevronRight size={14} />}
              disabled={rows.length < IMPORT_PAGE_SIZE}
              onClick={() => setSearch({ after: rows.at(-1)?.line })}
            >
              Next {IMPORT_PAGE_SIZE}
            </Button>
          </>
        }
      />
    </Page>
  );
}

function PostButton({ found }: { readonly found: Import }) {
  const role = useWritePermission(imports.post);
  const left = found.counts.ready - found.counts.posted;
  const permission = !role.allowed
    ? role
    : found.status === 'posting'
      ? { allowed: false, reason: 'It is being posted.' }
      : left === 0
        ? { allowed: false, reason: 'Nothing of this import is left to post.' }
        : role;
  const post = useWrite(imports.post, {
    input: () => ({ params: { id: found.id } }),
    touches: [imports],
  });
  return (
    <GuardedButton permission={permission} loading={post.isPending} leftSection={<IconSend size={14} />} onClick={() => post.mutate()}>
      {left === 0 ? 'Post' : `Post ${show(left)} ${left === 1 ? 'intent' : 'intents'}`}
    </GuardedButton>
  );
}

function Counts({ found: { counts, status } }: { readonly found: Import }) {
  const share = counts.ready === 0 ? 0 : (counts.posted / counts.ready) * 100;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="xs">
        <StatCard label="Ready" value={show(counts.ready)} note={`of ${show(counts.intents)} intents`} />
        <StatCard
          label="Posted"
          value={show(counts.executed)}
          note={`${counts.failed === 0 ? 'none failed' : `${show(counts.failed)} failed`}${counts.held === 0 ? '' : `, ${show(counts.held)} held for approval`}`}
        />
        <StatCard label="Duplicate" value={show(counts.duplicate)} note="posted before" />
        <StatCard label="Rejected" value={show(counts.rejected)} note="by the rules" />
        <StatCard label="Invalid" value={show(counts.invalid)} note="can’t be read" />
      </SimpleGrid>
      {status === 'checked' ? null : (
        <div>
          <Progress value={share} aria-label="Posted" size="sm" animated={status === 'posting'} />
          <Text size="xs" c="dimmed" role="status">
            {show(counts.posted)} of {show(counts.ready)} decided{status === 'done' ? ': done' : '; you may leave this page'}
          </Text>
        </div>
      )}
    </>
  );
}
