import { Paper, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './StatCard.module.css';

interface StatCardProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly loading?: boolean;
}

export function StatCard({ label, value, note, loading = false }: StatCardProps) {
  return (
    <Paper p="sm" px="md" component="section" aria-label={label}>
      <Text size="xs" fw={600} c="dimmed">
        {label}
      </Text>
      {loading ? (
        <Skeleton height={22} width="60%" my={6} />
      ) : (
        <Text component="div" fz={22} fw={620} lh={1.45} className={`numbers ${classes['value']}`}>
          {value}
        </Text>
      )}
      {note === undefined ? null : (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Paper>
  );
}
