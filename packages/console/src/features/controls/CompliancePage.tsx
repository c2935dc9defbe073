import { type Control, controls } from '@countinghouse/contract/features/controls';
import { Chip } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { AttestModal } from './AttestModal.tsx';
import { ControlModal } from './ControlModal.tsx';
import { ControlPanel } from './ControlPanel.tsx';
import { columns } from './columns.tsx';
import { RetireControl } from './RetireControl.tsx';
import { ControlsSearch } from './search.ts';

const MIN_WIDTH_PX = 1090;
const dueStates = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'due', label: 'Due' },
  { value: 'later', label: 'Up to date' },
];
const keep = (c: Control, { q: typed, due }: ControlsSearch): boolean =>
  (due === undefined || c.due === due) && says(typed, c.name, JSON.stringify(c.spec));

/** Every control, policies too: create, attest, and what is due. */
export function CompliancePage() {
  const [search, setSearch] = useUrlState(ControlsSearch);
  const { retired, open, act } = search;
  const permission = useWritePermission(controls.register);
  const source = useQuery(q(controls.list));
  const all = source.data?.controls;
  const inForce = useMemo(() => (all ?? []).filter((c) => c.retired_at === null), [all]);
  const rows = retired === 'shown' ? all : inForce;
  const list = useList({ id: 'controls', columns, source, rows, rowId: (c) => c.id, search, setSearch, keep, filters: ['q', 'due'] });
  const opened = all?.find((c) => c.id === open);
  const close = (): void => setSearch({ act: undefined });
  const openSaved = (id: string): void => setSearch({ act: undefined, open: id });
  const button = useFirstAction({ label: 'New control', permission, run: () => setSearch({ act: 'new' }) });
  const waiting = inForce.filter((c) => c.due === 'due' || c.due === 'overdue').length;
  return (
    <ListPage
      list={list}
      title="Compliance controls"
      description={`What must hold, and who attested that it does. ${waiting === 0 ? 'Nothing is due.' : `${waiting} to attest now.`}`}
      fileName="controls.csv"
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
      label="Compliance controls"
      failed="Could not load the controls"
      minWidth={MIN_WIDTH_PX}
      empty={
        <EmptyState icon={IconClipboardCheck} title="No controls yet" action={button}>
          A control says what must hold. With attest_every_days in its spec it comes up here when it is due.
        </EmptyState>
      }
      filter={{ label: 'Filter controls', placeholder: 'Filter by name or spec…' }}
      choices={
        <>
          <Choice list={list} name="due" label="Attestation" all="Whatever is due" width={130} options={dueStates} />
          <Chip size="xs" checked={retired === 'shown'} onChange={(on) => setSearch({ retired: on ? 'shown' : undefined })}>
            Retired too
          </Chip>
        </>
      }
      counts="controls"
      panel={
        opened === undefined ? null : (
          <ControlPanel control={opened} onClose={() => setSearch({ open: undefined })} onAct={(next) => setSearch({ act: next })} />
        )
      }
    >
      {act === 'new' || (act === 'version' && opened !== undefined) ? (
        <ControlModal control={act === 'new' ? null : (opened ?? null)} onClose={close} onSaved={openSaved} />
      ) : null}
      {act === 'attest' && !source.isPending ? (
        <AttestModal all={inForce} controlId={opened?.id ?? null} onClose={close} onAttested={openSaved} />
      ) : null}
      {act === 'retire' && opened !== undefined && opened.retired_at === null ? <RetireControl control={opened} onClose={close} /> : null}
    </ListPage>
  );
}
