import { controls } from '@countinghouse/contract/features/controls';
import { type Policy, PolicyHook, policies } from '@countinghouse/contract/features/policies';
import { Select } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columns } from './columns.tsx';
import { PolicyModal } from './PolicyModal.tsx';
import { PolicyPanel } from './PolicyPanel.tsx';
import { RetirePolicy } from './RetirePolicy.tsx';
import { PoliciesSearch } from './search.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 1080;
const states = { active: 'In force', retired: 'Retired', all: 'All' } as const;
const keep = (p: Policy, { q: typed, hook }: PoliciesSearch): boolean =>
  (hook === undefined || p.hook === hook) && says(typed, p.name, p.expr);

/** Controls that the ledger itself asks: of every intent, or before a period is locked. */
export function PoliciesPage() {
  const [search, setSearch] = useUrlState(PoliciesSearch);
  const { state = 'active', open, edit, retire } = search;
  const source = useQuery(q(policies.list, { query: { state: 'all' } }));
  const all = source.data?.policies;
  const rows = useMemo(() => all?.filter((p) => state === 'all' || (state === 'retired') === (p.retired_at !== null)), [all, state]);
  const list = useList({
    id: 'policies',
    columns,
    source,
    rows,
    rowId: (p) => p.id,
    search,
    setSearch,
    keep,
    filters: ['q', 'hook', 'state'],
  });
  const byId = (id: string | undefined): Policy | undefined => all?.find((p) => p.id === id);
  const [opened, edited] = [byId(open), byId(edit)];
  const button = useFirstAction({
    label: 'Register policy',
    permission: useWritePermission(controls.register),
    run: () => setSearch({ open: NEW }),
  });
  return (
    <ListPage
      list={list}
      title="Policy hooks"
      description="Asked of every intent, or before a period is locked. Policies must be deterministic and finish within 150 ms."
      fileName="policies.csv"
      actions={button}
      label="Policies"
      failed="Could not load the policies"
      minWidth={MIN_WIDTH_PX}
      {...(all?.length === 0 ? { onWiden: null } : {})}
      empty={
        <EmptyState icon={IconGavel} title="No policies in force" action={button}>
          Every intent is allowed that the other rules allow.
        </EmptyState>
      }
      filter={{ label: 'Filter policies', placeholder: 'Filter by name or expression…' }}
      choices={
        <>
          <Choice list={list} name="hook" label="Hook" all="All hooks" width={150} options={[...PolicyHook.options]} />
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
      counts="policies"
      panel={
        opened === undefined ? null : (
          <PolicyPanel
            policy={opened}
            onClose={() => setSearch({ open: undefined })}
            onEdit={() => setSearch({ edit: opened.id })}
            onRetire={() => setSearch({ retire: opened.id })}
          />
        )
      }
    >
      {open === NEW || edited !== undefined ? (
        <PolicyModal
          policy={edited ?? null}
          onClose={() => setSearch(edited === undefined ? { open: undefined } : { edit: undefined })}
          onSaved={(id) => setSearch({ open: id, edit: undefined, state: undefined })}
        />
      ) : null}
      <RetirePolicy policy={byId(retire)} onClose={() => setSearch({ retire: undefined })} />
    </ListPage>
  );
}
