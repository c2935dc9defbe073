import { controls } from '@countinghouse/contract/features/controls';
import type { Policy } from '@countinghouse/contract/features/policies';
import { Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { EarlierVersions } from '../../ui/table/EarlierVersions.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { ExprView } from './ExprView.tsx';

interface PolicyPanelProps {
  readonly policy: Policy;
  readonly onClose: () => void;
  readonly onEdit: () => void;
  readonly onRetire: () => void;
}

export function PolicyPanel({ policy, onClose, onEdit, onRetire }: PolicyPanelProps) {
  const permission = useWritePermission(controls.register);
  const history = useQuery(q(controls.get, { params: { id: policy.id } }));
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
            ['Costs at most', policy.cost_units === null ? null : `${showCount(policy.cost_units)} units at ${policy.max_rows} rows`],
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
