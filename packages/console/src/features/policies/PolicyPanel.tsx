import { controls } from '@countinghouse/contract/features/controls';
import type { Policy } from '@countinghouse/contract/features/policies';
import { Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../app/paths.ts';
import { controlQuery } from '../../lib/queries.ts';
import { useWritePermission } from '../../lib/use-tenant.ts';
import { Actor } from '../../ui/Actor.tsx';
import { EarlierVersions } from '../../ui/EarlierVersions.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { JsonViewer } from '../../ui/JsonViewer.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { ExprView } from './ExprView.tsx';

interface PolicyPanelProps {
  readonly policy: Policy;
  readonly onClose: () => void;
  readonly onEdit: () => void;
  readonly onRetire: () => void;
}

export function PolicyPanel({ policy, onClose, onEdit, onRetire }: PolicyPanelProps) {
  const permission = useWritePermission(controls.register);
  const history = useQuery(controlQuery(policy.id));
  return (
    <SidePanel title={policy.name} onClose={onClose}>
      <Stack gap="md">
        {policy.retired_at === null ? (
          <Group gap="xs">
            <GuardedButton permission={permission} onClick={onEdit}>
              New version
            </GuardedButton>
            <GuardedButton permission={permission} variant="subtle" color="red" onClick={onRetire}>
              Retire
            </GuardedButton>
          </Group>
        ) : null}
        <ExprView expr={policy.expr} />
        <Facts
          facts={[
            [
              'Hook',
              <span key="h" className="mono">
                {policy.hook}
              </span>,
            ],
            [
              'Costs at most',
              policy.cost_units === null ? null : `${policy.cost_units.toLocaleString('en')} units at ${policy.max_rows} rows`,
            ],
            ['Version', policy.version],
            ['Changed', <Timestamp key="c" at={policy.registered_at} />],
            ['Changed by', <Actor key="b" id={policy.registered_by} />],
            [
              'Event',
              <TextLink key="e" to={paths.events} search={{ open: String(policy.seq) }}>
                {policy.seq}
              </TextLink>,
            ],
            ['Retired', policy.retired_at === null ? null : <Timestamp key="r" at={policy.retired_at} />],
            ['Retired by', policy.retired_by === null ? null : <Actor key="y" id={policy.retired_by} />],
            ['Control id', <Hash key="i" value={policy.id} what="control id" />],
          ]}
        />
        <JsonViewer value={policy.spec} what="spec" />
        {history.isError ? (
          <ErrorState title="Could not load its versions" error={history.error} onRetry={() => void history.refetch()} />
        ) : history.data === undefined ? (
          <Skeleton height={60} />
        ) : (
          <EarlierVersions versions={history.data.versions.slice(1)} />
        )}
      </Stack>
    </SidePanel>
  );
}
