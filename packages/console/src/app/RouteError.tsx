import { Paper } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/page/ErrorState.tsx';

/** The error boundary of every screen (specification §2): the menu stays. */
export function RouteError({ error }: Pick<ErrorComponentProps, 'error'>) {
  return (
    <Paper m="xl" maw={720} mx="auto">
      <ErrorState page title="We hit a snag" error={error} retryLabel="Reload" onRetry={() => window.location.reload()} />
    </Paper>
  );
}

/** The same where not even the shell could open. */
export function RootError({ error }: Pick<ErrorComponentProps, 'error'>) {
  return (
    <main>
      <RouteError error={error} />
    </main>
  );
}
