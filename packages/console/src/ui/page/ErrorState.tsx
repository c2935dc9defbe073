// What is shown where something could not be loaded or drawn: what happened, the code and request id to quote, and the way on.
// The offer to go through the writer follows the words of the message (specification §2, dashboard error boundary).
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconDatabase, IconFileUnknown, IconRefresh } from '@tabler/icons-react';
import { ApiError, errorMessageOf, mentionsWriter } from '../../lib/calls/api-error.ts';
import { retryViaWriter } from '../../lib/calls/prefer-writer.ts';
import { EmptyState } from './EmptyState.tsx';

interface ErrorStateProps {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string;
  /** It stands for the whole page: its title is the page's. */
  readonly page?: boolean;
}

export function ErrorState({ title, error, onRetry, retryLabel = 'Retry', page = false }: ErrorStateProps) {
  const message = errorMessageOf(error);
  // What is not there is no fault, and asking again brings nothing.
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return <EmptyState icon={IconFileUnknown} title={message} page={page} />;
  const reference =
    error instanceof ApiError
      ? [error.code, error.status === 0 ? null : error.status, error.requestId].filter((part) => part !== null).join(' · ')
      : '';
  return (
    <Stack role="alert" align="center" gap={6} py={36} px="md" ta="center">
      <IconAlertTriangle size={28} stroke={1.4} aria-hidden color="var(--bad)" />
      {page ? (
        <Title order={1} size="sm">
          {title}
        </Title>
      ) : (
        <Text fw={600} size="sm">
          {title}
        </Text>
      )}
      <Text size="sm" c="dimmed" maw={560}>
        {message}
      </Text>
      {reference === '' ? null : (
        <Text size="xs" c="dimmed" className="mono">
          {reference}
        </Text>
      )}
      <Group gap="xs" mt={6} justify="center">
        {onRetry === undefined ? null : (
          <Button variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
        {mentionsWriter(message) ? (
          <Button leftSection={<IconDatabase size={14} />} onClick={retryViaWriter}>
            Retry via writer
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}
