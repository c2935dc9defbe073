import { Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  readonly children?: ReactNode;
  /** The first thing to do. */
  readonly action?: ReactNode;
  /** It stands for the whole page: its title is the page's. */
  readonly page?: boolean;
}

export function EmptyState({ icon: Icon, title, children, action, page = false }: EmptyStateProps) {
  return (
    <Stack align="center" gap={6} py={36} px="md" ta="center">
      <Icon size={28} stroke={1.4} aria-hidden className="dimmed" />
      {page ? (
        <Title order={1} size="sm">
          {title}
        </Title>
      ) : (
        <Text fw={600} size="sm">
          {title}
        </Text>
      )}
      {children === undefined ? null : (
        <Text size="sm" c="dimmed" maw={460} component="div" style={{ textWrap: 'balance' }}>
          {children}
        </Text>
      )}
      {action === undefined ? null : <div>{action}</div>}
    </Stack>
  );
}
