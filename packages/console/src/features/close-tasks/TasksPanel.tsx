import { closeTasks } from '@countinghouse/contract/features/close-tasks';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import type { Period } from '@countinghouse/contract/features/periods';
import { ActionIcon, Group, Progress, SegmentedControl, Skeleton } from '@mantine/core';
import { IconChecklist, IconDownload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { csvOf, download } from '../../lib/values/csv.ts';
import { showDay } from '../../lib/values/time.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { AddTask } from './AddTask.tsx';
import classes from './CloseTasks.module.css';
import { TaskLine } from './TaskLine.tsx';
import { groupsOf, linesOf } from './tasks.ts';
import { useIsMine } from './use-is-mine.ts';

type View = 'all' | 'mine' | 'open';
const PER_CENT = 100;

interface TasksPanelProps {
  readonly period: Pick<Period, 'id' | 'period_end'>;
  /** The task that is open beside the list. */
  readonly openId: string | undefined;
  readonly onOpen: (taskId: string) => void;
}

/** What is to be done for the close of a period, by group. */
export function TasksPanel({ period, openId, onOpen }: TasksPanelProps) {
  const [view, setView] = useState<View>('all');
  const [adding, setAdding] = useState(false);
  const source = useQuery(q(closeTasks.list, { params: { id: period.id } }));
  const mayAdd = useWritePermission(closeTasks.add);
  const isMine = useIsMine();
  const names = useQuery(q(people.names)).data?.people ?? [];
  const nameOf = (id: string): string => names.find((p) => p.id === id)?.name ?? id;
  const all = source.data?.tasks ?? [];
  const open = all.filter((t) => !t.done);
  const mine = open.filter(isMine);
  const shown = view === 'all' ? all : view === 'mine' ? mine : open;
  const late = open.filter((t) => t.late).length;
  const next = [...open].sort((a, b) => (a.due_on < b.due_on ? -1 : 1))[0];
  return (
    <Panel
      title={source.data === undefined ? 'Tasks' : `Tasks, ${all.length - open.length} of ${all.length} done`}
      flush
      aside={
        <div className={classes['head']}>
          <Progress
            className={classes['progress'] ?? ''}
            aria-label="Done"
            color="teal"
            value={all.length === 0 ? 0 : ((all.length - open.length) / all.length) * PER_CENT}
          />
          <SegmentedControl
            aria-label="Which tasks"
            data={[
              { value: 'all', label: 'All' },
              { value: 'mine', label: `Mine ${mine.length}` },
              { value: 'open', label: `Open ${open.length}` },
            ]}
            value={view}
            onChange={(value) => setView(value as View)}
          />
          <ActionIcon
            aria-label="Export CSV"
            disabled={shown.length === 0}
            onClick={() => download('close-tasks.csv', 'text/csv;charset=utf-8', csvOf(linesOf(shown, nameOf)))}
          >
            <IconDownload size={16} />
          </ActionIcon>
          {mayAdd.allowed ? (
            <ActionIcon aria-label="Add a task" onClick={() => setAdding(true)}>
              <IconPlus size={16} />
            </ActionIcon>
          ) : null}
        </div>
      }
    >
      {source.isError ? <ErrorState title="Could not load the tasks" error={source.error} onRetry={() => void source.refetch()} /> : null}
      {source.isPending ? <Skeleton height={220} m="md" w="auto" aria-label="Loading" /> : null}
      {source.data?.from_template === false ? <FromTemplate periodId={period.id} /> : null}
      {all.length > 0 && shown.length === 0 ? (
        <EmptyState icon={IconChecklist} title={view === 'mine' ? 'None is yours' : 'All is done'} />
      ) : null}
      {shown.length === 0 ? null : (
        <div className={`${classes['task']} ${classes['heads']}`} aria-hidden>
          <span>Task</span>
          <span>Whose</span>
          <span>Due</span>
          <span>Where it is</span>
        </div>
      )}
      {groupsOf(shown).map(([group, tasks]) => (
        <section key={group} aria-label={group}>
          <h3 className={classes['group']}>{group}</h3>
          <ul className={classes['tasks']} aria-label={`Tasks: ${group}`}>
            {tasks.map((task) => (
              <TaskLine key={task.id} task={task} open={task.id === openId} onOpen={() => onOpen(task.id)} />
            ))}
          </ul>
        </section>
      ))}
      {all.length === 0 ? null : (
        <div className={classes['foot']}>
          {late === 0 ? <span className="dimmed">None is late</span> : <strong>{late} late</strong>}
          {next === undefined ? null : (
            <span>
              Next due <strong>{showDay(next.due_on)}</strong>, {next.title}
            </span>
          )}
          <TextLink to={paths.closeTemplate}>Tasks of every period</TextLink>
        </div>
      )}
      <AddTask
        key={period.id}
        periodId={period.id}
        end={period.period_end}
        groups={[...new Set(all.map((t) => t.group))]}
        opened={adding}
        onClose={() => setAdding(false)}
      />
    </Panel>
  );
}

/** Offers the tasks of the template to a period that has not taken them. */
function FromTemplate({ periodId }: { readonly periodId: string }) {
  const { data } = useQuery(q(closeTasks.template));
  const permission = useWritePermission(closeTasks.take);
  const take = useWrite(closeTasks.take, {
    input: () => ({ params: { id: periodId } }),
    said: 'Tasks taken from the template',
    touches: [closeTasks, events],
  });
  if (data === undefined) return null;
  const count = data.tasks.length;
  return (
    <EmptyState
      icon={IconChecklist}
      title={count === 0 ? 'Nobody said yet what a close needs' : 'The tasks of the template are not taken yet'}
      action={
        count === 0 ? (
          <TextLink to={paths.closeTemplate}>Set the tasks of every period</TextLink>
        ) : (
          <Group justify="center">
            <GuardedButton permission={permission} loading={take.isPending} onClick={() => take.mutate()}>
              {count === 1 ? 'Take the task' : `Take the ${count} tasks`}
            </GuardedButton>
          </Group>
        )
      }
    >
      {count === 0 ? 'A template holds them; each period takes them once.' : 'Each is due by the last day of this period.'}
    </EmptyState>
  );
}
