import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './OutsidePage.module.css';

interface OutsidePageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Room for a table. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The frame of the pages outside of the dashboard: before the sign-in, and those that need none. */
export function OutsidePage({ title, lead, wide = false, children }: OutsidePageProps) {
  useEffect(() => {
    document.title = `${title} · Countinghouse`;
  }, [title]);
  return (
    <main className={classes['screen']}>
      <div className={classes['card']} data-wide={wide || undefined}>
        <div className={classes['brand']}>
          <img src="/favicon.svg" width={28} height={28} alt="" /> Countinghouse
        </div>
        <Paper p="lg">
          <Title order={1} size="h4" mb={lead === undefined ? 'md' : 4}>
            {title}
          </Title>
          {lead === undefined ? null : (
            <Text size="sm" c="dimmed" mb="md">
              {lead}
            </Text>
          )}
          {children}
        </Paper>
      </div>
    </main>
  );
}
