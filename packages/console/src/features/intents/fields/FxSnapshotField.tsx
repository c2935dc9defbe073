import { events } from '@countinghouse/contract/features/events';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { messageOf } from '@countinghouse/contract/messages';
import { Alert, Button, Select, Skeleton, Stack } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { useTimeZone } from '../../../lib/screen/preferences.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { showInstant } from '../../../lib/values/time.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import classes from './Advanced.module.css';

interface FxSnapshotFieldProps {
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  /** Fills in the one with the latest rates where none is chosen. */
  readonly onSuggest: (id: string) => void;
}

/** The FX snapshot the intent refers to. Where there is none, it says so and offers to take one right here. */
export function FxSnapshotField({ value, onChange, onSuggest }: FxSnapshotFieldProps) {
  const permission = useWritePermission(snapshots.takeV1);
  const [zone] = useTimeZone();
  const source = useQuery(q(snapshots.list, { query: { kind: 'fx' } }));
  const list = source.data?.snapshots;
  // One of closing rates is newer than its rates are.
  const latest = list?.toSorted((a, b) => b.effective_at.localeCompare(a.effective_at))[0]?.id;
  const known = list?.some((s) => s.id === value) ?? true;
  const take = useWrite(snapshots.takeV1, {
    input: () => ({ body: { kind: 'fx' as const, label: 'Before posting', source: 'console' } }),
    said: 'Snapshot captured',
    touches: [snapshots, events],
    done: ({ snapshot }) => onChange(snapshot.id),
  });
  useEffect(() => {
    if (latest !== undefined && (value === null || !known)) onSuggest(latest);
  }, [latest, value, known, onSuggest]);

  if (source.isPending) return <Skeleton height={52} />;
  if (list !== undefined && list.length === 0) {
    return (
      <Alert color="orange" role="alert" icon={<IconCamera size={16} />} id="fx-snapshot">
        <Stack gap={8} align="flex-start">
          {messageOf('FX_SNAPSHOT_REQUIRED')}
          <GuardedButton permission={permission} loading={take.isPending} onClick={() => take.mutate()} className={classes['clear'] ?? ''}>
            Take FX snapshot
          </GuardedButton>
        </Stack>
      </Alert>
    );
  }
  return (
    <Stack gap={6}>
      <Select
        label="FX snapshot"
        searchable
        allowDeselect={false}
        data={(list ?? []).map((s) => ({
          value: s.id,
          label: `${s.label === '' ? 'fx' : s.label} · seq ${s.seq} · ${showInstant(s.effective_at, zone)}`,
        }))}
        value={value}
        error={source.isError ? 'Could not load snapshots' : undefined}
        onChange={(id) => {
          if (id !== null) onChange(id);
        }}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconCamera size={13} />}
        loading={take.isPending}
        disabled={!permission.allowed}
        onClick={() => take.mutate()}
        style={{ alignSelf: 'flex-start' }}
      >
        Take a new FX snapshot
      </Button>
    </Stack>
  );
}
