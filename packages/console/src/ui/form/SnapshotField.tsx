import { type Snapshot, snapshots } from '@countinghouse/contract/features/snapshots';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { q } from '../../lib/calls/query.ts';
import { showDay } from '../../lib/values/time.ts';

interface SnapshotFieldProps {
  readonly label: string;
  readonly required?: boolean;
  readonly description: string;
  readonly value: string | null;
  readonly error?: ReactNode;
  /** The form begins here. */
  readonly autoFocus?: boolean;
  readonly onChange: (snapshot: Snapshot | null) => void;
}

const nameOf = (s: Snapshot): string =>
  `${s.label === '' ? 'No label' : s.label} · ${s.kind} · ${showDay(s.effective_at.slice(0, 10), '')} · seq ${s.seq}`;

/** A snapshot, by its label, kind and the day that it is of; the newest first. */
export function SnapshotField({ label, required = false, description, value, error, autoFocus = false, onChange }: SnapshotFieldProps) {
  const source = useQuery(q(snapshots.list, { query: {} }));
  const list = source.data?.snapshots ?? [];
  return (
    <Select
      label={label}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      withAsterisk={required}
      searchable
      clearable={!required}
      clearButtonProps={{ 'aria-label': 'No snapshot' }}
      description={description}
      placeholder={source.isPending ? 'Loading…' : list.length === 0 ? 'Take a snapshot first' : 'Choose a snapshot'}
      nothingFoundMessage="No such snapshot"
      data={list.map((s) => ({ value: s.id, label: nameOf(s) }))}
      value={value}
      error={error}
      onChange={(id) => onChange(list.find((s) => s.id === id) ?? null)}
    />
  );
}
