import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../Recon.module.css';

/** One thing in words, and smaller below it what else there is to say. */
export function Words({ children, below }: { readonly children: ReactNode; readonly below: readonly string[] }) {
  const more = below.filter((words) => words !== '').join(' · ');
  return (
    <div className={classes['words']}>
      {children}
      {more === '' ? null : (
        <Text size="xs" c="dimmed">
          {more}
        </Text>
      )}
    </div>
  );
}
