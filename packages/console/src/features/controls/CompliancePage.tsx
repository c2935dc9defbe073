import { type Control, controls } from '@countinghouse/contract/features/controls';
import { Chip, Select } from '@mantine/core';
import { IconClipboardCheck, IconPlus } from '@tabler/icons-react';
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
import { AttestModal } from './AttestModal.tsx';
import { ControlModal } from './ControlModal.tsx';
import { ControlPanel } from './ControlPanel.tsx';
import { columns } from './columns.tsx';
import { RetireControl } from './RetireControl.tsx';
import { ControlsSearch } from './search.ts';

const MIN_WIDTH_PX = 1090;
const none: readonly Control[] = [];
const dueStates = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'due', label: 'Due' },
  { value: 'later', label: 'Up to date' },
];

/** Every control, policies too: create, attest, and what is due. */
export function CompliancePage() {
  const [search, setSearch] = useUrlState(ControlsSearch);
  const { q: words = '', due, retired, open, act, sort } = search;
  const router = useRouter();
  const permission = useWritePermission(controls.register);
  const source = useQuery(q(controls.list));
  const all = source.data?.controls ?? none;
  const inForce = useMemo(() => all.filter((c) => c.retired_at === null), [all]);
  const listed = retired === 'shown' ? all : inForce;
  const shown = useMemo(
    () =>
      listed.filter(
        (c) =>
          (due === undefined || c.due === due) && `${c.name} ${JSON.stringify(c.spec)}`.toLowerCase().includes(words.trim().toLowerCase()),
      ),
    [listed, words, due],
  );
  const grid = useGrid({
    id: 'controls',
    columns,
    rows: shown,
    rowId: (c) => c.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const opened = all.find((c) => c.id === open);
  const create = (): void => setSearch({ act: 'new' });
  const close = (): void => setSearch({ act: undefined });
  useShortcut('N', { name: 'New control', group: 'This screen' }, create, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconPlus size={14} />} onClick={create}>
      New control
    </GuardedButton>
  );
  const waiting = inForce.filter((c) => c.due === 'due' || c.due === 'overdue').length;
  return (
    <Page fill>
      <PageHeader
        title="Compliance controls"
        description={`What must hold, and who attested that it does. ${waiting === 0 ? 'Nothing is due.' : `${waiting} to attest now.`}`}
        actions={
          <>
            <GuardedButton
              variant="default"
              permission={permission}
              leftSection={<IconClipboardCheck size={14} />}
              onClick={() => setSearch({ act: 'attest', open: undefined })}
            >
              Attest control
            </GuardedButton>
            {button}
          </>
        }
      />
      <Split>
        <DataGrid
          label="Compliance controls"
          grid={grid}
          source={source}
          failed="Could not load the controls"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.compliance, search: { ...search, open: row.id } }).href}
          onClearFilters={words === '' && due === undefined ? undefined : () => setSearch({ q: undefined, due: undefined })}
          empty={
            <EmptyState icon={IconClipboardCheck} title="No controls yet" action={button}>
              A control says what must hold. With attest_every_days in its spec it comes up here when it is due.
            </EmptyState>
          }
          toolbar={
            <>
              <FilterInput
                label="Filter controls"
                placeholder="Filter by name or spec…"
                value={words}
                onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
              />
              <Select
                aria-label="Attestation"
                placeholder="Attestation"
                w={130}
                clearable
                clearButtonProps={{ 'aria-label': 'Whatever is due' }}
                data={dueStates}
                value={due ?? null}
                onChange={(next) => setSearch({ due: (next ?? undefined) as typeof due })}
              />
              <Chip size="xs" checked={retired === 'shown'} onChange={(on) => setSearch({ retired: on ? 'shown' : undefined })}>
                Retired too
              </Chip>
            </>
          }
          toolbarEnd={
            <>
              <ListCount pending={source.isPending} shown={shown.length} all={listed.length} what="controls" />
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
        />
        {opened === undefined ? null : (
          <ControlPanel control={opened} onClose={() => setSearch({ open: undefined })} onAct={(next) => setSearch({ act: next })} />
        )}
      </Split>
      {act === 'new' || (act === 'version' && opened !== undefined) ? (
        <ControlModal
          control={act === 'new' ? null : (opened ?? null)}
          onClose={close}
          onSaved={(id) => setSearch({ act: undefined, open: id })}
        />
      ) : null}
      {act === 'attest' && !source.isPending ? (
        <AttestModal
          all={inForce}
          controlId={opened?.id ?? null}
          onClose={close}
          onAttested={(id) => setSearch({ act: undefined, open: id })}
        />
      ) : null}
      {act === 'retire' && opened !== undefined && opened.retired_at === null ? <RetireControl control={opened} onClose={close} /> : null}
    </Page>
  );
}
