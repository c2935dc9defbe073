import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface DangerCardProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: ReactNode;
}

/** One dangerous act: what it does, and its button. */
export function DangerCard({ title, children, action }: DangerCardProps) {
  return (
    <Paper component="section" aria-label={title} p="md">
      <Group justify="space-between" align="center" gap="md">
        <div style={{ flex: '1 1 260px' }}>
          <Title order={2} size="h6" fz="sm" mb={2}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </div>
        {action}
      </Group>
    </Paper>
  );
}
