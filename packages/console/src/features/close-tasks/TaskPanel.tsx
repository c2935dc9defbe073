import { closeTasks } from '@countinghouse/contract/features/close-tasks';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { q } from '../../lib/calls/query.ts';
import { showDay } from '../../lib/values/time.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { TaskOwner, TaskState } from './TaskFacts.tsx';
import { checkWords } from './tasks.ts';

interface TaskPanelProps {
  readonly periodId: string;
  readonly taskId: string;
  /** What people say about it. */
  readonly comments: ReactNode;
  readonly onClose: () => void;
}

/** One task of a period, with what people say about it. */
export function TaskPanel({ periodId, taskId, comments, onClose }: TaskPanelProps) {
  const source = useQuery(q(closeTasks.list, { params: { id: periodId } }));
  const task = source.data?.tasks.find(({ id }) => id === taskId);
  return (
    <SidePanel title={task?.title ?? 'Close task'} onClose={onClose}>
      <Stack gap="md">
        {source.isPending ? <Skeleton height={80} aria-label="Loading" /> : null}
        {source.data !== undefined && task === undefined ? (
          <Text size="sm">This task was removed from the period. What was said of it stays.</Text>
        ) : null}
        {task === undefined ? null : (
          <Facts
            facts={[
              ['Group', task.group],
              ['Whose', <TaskOwner key="o" task={task} />],
              ['Due', showDay(task.due_on)],
              ['Where it is', <TaskState key="s" task={task} />],
              ['Done when', task.check === null ? 'Somebody says so' : checkWords[task.check]],
            ]}
          />
        )}
        {comments}
      </Stack>
    </SidePanel>
  );
}
