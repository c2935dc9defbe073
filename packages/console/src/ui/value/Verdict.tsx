import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';

interface VerdictProps {
  readonly holds: boolean;
  readonly yes: string;
  readonly no: string;
}

/** What a check came to, for the eye and for a screen reader. */
export function Verdict({ holds, yes, no }: VerdictProps) {
  const Icon = holds ? IconCircleCheck : IconCircleX;
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Icon size={16} color={holds ? 'var(--good)' : 'var(--bad)'} style={{ flexShrink: 0 }} aria-hidden />
      <Text size="sm" fw={500}>
        {holds ? yes : no}
      </Text>
    </Group>
  );
}
