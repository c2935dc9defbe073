import { objectives, performance as routes } from '@countinghouse/contract/features/performance';
import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { LatestAnchors } from './LatestAnchors.tsx';
import { MetricCard } from './MetricCard.tsx';
import classes from './Performance.module.css';
import { Violations } from './Violations.tsx';

const CARD_HEIGHT_PX = 172;

/** What the system promises, and whether it keeps it. */
/** How often the measurements are looked at. */
const MEASURED_MS = 15_000;

export function PerformancePage() {
  const source = useQuery({ ...q(routes.summary), refetchInterval: MEASURED_MS });
  const summary = source.data;
  return (
    <Page>
      <PageHeader
        title="Performance & SLOs"
        description="What the kernel was measured to take, held against its targets."
        actions={<RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />}
      />
      {source.isError ? (
        <Paper>
          <ErrorState title="Could not load the measurements" error={source.error} onRetry={() => void source.refetch()} />
        </Paper>
      ) : summary === undefined ? (
        <div className={classes['cards']}>
          {objectives.map(({ name }) => (
            <Skeleton key={name} height={CARD_HEIGHT_PX} />
          ))}
        </div>
      ) : (
        <Stack gap="md">
          <Group gap="xs" role="status" aria-label="Overall">
            <StatusBadge status={summary.ok ? 'healthy' : 'attention'} />
            <Text size="sm" c="dimmed" component="div">
              Updated <Timestamp at={summary.updated_at} />
            </Text>
          </Group>
          <div className={classes['cards']}>
            {summary.metrics.map((metric) => (
              <MetricCard key={metric.name} metric={metric} />
            ))}
          </div>
          <Violations violations={summary.slo_violations} />
          <LatestAnchors anchors={summary.anchors} />
        </Stack>
      )}
    </Page>
  );
}
