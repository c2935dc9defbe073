import { auditExport } from '@countinghouse/contract/features/audit-export';
import { Paper, Skeleton, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useNeed } from '../../lib/session/use-tenant.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { Columns } from '../../ui/page/Columns.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { ActivityLog } from './ActivityLog.tsx';
import { ArchivePanel } from './ArchivePanel.tsx';
import { DeadLetters } from './DeadLetters.tsx';
import { Deliveries } from './Deliveries.tsx';
import { DestinationsForm } from './DestinationsForm.tsx';
import { RunPanel } from './RunPanel.tsx';

const SKELETON_HEIGHT_PX = 320;

/** Where the log is sent, and what became of it. */
/** How often deliveries are looked at: while some are on their way, and else. */
const DELIVERING_MS = 2_000;
const DELIVERED_MS = 15_000;

export function AuditExportPage() {
  const owner = useNeed('owner');
  return owner.allowed ? (
    <ForOwners />
  ) : (
    <Page>
      <PageHeader title="Audit export" description="Where the log is sent, as signed webhooks, and its archive." />
      <Paper>
        <EmptyState icon={IconLock} title={owner.reason}>
          Where the log goes, and what it is signed with, is for owners alone.
        </EmptyState>
      </Paper>
    </Page>
  );
}

function ForOwners() {
  const config = useQuery(q(auditExport.config));
  const status = useQuery({
    ...q(auditExport.status),
    refetchInterval: ({ state }) =>
      state.data?.destinations.some((d) => d.backlog > 0) === true || state.data?.dead_letters.some((l) => l.resending) === true
        ? DELIVERING_MS
        : DELIVERED_MS,
  });
  const refresh = (): void => {
    void config.refetch();
    void status.refetch();
  };
  const failed = config.error ?? status.error;
  return (
    <Page>
      <PageHeader
        title="Audit export"
        description="Every event leaves as a signed webhook after its commit, in order and at least once. Personal data is not in it."
        actions={<RefreshButton updatedAtMs={status.dataUpdatedAt} busy={config.isFetching || status.isFetching} onRefresh={refresh} />}
      />
      {failed !== null ? (
        <Paper>
          <ErrorState title="Could not load the audit export" error={failed} onRetry={refresh} />
        </Paper>
      ) : config.data === undefined || status.data === undefined ? (
        <Skeleton height={SKELETON_HEIGHT_PX} />
      ) : (
        <Stack gap="md">
          <Columns
            main={<DestinationsForm current={config.data} />}
            side={
              <>
                <RunPanel destinations={status.data.destinations} />
                <ArchivePanel />
              </>
            }
          />
          <Deliveries destinations={status.data.destinations} />
          {status.data.dead_letters.length === 0 ? null : <DeadLetters letters={status.data.dead_letters} />}
          <ActivityLog activity={status.data.activity} />
        </Stack>
      )}
    </Page>
  );
}
