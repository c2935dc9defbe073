import { type Entity, entities } from '@countinghouse/contract/features/entities';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { TrialBalanceTable } from './TrialBalanceTable.tsx';
import { byCurrency } from './trial-balance.ts';

interface TrialBalancePanelProps {
  readonly entity: Entity;
  /** What may be done with it. */
  readonly acts: ReactNode;
  readonly metadata?: ReactNode;
  readonly onClose: () => void;
}

/** The trial balance of an entity: its accounts, and what it owes to others or they owe to it. */
export function TrialBalancePanel({ entity, acts, metadata, onClose }: TrialBalancePanelProps) {
  const source = useQuery(q(entities.trialBalance, { params: { id: entity.id } }));
  const groups = byCurrency(source.data?.lines ?? []);
  return (
    <SidePanel title={`${entity.code} trial balance`} onClose={onClose}>
      <Stack gap="md">
        <Group gap={4} ml={-8}>
          {acts}
        </Group>
        <Facts
          facts={[
            ['Name', entity.name],
            ['Base currency', entity.baseCurrency],
            ['State', <StatusBadge key="s" status={entity.active ? 'active' : 'deactivated'} />],
            [
              'Members',
              <TextLink key="m" to={paths.entityMembers} search={{ entity: entity.id }}>
                {entity.members}
              </TextLink>,
            ],
            ['Entity id', <Hash key="i" value={entity.id} what={`id of ${entity.code}`} />],
          ]}
        />
        {metadata}
        {source.isPending ? <Skeleton height={120} aria-label="Loading" /> : null}
        {source.isError ? (
          <ErrorState title="Could not load the trial balance" error={source.error} onRetry={() => void source.refetch()} />
        ) : null}
        {source.isSuccess && groups.length === 0 ? (
          <Text size="sm" c="dimmed">
            No accounts yet. Make the entity active, then open a ledger account: it belongs to it.
          </Text>
        ) : null}
        {groups.map((group) => (
          <TrialBalanceTable key={group.currency} group={group} />
        ))}
      </Stack>
    </SidePanel>
  );
}
