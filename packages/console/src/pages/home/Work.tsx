import { APPROVALS_PAGE_SIZE, approvals } from '@countinghouse/contract/features/approvals';
import { type Period, periods } from '@countinghouse/contract/features/periods';
import { recon, UNMATCHED_WARN_MAX } from '@countinghouse/contract/features/recon';
import { type Icon, IconArrowsExchange2, IconCalendarCheck, IconChecklist, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { q } from '../../lib/calls/query.ts';
import { type Path, paths } from '../../lib/screen/paths.ts';
import { showDay, showRelative } from '../../lib/values/time.ts';
import { closeAhead } from './close-ahead.ts';
import classes from './Home.module.css';
import { StepBars } from './StepBars.tsx';

interface LineProps {
  readonly icon: Icon;
  readonly title: string;
  readonly says: string;
  readonly to: Path;
  readonly params?: Readonly<Record<string, string>>;
  readonly end: ReactNode;
}

function Line({ icon: Mark, title, says, to, params, end }: LineProps) {
  return (
    <Link to={to} {...(params === undefined ? {} : { params })} className={classes['work']}>
      <Mark size={18} stroke={1.6} aria-hidden />
      <span className={classes['words']}>
        <strong>{title}</strong>
        <span>{says}</span>
      </span>
      {end}
      <IconChevronRight size={15} aria-hidden />
    </Link>
  );
}

/** Good at 0, warn at 1 to 5, bad above. Source: specification §9. */
const toneOf = (unmatched: number): string => (unmatched === 0 ? 'good' : unmatched <= UNMATCHED_WARN_MAX ? 'warn' : 'bad');

const steps = ['Started', 'Locked', 'Published'] as const;
const doneOf = ({ status }: Period): number => ({ closing: 1, locked: 2, published: 3 })[status];

/** What waits for somebody to do it: approvals, rows of the bank, the close of a period. */
export function Work() {
  const waiting = useQuery(q(approvals.list, { query: { limit: APPROVALS_PAGE_SIZE, status: 'pending' } })).data;
  const matching = useQuery(q(recon.status)).data;
  const all = useQuery(q(periods.list)).data?.periods;
  const mine = waiting?.approvals.filter((a) => a.barred === null) ?? [];
  const oldest = mine.at(-1);
  const open = all === undefined ? undefined : closeAhead(all);
  const done = open === undefined ? 0 : doneOf(open);
  return (
    <section className={classes['panel']} aria-label="Work">
      <Line
        icon={IconChecklist}
        title="Waiting for me"
        says={
          waiting === undefined
            ? '…'
            : oldest !== undefined
              ? `Oldest asked for ${showRelative(oldest.created_at, Date.now())}`
              : waiting.approvals.length === 0
                ? 'Nothing waits for anybody'
                : `${waiting.approvals.length} wait for somebody else`
        }
        to={paths.approvals}
        end={<span className={classes['number']}>{waiting?.waiting ?? ''}</span>}
      />
      <Line
        icon={IconArrowsExchange2}
        title="Unmatched rows"
        says={matching === undefined ? '…' : `${matching.matched} matched, ${matching.exceptions} looked into`}
        to={paths.riskRecon}
        end={
          <span className={classes['number']} data-tone={toneOf(matching?.unmatched ?? 0)}>
            {matching?.unmatched ?? ''}
          </span>
        }
      />
      <Line
        icon={IconCalendarCheck}
        title={open === undefined ? 'Period close' : `Close of ${open.period_code}`}
        says={
          all === undefined
            ? '…'
            : open === undefined
              ? 'No period was closed yet'
              : `${steps[done - 1] ?? ''}, ends ${showDay(open.period_end)}`
        }
        {...(open === undefined ? { to: paths.periodClose } : { to: paths.period, params: { periodId: open.id } })}
        end={<StepBars steps={steps.map((_, i) => i < done)} />}
      />
    </section>
  );
}
