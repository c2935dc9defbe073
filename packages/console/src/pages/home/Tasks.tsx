import { APPROVALS_PAGE_SIZE, approvals } from '@countinghouse/contract/features/approvals';
import { closeTasks } from '@countinghouse/contract/features/close-tasks';
import { controls } from '@countinghouse/contract/features/controls';
import { periods } from '@countinghouse/contract/features/periods';
import { Anchor, Skeleton } from '@mantine/core';
import { IconCalendarCheck, IconChecklist, IconClipboardCheck } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIsMine } from '../../features/close-tasks/use-is-mine.ts';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './Home.module.css';
import { byDue, dueWords, type HomeTask } from './tasks.ts';

const SHOWN = 5;
/** Of so many periods that are not published yet are the tasks read. */
const PERIODS = 3;

/** What is due of the person: their tasks of open periods, approvals that end, controls to attest. The nearest day first. */
export function Tasks() {
  const { tasks, pending, failed } = useTasks();
  const today = new Date().toISOString().slice(0, 10);
  const shown = tasks.slice(0, SHOWN);
  const more = tasks.length - shown.length;
  return (
    <Panel
      title="Tasks"
      flush
      aside={
        <Anchor size="xs" px={8} renderRoot={(props) => <Link {...props} to={paths.periodClose} />}>
          Period close
        </Anchor>
      }
    >
      {pending && tasks.length === 0 ? <Skeleton height={128} m="sm" w="auto" aria-label="Loading" /> : null}
      {failed === undefined ? null : (
        <ErrorState title="Could not load all tasks" error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {!pending && failed === undefined && tasks.length === 0 ? <p className={classes['none']}>Nothing is due of you.</p> : null}
      {shown.length === 0 ? null : (
        <ul className={classes['tasks']} aria-label="Tasks by the day they are due">
          {shown.map(({ key, icon: Mark, words, of, to, dueOn, ...where }) => {
            const due = dueWords(dueOn, today);
            return (
              <li key={key}>
                <Link to={to} {...where} className={classes['task']} title={`${words}, ${of}`}>
                  <Mark size={16} stroke={1.7} aria-hidden />
                  <span className={classes['words']}>
                    <b>{words}</b>
                    <span>{of}</span>
                  </span>
                  <time dateTime={dueOn} data-late={due.late}>
                    {due.words}
                  </time>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {more > 0 ? <p className={classes['none']}>And {more} more.</p> : null}
    </Panel>
  );
}

function useTasks() {
  const mayAttest = useWritePermission(controls.attest).allowed;
  const isMine = useIsMine();
  const all = useQuery(q(periods.list));
  const open = (all.data?.periods ?? []).filter((p) => p.status !== 'published').slice(0, PERIODS);
  const ofPeriods = useQueries({ queries: open.map((p) => q(closeTasks.list, { params: { id: p.id } })) });
  const waiting = useQuery(q(approvals.list, { query: { limit: APPROVALS_PAGE_SIZE, status: 'pending' } }));
  const registered = useQuery(q(controls.list));
  const ofClose = open.flatMap((period, i) =>
    (ofPeriods[i]?.data?.tasks ?? [])
      .filter((task) => !task.done && isMine(task))
      .map((task): HomeTask => {
        const where = { params: { periodId: period.id }, search: { task: task.id } };
        return {
          key: task.id,
          icon: IconCalendarCheck,
          words: task.title,
          of: `Close of ${period.period_code}`,
          dueOn: task.due_on,
          to: paths.period,
          ...where,
        };
      }),
  );
  const toDecide = (waiting.data?.approvals ?? [])
    .filter((a) => a.barred === null)
    .map((a): HomeTask => {
      const dueOn = a.expires_at.slice(0, 10);
      const where = { to: paths.approval, params: { approvalId: a.id } };
      return {
        key: a.id,
        icon: IconChecklist,
        words: `Decide: ${a.summary}`,
        of: `${wordOfSubject(a)}, asked for by ${a.maker}`,
        dueOn,
        ...where,
      };
    });
  const toAttest = (registered.data?.controls ?? []).flatMap((c): readonly HomeTask[] =>
    !mayAttest || c.retired_at !== null || c.due_on === null || (c.due !== 'due' && c.due !== 'overdue')
      ? []
      : [
          {
            key: c.id,
            icon: IconClipboardCheck,
            words: `Attest “${c.name}”`,
            of: 'Control',
            dueOn: c.due_on,
            to: paths.compliance,
            search: { act: 'attest', open: c.id },
          },
        ],
  );
  const sources = [all, waiting, registered, ...ofPeriods];
  return {
    tasks: byDue([...ofClose, ...toDecide, ...toAttest]),
    pending: sources.some((source) => source.isPending),
    failed: sources.find((source) => source.isError),
  };
}
