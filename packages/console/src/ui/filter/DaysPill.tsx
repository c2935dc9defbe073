import { Stack } from '@mantine/core';
import { showDay } from '../../lib/values/time.ts';
import { DayField } from '../form/day/DayField.tsx';
import { FilterPill } from './FilterPill.tsx';
import { span } from './span.ts';

interface DaysPillProps {
  readonly name: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (days: { readonly from: string | undefined; readonly to: string | undefined }) => void;
}

/** A first and a last day, both of them in. */
export function DaysPill({ name, from, to, onChange }: DaysPillProps) {
  const nothing = { from: undefined, to: undefined };
  return (
    <FilterPill name={name} said={span(from, to, (day) => showDay(day))} onClear={() => onChange(nothing)}>
      {() => (
        <Stack gap="xs">
          <DayField label="First day" clearLabel="No first day" inPopover value={from} onChange={(next) => onChange({ from: next, to })} />
          <DayField label="Last day" clearLabel="No last day" inPopover value={to} onChange={(next) => onChange({ from, to: next })} />
        </Stack>
      )}
    </FilterPill>
  );
}
