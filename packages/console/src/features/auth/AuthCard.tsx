import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './AuthCard.module.css';

interface AuthCardProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the pages before the sign-in. */
export function AuthCard({ title, lead, children }: AuthCardProps) {
  useEffect(() => {
    document.title = `${title} · Countinghouse`;
  }, [title]);
  return (
    <main className={classes['screen']}>
      <div className={classes['card']}>
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
