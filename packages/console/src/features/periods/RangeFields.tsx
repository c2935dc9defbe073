import type { Period } from '@countinghouse/contract/features/periods';
import { Group, TextInput } from '@mantine/core';
import { showDay } from '../../lib/values/time.ts';

/** The range that a form is about. It is that of the period and is not chosen again. */
export function RangeFields({ period }: { readonly period: Period | undefined }) {
  return (
    <Group grow>
      <TextInput label="Period start" readOnly value={period === undefined ? '' : showDay(period.period_start, '')} />
      <TextInput label="Period end" readOnly value={period === undefined ? '' : showDay(period.period_end, '')} />
    </Group>
  );
}
