import { snapshots } from '@countinghouse/contract/features/snapshots';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { showInstant } from '../../lib/values/time.ts';

/** A snapshot of any kind. Its list stays inside: a choice outside of the popover around it would close that. */
export function SnapshotSelect({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}) {
  const { data } = useQuery(q(snapshots.list, { query: {} }));
  const [zone] = useTimeZone();
  const options = (data?.snapshots ?? []).map((s) => ({
    value: s.id,
    label: `${s.label === '' ? s.kind : s.label} · seq ${s.seq} · ${showInstant(s.takenAt, zone)}`,
  }));
  return (
    <Select
      aria-label="As of snapshot"
      placeholder="As of now"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show balances now' }}
      w="100%"
      comboboxProps={{ width: 380, position: 'bottom-start', withinPortal: false }}
      nothingFoundMessage="No snapshots yet"
      data={options}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
