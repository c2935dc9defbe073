import { controls } from '@countinghouse/contract/features/controls';
import { type Policy, PolicyHook, policies } from '@countinghouse/contract/features/policies';
import { Select } from '@mantine/core';
import { IconGavel, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { columns } from './columns.tsx';
import { PolicyModal } from './PolicyModal.tsx';
import { PolicyPanel } from './PolicyPanel.tsx';
import { RetirePolicy } from './RetirePolicy.tsx';
import { PoliciesSearch } from './search.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 1080;
const none: readonly Policy[] = [];
const states = { active: 'In force', retired: 'Retired', all: 'All' } as const;

/** Controls that the ledger itself asks: of every intent, or before a period is locked. */
export function PoliciesPage() {
  const [search, setSearch] = useUrlState(PoliciesSearch);
  const { q: words = '', hook, state = 'active', open, edit, retire, sort } = search;
  const router = useRouter();
  const permission = useWritePermission(controls.register);
  const source = useQuery(q(policies.list, { query: { state: 'all' } }));
  const all = source.data?.policies ?? none;
  const inState = useMemo(() => all.filter((p) => state === 'all' || (state === 'retired') === (p.retired_at !== null)), [all, state]);
  const shown = useMemo(() => {
    const word = words.trim().toLowerCase();
    return inState.filter((p) => (hook === undefined || p.hook === hook) && `${p.name}\n${p.expr}`.toLowerCase().includes(word));
  }, [inState, words, hook]);
  const grid = useGrid({
    id: 'policies',
    columns,
    rows: shown,
    rowId: (p) => p.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const opened = all.find((p) => p.id === open);
  const edited = all.find((p) => p.id === edit);
  const openNew = (): void => setSearch({ open: NEW });
  useShortcut('N', { name: 'Register policy', group: 'This screen' }, openNew, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconPlus size={14} />} onClick={openNew}>
      Register policy
    </GuardedButton>
  );
  const filtered = words !== '' || hook !== undefined || state !== 'active';
  return (
    <Page fill>
      <PageHeader
        title="Policy hooks"
        description="Asked of every intent, or before a period is locked. Policies must be deterministic and finish within 150 ms."
        actions={button}
      />
      <Split>
        <DataGrid
          label="Policies"
          grid={grid}
          source={source}
          failed="Could not load the policies"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.policies, search: { ...search, open: row.id } }).href}
          onClearFilters={filtered && all.length > 0 ? () => setSearch({ q: undefined, hook: undefined, state: undefined }) : undefined}
          empty={
            <EmptyState icon={IconGavel} title="No policies in force" action={button}>
              Every intent is allowed that the other rules allow.
            </EmptyState>
          }
          toolbar={
            <>
              <FilterInput
                label="Filter policies"
                placeholder="Filter by name or expression…"
                value={words}
                onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
              />
              <Select
                aria-label="Hook"
                placeholder="Hook"
                w={150}
                clearable
                clearButtonProps={{ 'aria-label': 'All hooks' }}
                data={[...PolicyHook.options]}
                value={hook ?? null}
                onChange={(next) => setSearch({ hook: (next ?? undefined) as typeof hook })}
              />
              <Select
                aria-label="State"
                w={110}
                allowDeselect={false}
                data={Object.entries(states).map(([value, label]) => ({ value, label }))}
                value={state}
                onChange={(next) => setSearch({ state: next === 'retired' || next === 'all' ? next : undefined })}
              />
            </>
          }
          toolbarEnd={
            <>
              <ListCount pending={source.isPending} shown={shown.length} all={inState.length} what="policies" />
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
        />
        {opened === undefined ? null : (
          <PolicyPanel
            policy={opened}
            onClose={() => setSearch({ open: undefined })}
            onEdit={() => setSearch({ edit: opened.id })}
            onRetire={() => setSearch({ retire: opened.id })}
          />
        )}
      </Split>
      {open === NEW || edited !== undefined ? (
        <PolicyModal
          policy={edited ?? null}
          onClose={() => setSearch(edited === undefined ? { open: undefined } : { edit: undefined })}
          onSaved={(id) => setSearch({ open: id, edit: undefined, state: undefined })}
        />
      ) : null}
      <RetirePolicy policy={all.find((p) => p.id === retire)} onClose={() => setSearch({ retire: undefined })} />
    </Page>
  );
}
