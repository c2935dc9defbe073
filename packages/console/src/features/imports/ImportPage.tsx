import { IMPORT_PAGE_SIZE, type Import, ImportFate, imports } from '@countinghouse/contract/features/imports';
import { Button, Progress, SimpleGrid, Text } from '@mantine/core';
import { IconChevronRight, IconFileSpreadsheet, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { touchedByPosting } from '../../lib/calls/posting.ts';
import { given, q, touch } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Choice } from '../../ui/list/Choice.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { StatCard } from '../../ui/page/StatCard.tsx';
import { intentColumns, kindWords } from './columns.tsx';
import { PROGRESS_MS } from './progress.ts';
import { ImportSearch } from './search.ts';

const MIN_WIDTH_PX = 960;

/** One import: what each intent would come to, then how far it got. */
export function ImportPage() {
  const { importId } = useParams({ strict: false });
  const id = importId ?? '';
  const [search, setSearch] = useUrlState(ImportSearch);
  const { fate, q: words, after = 0 } = search;
  const queries = useQueryClient();
  const source = useQuery({
    ...q(imports.get, { params: { id }, query: { after, ...given({ fate, q: words }) } }),
    refetchInterval: ({ state }) => (state.data?.import.status === 'posting' ? PROGRESS_MS : false),
  });
  const imported = source.data?.import;
  const list = useList({
    id: 'import-intents',
    columns: intentColumns,
    source,
    rows: source.data?.intents,
    rowId: (i) => String(i.line),
    search,
    setSearch,
    filters: ['fate', 'q'],
  });
  const isDone = imported?.status === 'done';
  useEffect(() => {
    if (isDone) void touch(queries, touchedByPosting);
  }, [isDone, queries]);
  return (
    <ListPage
      list={list}
      title={imported === undefined ? 'Import' : imported.file_name === '' ? 'Pasted file' : imported.file_name}
      description={imported === undefined ? '' : kindWords[imported.kind]}
      actions={
        <>
          <ExportButton grid={list.grid} fileName="import.csv" />
          {imported === undefined ? null : <PostButton imported={imported} />}
        </>
      }
      above={imported === undefined ? null : <Counts imported={imported} />}
      label="Intents of the import"
      failed="Could not load the import"
      minWidth={MIN_WIDTH_PX}
      empty={<EmptyState icon={IconFileSpreadsheet} title="No more lines" />}
      filter={{ label: 'Search the import', placeholder: 'Search reference or rows…' }}
      choices={<Choice list={list} name="fate" label="Check" all="All rows" width={130} options={[...ImportFate.options]} />}
      refresh={false}
      afterCount={
        <>
          {after === 0 ? null : (
            <Button variant="subtle" onClick={() => setSearch({ after: undefined })}>
              From the first line
            </Button>
          )}
          <Button
            variant="default"
            rightSection={<IconChevronRight size={14} />}
            disabled={list.all.length < IMPORT_PAGE_SIZE}
            onClick={() => setSearch({ after: list.all.at(-1)?.line })}
          >
            Next {IMPORT_PAGE_SIZE}
          </Button>
        </>
      }
    />
  );
}

function PostButton({ imported }: { readonly imported: Import }) {
  const role = useWritePermission(imports.post);
  const left = imported.counts.ready - imported.counts.posted;
  const permission = !role.allowed
    ? role
    : imported.status === 'posting'
      ? { allowed: false, reason: 'It is being posted.' }
      : left === 0
        ? { allowed: false, reason: 'Nothing of this import is left to post.' }
        : role;
  const post = useWrite(imports.post, {
    input: () => ({ params: { id: imported.id } }),
    touches: [imports],
  });
  return (
    <GuardedButton permission={permission} loading={post.isPending} leftSection={<IconSend size={14} />} onClick={() => post.mutate()}>
      {left === 0 ? 'Post' : `Post ${showCount(left)} ${left === 1 ? 'intent' : 'intents'}`}
    </GuardedButton>
  );
}

function Counts({ imported: { counts, status } }: { readonly imported: Import }) {
  const share = counts.ready === 0 ? 0 : (counts.posted / counts.ready) * 100;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="xs">
        <StatCard label="Ready" value={showCount(counts.ready)} note={`of ${showCount(counts.intents)} intents`} />
        <StatCard
          label="Posted"
          value={showCount(counts.executed)}
          note={`${counts.failed === 0 ? 'none failed' : `${showCount(counts.failed)} failed`}${counts.held === 0 ? '' : `, ${showCount(counts.held)} held for approval`}`}
        />
        <StatCard label="Duplicate" value={showCount(counts.duplicate)} note="posted before" />
        <StatCard label="Rejected" value={showCount(counts.rejected)} note="by the rules" />
        <StatCard label="Invalid" value={showCount(counts.invalid)} note="can’t be read" />
      </SimpleGrid>
      {status === 'checked' ? null : (
        <div>
          <Progress value={share} aria-label="Posted" size="sm" animated={status === 'posting'} />
          <Text size="xs" c="dimmed" role="status">
            {showCount(counts.posted)} of {showCount(counts.ready)} decided{status === 'done' ? ': done' : '; you may leave this page'}
          </Text>
        </div>
      )}
    </>
  );
}
