import { messageOf } from '@countinghouse/contract/errors';
import { periods } from '@countinghouse/contract/features/periods';
import { Button, Group, Paper, Select, Skeleton } from '@mantine/core';
import { IconCalendarTime, IconPencilPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Attachments } from '../features/attachments/Attachments.tsx';
import { TasksPanel } from '../features/close-tasks/TasksPanel.tsx';
import { Comments } from '../features/comments/Comments.tsx';
import { CloseSteps } from '../features/periods/CloseSteps.tsx';
import { LockModal } from '../features/periods/LockModal.tsx';
import { PublishModal } from '../features/periods/PublishModal.tsx';
import { SealedBalance } from '../features/periods/SealedBalance.tsx';
import { ApiError } from '../lib/calls/api-error.ts';
import { q } from '../lib/calls/query.ts';
import { paths } from '../lib/screen/paths.ts';
import { showDay } from '../lib/values/time.ts';
import { Columns } from '../ui/page/Columns.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { ErrorState } from '../ui/page/ErrorState.tsx';
import { Page } from '../ui/page/Page.tsx';
import { PageHeader } from '../ui/page/PageHeader.tsx';
import { Panel } from '../ui/page/Panel.tsx';
import { StatusBadge } from '../ui/value/StatusBadge.tsx';

/** One period: its tasks, what stands in the way of the lock, its steps, and what people say about it. */
export function PeriodPage() {
  const { periodId } = useParams({ strict: false }) as { readonly periodId: string };
  const [act, setAct] = useState<'lock' | 'publish'>();
  const navigate = useNavigate();
  const source = useQuery(q(periods.get, { params: { id: periodId } }));
  const others = useQuery(q(periods.list)).data?.periods ?? [];
  if (source.data === undefined) {
    const gone = source.error instanceof ApiError && (source.error.status === 404 || source.error.status === 400);
    return (
      <Page>
        <PageHeader title="Period" />
        {gone ? <EmptyState icon={IconCalendarTime} title={messageOf('NOT_FOUND')} /> : null}
        {source.isError && !gone ? (
          <ErrorState title="Could not load the period" error={source.error} onRetry={() => void source.refetch()} />
        ) : null}
        {source.isPending ? <Skeleton height={420} aria-busy /> : null}
      </Page>
    );
  }
  const { period, work, balances } = source.data;
  const close = (): void => setAct(undefined);
  return (
    <Page>
      <PageHeader
        title={`Period ${period.period_code}`}
        description={
          <Group gap={10}>
            <StatusBadge status={period.status} />
            <span>
              {showDay(period.period_start)} to {showDay(period.period_end)}
            </span>
          </Group>
        }
        actions={
          <>
            {others.length < 2 ? null : (
              <Select
                aria-label="Other periods"
                w={150}
                allowDeselect={false}
                data={others.map((p) => ({ value: p.id, label: p.period_code }))}
                value={period.id}
                onChange={(id) => void navigate({ to: paths.period, params: { periodId: id ?? period.id } })}
              />
            )}
            {period.status === 'closing' ? (
              <Button
                variant="default"
                leftSection={<IconPencilPlus size={14} />}
                renderRoot={(props) => <Link {...props} to={paths.postIntent} />}
              >
                Post an adjustment
              </Button>
            ) : null}
          </>
        }
      />
      <Columns
        main={<TasksPanel key={period.id} period={period} />}
        side={
          <>
            <Panel title="Steps">
              <CloseSteps period={period} work={work} onAct={setAct} />
            </Panel>
            {period.status === 'closing' ? null : (
              <Panel title="Sealed trial balance">
                <SealedBalance period={period} balances={balances} />
              </Panel>
            )}
            <Paper p="md">
              <Attachments key={period.id} of={{ is: 'period', id: period.id }} order={2} />
            </Paper>
            <Paper p="md">
              <Comments key={period.id} subject="period" subjectId={period.id} />
            </Paper>
          </>
        }
      />
      <LockModal period={act === 'lock' ? period : undefined} onClose={close} />
      <PublishModal period={act === 'publish' ? period : undefined} onClose={close} />
    </Page>
  );
}
