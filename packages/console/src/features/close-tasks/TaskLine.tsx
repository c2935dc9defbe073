import { type CloseTask, closeTasks } from '@countinghouse/contract/features/close-tasks';
import { events } from '@countinghouse/contract/features/events';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleDashed, IconMessage, IconTrash } from '@tabler/icons-react';
import { call } from '../../lib/calls/client.ts';
import { useAct, useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showDay } from '../../lib/values/time.ts';
import { RowMenu } from '../../ui/list/RowMenu.tsx';
import classes from './CloseTasks.module.css';
import { TaskOwner, TaskState } from './TaskFacts.tsx';
import { checkWords } from './tasks.ts';

interface TaskLineProps {
  readonly task: CloseTask;
  /** Whether its comments are open beside the list. */
  readonly open: boolean;
  readonly onOpen: () => void;
}

const commentWords = (count: number): string => (count === 0 ? 'Comment' : count === 1 ? '1 comment' : `${count} comments`);

/** A task with whose it is, when it is due and where it is; ticked by hand unless the ledger knows it. */
export function TaskLine({ task, open, onOpen }: TaskLineProps) {
  const { id, title, due_on, check, done, late, comments } = task;
  const permission = useWritePermission(closeTasks.finish);
  const tick = useAct(() => call(done ? closeTasks.undo : closeTasks.finish, { params: { id } }), { touches: [closeTasks, events] });
  const remove = useWrite(closeTasks.remove, { input: () => ({ params: { id } }), said: 'Task removed', touches: [closeTasks, events] });
  const reason = check !== null ? `The ledger knows: ${checkWords[check]}` : permission.allowed ? '' : permission.reason;
  return (
    <li className={classes['task']} data-done={done} data-open={open}>
      <Tooltip label={reason} disabled={reason === ''}>
        <ActionIcon
          className={classes['tick'] ?? ''}
          variant="transparent"
          aria-label={`${done ? 'Not done' : 'Done'}: ${title}`}
          aria-pressed={done}
          aria-disabled={reason !== ''}
          loading={tick.isPending}
          onClick={() => {
            if (reason === '') tick.mutate();
          }}
        >
          {done ? (
            <IconCircleCheckFilled size={19} />
          ) : check === null ? (
            <IconCircle size={19} stroke={1.5} />
          ) : (
            <IconCircleDashed size={19} stroke={1.5} />
          )}
        </ActionIcon>
      </Tooltip>
      <span className={classes['title']}>{title}</span>
      <span className={classes['owner']}>
        <TaskOwner task={task} />
      </span>
      <time className={classes['due']} dateTime={due_on} data-late={late}>
        {showDay(due_on)}
      </time>
      <span className={classes['state']}>
        <TaskState task={task} />
      </span>
      <button
        type="button"
        className={classes['said']}
        aria-label={`${commentWords(comments)}: ${title}`}
        aria-expanded={open}
        data-none={comments === 0}
        onClick={onOpen}
      >
        <IconMessage size={15} stroke={1.7} aria-hidden />
        {comments === 0 ? null : comments}
      </button>
      <RowMenu
        of={title}
        busy={remove.isPending}
        acts={[{ label: 'Remove task', icon: IconTrash, permission, ends: true, run: () => remove.mutate() }]}
      />
    </li>
  );
}
