import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';

interface VerdictProps {
  readonly holds: boolean;
  readonly yes: string;
  readonly no: string;
}

/** What a check came to, for the eye and for a screen reader. */
export function Verdict({ holds, yes, no }: VerdictProps) {
  return (
    <Group gap={6} wrap="nowrap" role="status">
      {holds ? <IconCircleCheck size={16} color="var(--good)" aria-hidden /> : <IconCircleX size={16} color="var(--bad)" aria-hidden />}
      <Text size="sm" fw={500}>
        {holds ? yes : no}
      </Text>
    </Group>
  );
}
