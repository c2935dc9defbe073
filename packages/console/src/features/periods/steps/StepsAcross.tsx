import type { Period, PeriodWork } from '@countinghouse/contract/features/periods';
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/screen/paths.ts';
import { showDay } from '../../../lib/values/time.ts';
import { Actor } from '../../../ui/value/Actor.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { useLockNeeds } from './Needs.tsx';
import { StepMark } from './StepMark.tsx';
import classes from './StepsAcross.module.css';
import { lockOf, publicationOf, type StepState, stepStates } from './steps.ts';

interface StepProps {
  readonly n: number;
  readonly title: string;
  readonly state: StepState;
  readonly children: ReactNode;
}

function Step({ n, title, state, children }: StepProps) {
  return (
    <li className={classes['step']} data-state={state} {...(state === 'next' ? { 'aria-current': 'step' as const } : {})}>
      <StepMark n={n} state={state} />
      <strong className={classes['title']}>{title}</strong>
      <span className={classes['said']}>{children}</span>
    </li>
  );
}

const dayOfInstant = (at: string): string => showDay(at.slice(0, 10));

function Who({ at, by }: { readonly at: string; readonly by: string }) {
  return (
    <>
      {dayOfInstant(at)} by <Actor id={by} />
    </>
  );
}

/** The steps of a close in a row: what is done by whom and when, and what stands in the way of the next. */
export function StepsAcross({ period, work }: { readonly period: Period; readonly work: PeriodWork }) {
  const states = stepStates(period, work);
  const [locked, published] = [lockOf(period), publicationOf(period)];
  const { runs, last_at, foreign_accounts: foreign } = work.revaluation;
  const count = work.adjustment_count;
  return (
    <Paper>
      <ol className={classes['steps']} aria-label="Steps of the close">
        <Step n={1} title="Closing" state="done">
          <Who at={period.started_at} by={period.started_by} />
          {count === 0 ? ', no adjustment' : count === 1 ? ', 1 adjustment' : `, ${count} adjustments`}
        </Step>
        <Step n={2} title="Revalued" state={states.revalued}>
          {runs > 0 && last_at !== null ? (
            <>
              {dayOfInstant(last_at)},{' '}
              <TextLink inText to={paths.revaluation} params={{ periodId: period.id }}>
                {runs === 1 ? 'once' : `${runs} times`}
              </TextLink>
            </>
          ) : foreign > 0 && locked === null ? (
            <TextLink inText to={paths.revaluation} params={{ periodId: period.id }}>
              {foreign === 1 ? '1 account to look at' : `${foreign} accounts to look at`}
            </TextLink>
          ) : locked === null ? (
            'Nothing to revalue'
          ) : (
            'Not revalued'
          )}
        </Step>
        <Step n={3} title="Locked" state={states.locked}>
          {locked === null ? <InTheWay period={period} work={work} /> : <Who at={locked.at} by={locked.by} />}
        </Step>
        <Step n={4} title="Published" state={states.published}>
          {published === null ? locked === null ? 'After the lock' : 'Not yet' : <Who at={published.at} by={published.by} />}
        </Step>
      </ol>
    </Paper>
  );
}

/** How much keeps it from being locked; else how much to look at first. */
function InTheWay({ period, work }: { readonly period: Period; readonly work: PeriodWork }) {
  const { needs } = useLockNeeds(period, work);
  const countOf = (state: (typeof needs)[number]['state']): number => needs.filter((need) => need.state === state).length;
  const [unmet, warnings] = [countOf('unmet'), countOf('warning')];
  if (unmet > 0)
    return <span className={classes['warn']}>{unmet === 1 ? '1 thing stands in the way' : `${unmet} things stand in the way`}</span>;
  if (countOf('pending') > 0) return 'Being looked at';
  return warnings === 0 ? 'Nothing stands in the way' : warnings === 1 ? '1 thing to look at first' : `${warnings} things to look at first`;
}
