import { Stack } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { showDay } from '../../lib/values/time.ts';
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
          <DateInput label="First day" clearable value={from ?? null} onChange={(next) => onChange({ from: next ?? undefined, to })} />
          <DateInput label="Last day" clearable value={to ?? null} onChange={(next) => onChange({ from, to: next ?? undefined })} />
        </Stack>
      )}
    </FilterPill>
  );
}
