import type { CloseTask } from '@countinghouse/contract/features/close-tasks';
import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { showDay } from '../../lib/values/time.ts';
import { Actor } from '../../ui/value/Actor.tsx';
import classes from './CloseTasks.module.css';
import { lateWords, leftWords, roleWords, whereToGo } from './tasks.ts';

/** Whose it is. */
export function TaskOwner({ task: { owner_id, owner_role } }: { readonly task: CloseTask }) {
  if (owner_role !== null) return roleWords[owner_role];
  return owner_id === null ? <span className="dimmed">Nobody</span> : <Actor id={owner_id} initials />;
}

/** Where it is: who did it, or how much is left and where that is done. */
export function TaskState({ task: { check, done, done_at, done_by, due_on, left, late } }: { readonly task: CloseTask }) {
  if (done)
    return done_at === null || done_by === null ? (
      <>
        <IconCheck size={13} aria-hidden /> Done
      </>
    ) : (
      <span title={showDay(done_at.slice(0, 10))}>
        Done by <Actor id={done_by} />
      </span>
    );
  const to = check === null ? undefined : whereToGo[check];
  const state = check === null || left === null ? null : leftWords(check, left);
  return (
    <span className={classes['left']}>
      {late ? (
        <Badge color="red" leftSection={<IconAlertTriangle size={11} aria-hidden />}>
          {lateWords(due_on)}
        </Badge>
      ) : null}
      {state === null ? late ? null : 'Open' : to === undefined ? state : <Link to={to}>{state}</Link>}
    </span>
  );
}
