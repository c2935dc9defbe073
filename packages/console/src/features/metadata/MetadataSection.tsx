import type { MetadataChange } from '@countinghouse/contract/features/metadata';
import { showHidden } from '@countinghouse/contract/plain-text';
import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { pairsOf } from '../../lib/values/metadata.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { EditMetadata } from './EditMetadata.tsx';
import classes from './MetadataSection.module.css';
import { paramsOf, routesOf, type Subject } from './subject.ts';

interface MetadataSectionProps {
  readonly of: Subject;
  /** Whether this very thing may be changed; else what its call needs of everybody. */
  readonly permission?: Permission;
  /** Of its heading: one below what it stands under. */
  readonly order?: 2 | 3;
}

/** What is said of a thing in words of its people's own, how that came to be, and a dialog to change it. */
export function MetadataSection({ of, permission, order = 3 }: MetadataSectionProps) {
  const { read, change } = routesOf(of);
  const general = useWritePermission(change);
  const [editing, setEditing] = useState(false);
  const source = useQuery(q(read, { params: paramsOf(of), query: {} }));
  const may = permission ?? general;
  const kept = source.data?.metadata ?? {};
  const pairs = pairsOf(kept);
  return (
    <Stack gap={6} component="section" aria-label={`Metadata of the ${of.is}`}>
      <Group justify="space-between" gap="xs">
        <Title order={order} size="xs" c="dimmed">
          Metadata
        </Title>
        <GuardedButton
          permission={may}
          variant="default"
          size="compact-xs"
          leftSection={<IconPencil size={13} />}
          disabled={may.allowed && !source.isSuccess}
          onClick={() => setEditing(true)}
        >
          Edit metadata
        </GuardedButton>
      </Group>
      {source.isPending ? <Skeleton height={18} aria-label="Loading" /> : null}
      {source.isError ? (
        <ErrorState title="Could not load the metadata" error={source.error} onRetry={() => void source.refetch()} />
      ) : null}
      {source.isSuccess && pairs.length === 0 ? (
        <Text size="sm" c="dimmed">
          No metadata.
        </Text>
      ) : null}
      {pairs.length === 0 ? null : <Facts facts={pairs.map(({ key, value }) => [key, <Value key={key} text={value} />])} />}
      {(source.data?.changes.length ?? 0) > 1 ? (
        <details className={classes['history']}>
          <summary>{source.data?.next === null ? `${source.data.changes.length} changes` : 'Latest changes'}</summary>
          {source.data?.changes.map((c) => (
            <Change key={c.seq} change={c} />
          ))}
        </details>
      ) : null}
      <EditMetadata of={of} current={kept} permission={may} opened={editing} onClose={() => setEditing(false)} />
    </Stack>
  );
}

/** An empty value is there too. */
const Value = ({ text }: { readonly text: string }) =>
  text === '' ? <span className="dimmed">empty</span> : <span className={classes['value']}>{showHidden(text)}</span>;

function Change({ change }: { readonly change: MetadataChange }) {
  return (
    <div className={classes['change']}>
      <span className="dimmed">
        <Timestamp at={change.changed_at} /> · <Actor id={change.actor_id} />
      </span>
      {Object.entries(change.changes).map(([key, value]) => (
        <div key={key}>
          {key}: {value === null ? <span className="dimmed">removed</span> : <Value text={value} />}
        </div>
      ))}
    </div>
  );
}
