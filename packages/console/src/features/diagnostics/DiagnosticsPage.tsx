import { diagnostics } from '@countinghouse/contract/features/diagnostics';
import { Button, CopyButton, Group, Skeleton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keyOf } from '../../lib/calls/query.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { clockDifference } from './clock.ts';
import { DiagnosticsPanels } from './DiagnosticsPanels.tsx';

async function ask(signal: AbortSignal) {
  const sentMs = Date.now();
  const answer = await call(diagnostics.get, {}, { signal });
  return { answer, clock: clockDifference(sentMs, Date.now(), answer.server.now) };
}

/** What the server knows of this very request: for a person whose sign-in or rights behave oddly. */
export function DiagnosticsPage() {
  const source = useQuery({ queryKey: keyOf(diagnostics), queryFn: ({ signal }) => ask(signal), staleTime: 0 });
  const { data } = source;
  return (
    <Page>
      <PageHeader
        title="Auth diagnostics"
        description="What the server knows of this request. Values of cookies are never shown."
        actions={
          <Group gap="xs">
            {data === undefined ? null : (
              <CopyButton value={JSON.stringify({ ...data.answer, clock: data.clock }, null, 2)}>
                {({ copied, copy }) => (
                  <Button variant="default" leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />} onClick={copy}>
                    {copied ? 'Copied' : 'Copy as JSON'}
                  </Button>
                )}
              </CopyButton>
            )}
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </Group>
        }
      />
      {source.isError ? (
        <ErrorState title="Could not load the diagnostics" error={source.error} onRetry={() => void source.refetch()} />
      ) : null}
      {source.isPending ? <Skeleton height={320} aria-label="Loading" /> : null}
      {data === undefined ? null : <DiagnosticsPanels {...data} />}
    </Page>
  );
}
