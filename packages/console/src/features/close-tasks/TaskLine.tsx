import { type CloseTask, closeTasks } from '@countinghouse/contract/features/close-tasks';
import { events } from '@countinghouse/contract/features/events';
import { ActionIcon, Badge, Tooltip } from '@mantine/core';
import { IconCheck, IconCircle, IconCircleCheckFilled, IconCircleDashed, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { call } from '../../lib/calls/client.ts';
import { useAct, useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showDay } from '../../lib/values/time.ts';
import { RowMenu } from '../../ui/list/RowMenu.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import classes from './CloseTasks.module.css';
import { checkWords, leftWords, whereToGo } from './tasks.ts';

const roleWords = { owner: 'Owners', member: 'Everybody' } as const;

/** A task with whose it is, when it is due and where it is; ticked by hand unless the ledger knows it. */
export function TaskLine({ task }: { readonly task: CloseTask }) {
  const { id, title, owner_id, owner_role, due_on, check, done, done_at, done_by, left, late } = task;
  const permission = useWritePermission(closeTasks.finish);
  const tick = useAct(() => call(done ? closeTasks.undo : closeTasks.finish, { params: { id } }), { touches: [closeTasks, events] });
  const remove = useWrite(closeTasks.remove, { input: () => ({ params: { id } }), said: 'Task removed', touches: [closeTasks, events] });
  const reason = check !== null ? `The ledger knows: ${checkWords[check]}` : permission.allowed ? '' : permission.reason;
  const to = check === null ? undefined : whereToGo[check];
  const state = check === null || left === null ? 'Open' : leftWords(check, left);
  return (
    <li className={classes['task']} data-done={done}>
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
        {owner_role !== null ? (
          roleWords[owner_role]
        ) : owner_id === null ? (
          <span className="dimmed">Nobody</span>
        ) : (
          <Actor id={owner_id} initials />
        )}
      </span>
      <time className={classes['due']} dateTime={due_on} data-late={late}>
        {showDay(due_on)}
      </time>
      <span className={classes['state']}>
        {done ? (
          done_at === null || done_by === null ? (
            <>
              <IconCheck size={13} aria-hidden /> Done
            </>
          ) : (
            <span title={showDay(done_at.slice(0, 10))}>
              Done by <Actor id={done_by} />
            </span>
          )
        ) : (
          <>
            {late ? (
              <Badge color="red" className={classes['late'] ?? ''}>
                Late
              </Badge>
            ) : null}
            {to === undefined ? state : <Link to={to}>{state}</Link>}
          </>
        )}
      </span>
      <RowMenu
        of={title}
        busy={remove.isPending}
        acts={[{ label: 'Remove task', icon: IconTrash, permission, ends: true, run: () => remove.mutate() }]}
      />
    </li>
  );
}
