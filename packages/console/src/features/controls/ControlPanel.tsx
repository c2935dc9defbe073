import { type Control, controls } from '@countinghouse/contract/features/controls';
import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { Day } from '../../ui/value/Day.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { ControlHistory } from './ControlHistory.tsx';
import { DueBadge } from './columns.tsx';

interface ControlPanelProps {
  readonly control: Control;
  readonly onClose: () => void;
  readonly onAct: (act: 'version' | 'attest' | 'retire') => void;
}

/** A control: what is asked, by when, and what was attested so far. */
export function ControlPanel({ control, onClose, onAct }: ControlPanelProps) {
  const source = useQuery(q(controls.get, { params: { id: control.id } }));
  const permission = useWritePermission(controls.attest);
  return (
    <SidePanel title={control.name} onClose={onClose}>
      <Stack gap="md">
        {control.retired_at === null ? (
          <Group gap="xs">
            <GuardedButton permission={permission} onClick={() => onAct('attest')}>
              Attest
            </GuardedButton>
            <GuardedButton permission={permission} variant="default" onClick={() => onAct('version')}>
              New version
            </GuardedButton>
            <GuardedButton permission={permission} variant="subtle" color="red" onClick={() => onAct('retire')}>
              Retire
            </GuardedButton>
          </Group>
        ) : null}
        <Facts
          facts={[
            ['Attestation', <DueBadge key="d" control={control} />],
            ['Asked for', control.attest_every_days === null ? 'only when wanted' : `every ${control.attest_every_days} days`],
            [
              'Due by',
              control.due_on === null ? null : (
                <span key="o" className="mono">
                  <Day on={control.due_on} />
                </span>
              ),
            ],
            [
              'Hook',
              control.hook === null ? null : (
                <span key="h" className="mono">
                  {control.hook}
                </span>
              ),
            ],
            ['Version', control.version],
            ['Changed', <Timestamp key="c" at={control.registered_at} />],
            ['Changed by', <Actor key="b" id={control.registered_by} />],
            ['Retired', control.retired_at === null ? null : <Timestamp key="r" at={control.retired_at} />],
            ['Retired by', control.retired_by === null ? null : <Actor key="y" id={control.retired_by} />],
            ['Control id', <Hash key="i" value={control.id} what="control id" />],
          ]}
        />
        <JsonViewer value={control.spec} what="spec" />
        {source.isError ? (
          <ErrorState title="Could not load its history" error={source.error} onRetry={() => void source.refetch()} />
        ) : (
          <ControlHistory attestations={source.data?.attestations} versions={source.data?.versions} />
        )}
      </Stack>
    </SidePanel>
  );
}
