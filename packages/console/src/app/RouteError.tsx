import { Paper } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/ErrorState.tsx';

/** The error boundary of every route (specification §2). */
export function RouteError({ error }: Pick<ErrorComponentProps, 'error'>) {
  return (
    <Paper m="xl" maw={720} mx="auto">
      <ErrorState title="We hit a snag" error={error} retryLabel="Reload" onRetry={() => window.location.reload()} />
    </Paper>
  );
}
