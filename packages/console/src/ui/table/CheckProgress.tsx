import type { Check } from '@countinghouse/contract/checks';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { showCount } from '../../lib/values/numbers.ts';

const PERCENT = 100;

interface CheckProgressProps {
  readonly check: Check;
  /** What is being done, in words: "Replaying", "Checking". */
  readonly doing: string;
  /** Words for its steps. */
  readonly steps: Readonly<Record<string, string>>;
}

/** How far a check of a whole ledger is. */
export function CheckProgress({ check, doing, steps }: CheckProgressProps) {
  const { done, total, step, state, events_per_second } = check;
  const percent = total === 0 ? 0 : Math.min(PERCENT, Math.floor((done * PERCENT) / total));
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{state === 'waiting' ? 'Waits for its turn' : `${doing}: ${steps[step] ?? step}`}</Text>
        <Text size="sm" c="dimmed" className="numbers">
          {showCount(done)} of {showCount(total)} events
          {events_per_second === null ? '' : ` · ${showCount(events_per_second)}/s`}
        </Text>
      </Group>
      <Progress value={percent} aria-label={`${doing}: ${percent} %`} animated={state === 'running'} />
    </Stack>
  );
}
