import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode | undefined;
  /** Buttons, most important last. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className={classes['header']}>
      <div>
        <Title order={1} size="h3" fz={20} lh={1.3}>
          {title}
        </Title>
        {description === undefined ? null : (
          <Text size="sm" c="dimmed" component="div" className={(typeof description === 'string' && classes['words']) || ''}>
            {description}
          </Text>
        )}
      </div>
      {actions === undefined ? null : (
        <Group gap="xs" className="no-print">
          {actions}
        </Group>
      )}
    </header>
  );
}
