import { type Period, type PeriodWork, periods } from '@countinghouse/contract/features/periods';
import { messageOf } from '@countinghouse/contract/messages';
import { Button, Group, Paper, Select, Skeleton } from '@mantine/core';
import { IconCalendarTime, IconPencilPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Attachments } from '../../features/attachments/Attachments.tsx';
import { TaskPanel } from '../../features/close-tasks/TaskPanel.tsx';
import { TasksPanel } from '../../features/close-tasks/TasksPanel.tsx';
import { Comments } from '../../features/comments/Comments.tsx';
import { LockModal } from '../../features/periods/LockModal.tsx';
import { PublishModal } from '../../features/periods/PublishModal.tsx';
import { ReopenModal } from '../../features/periods/ReopenModal.tsx';
import { BeforeTheLock, Publication } from '../../features/periods/steps/NextStep.tsx';
import { ReopenAct } from '../../features/periods/steps/ReopenAct.tsx';
import { StepsAcross } from '../../features/periods/steps/StepsAcross.tsx';
import { ApiError } from '../../lib/calls/api-error.ts';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { showDay } from '../../lib/values/time.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { FigurePanel } from './FigurePanel.tsx';
import classes from './Period.module.css';
import { PeriodTrialBalance } from './PeriodTrialBalance.tsx';
import { PeriodSearch } from './search.ts';

/** One period: its steps, its tasks, what stands in the way of the lock, its trial balance, and what people say about it. */
export function PeriodPage() {
  const { periodId } = useParams({ strict: false }) as { readonly periodId: string };
  const source = useQuery(q(periods.get, { params: { id: periodId } }));
  if (source.data !== undefined) return <LoadedPeriod key={periodId} {...source.data} />;
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

function LoadedPeriod({ period, work }: { readonly period: Period; readonly work: PeriodWork }) {
  const [act, setAct] = useState<'lock' | 'publish' | 'reopen'>();
  const [{ gl, figure, task }, setSearch] = useUrlState(PeriodSearch);
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
              {period.status === 'closing' ? '. Only adjustments are taken.' : ''}
            </span>
          </Group>
        }
        actions={
          <>
            <OtherPeriods id={period.id} />
            {period.status === 'closing' ? (
              <Button
                variant="default"
                leftSection={<IconPencilPlus size={14} />}
                renderRoot={(props) => <Link {...props} to={paths.postIntent} search={{ on: period.period_end }} />}
              >
                Post an adjustment
              </Button>
            ) : null}
          </>
        }
      />
      <StepsAcross period={period} work={work} />
      <Columns
        main={
          <>
            <TasksPanel period={period} openId={task} onOpen={(id) => setSearch({ task: id, gl: undefined, figure: undefined })} />
            <PeriodTrialBalance period={period} />
          </>
        }
        side={
          <>
            {gl === undefined || figure === undefined ? null : (
              <div className={classes['beside']}>
                <FigurePanel
                  key={`${gl} ${figure}`}
                  period={period}
                  gl={gl}
                  figure={figure}
                  onClose={() => setSearch({ gl: undefined, figure: undefined })}
                />
              </div>
            )}
            {task === undefined ? null : (
              <div className={classes['beside']}>
                <TaskPanel
                  key={task}
                  periodId={period.id}
                  taskId={task}
                  comments={<Comments subject="task" subjectId={task} />}
                  onClose={() => setSearch({ task: undefined })}
                />
              </div>
            )}
            {period.status === 'closing' ? (
              <Panel title="Before the lock">
                <BeforeTheLock period={period} work={work} onLock={() => setAct('lock')} />
              </Panel>
            ) : (
              <Panel title="Statement">
                <Publication period={period} onPublish={() => setAct('publish')} />
                <Group mt={10} gap="sm">
                  <ReopenAct work={work} onReopen={() => setAct('reopen')} />
                </Group>
              </Panel>
            )}
            <Paper p="md">
              <Attachments of={{ is: 'period', id: period.id }} order={2} />
            </Paper>
            <Paper p="md">
              <Comments subject="period" subjectId={period.id} />
            </Paper>
          </>
        }
      />
      <LockModal period={act === 'lock' ? period : undefined} onClose={close} />
      <PublishModal period={act === 'publish' ? period : undefined} onClose={close} />
      <ReopenModal period={act === 'reopen' ? period : undefined} onClose={close} />
    </Page>
  );
}

function OtherPeriods({ id }: { readonly id: string }) {
  const others = useQuery(q(periods.list)).data?.periods ?? [];
  const navigate = useNavigate();
  if (others.length < 2) return null;
  return (
    <Select
      aria-label="Other periods"
      w={150}
      allowDeselect={false}
      data={others.map((p) => ({ value: p.id, label: p.period_code }))}
      value={id}
      onChange={(chosen) => void navigate({ to: paths.period, params: { periodId: chosen ?? id } })}
    />
  );
}
