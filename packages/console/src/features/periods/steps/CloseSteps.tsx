import type { Period, PeriodWork } from '@countinghouse/contract/features/periods';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/screen/paths.ts';
import { Actor } from '../../../ui/value/Actor.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import classes from './CloseSteps.module.css';
import { BeforeTheLock, Publication } from './NextStep.tsx';
import { StepMark } from './StepMark.tsx';
import { adjustmentWords, lockOf, publicationOf, revaluationWords, type StepDone, type StepState, stepStates } from './steps.ts';

interface StepProps {
  readonly n: number;
  readonly title: string;
  readonly state: StepState;
  readonly children?: ReactNode;
}

function Step({ n, title, state, children }: StepProps) {
  return (
    <li className={classes['step']} data-state={state} {...(state === 'next' ? { 'aria-current': 'step' as const } : {})}>
      <StepMark n={n} state={state} />
      <div className={classes['body']}>
        <Text fw={600} size="sm" {...(state === 'later' ? { c: 'dimmed' } : {})}>
          {title}
        </Text>
        {children}
      </div>
    </li>
  );
}

function Done({ step: { at, by, seq }, evidence }: { readonly step: StepDone; readonly evidence: string | null }) {
  return (
    <div>
      <Timestamp at={at} absolute />,{' '}
      <TextLink to={paths.events} search={{ open: String(seq) }}>
        event {seq}
      </TextLink>
      <div>
        By <Actor id={by} />
      </div>
      {evidence === null ? null : <div>Evidence: {evidence}</div>}
    </div>
  );
}

interface CloseStepsProps {
  readonly period: Period;
  readonly work: PeriodWork | undefined;
  readonly onAct: (act: 'lock' | 'publish') => void;
}

/** closing → locked → published, one below the other, with what each step needs before it is pressed. */
export function CloseSteps({ period, work, onAct }: CloseStepsProps) {
  const states = stepStates(period, work);
  const [locked, published] = [lockOf(period), publicationOf(period)];
  const isPlain = (work?.revaluation.runs ?? 0) === 0 && (locked !== null || (work?.revaluation.foreign_accounts ?? 0) === 0);
  return (
    <ol className={classes['steps']} aria-label="Steps of the close">
      <Step n={1} title="Closing" state="done">
        <Done step={{ at: period.started_at, by: period.started_by, seq: period.started_seq }} evidence={period.start_evidence_ref} />
        {work === undefined ? null : <div>{adjustmentWords(period, work)}</div>}
      </Step>
      <Step n={2} title="Revalued" state={states.revalued}>
        <Text size="xs" c="dimmed">
          {revaluationWords(period, work)}
        </Text>
        {isPlain ? null : (
          <div>
            <TextLink to={paths.revaluation} params={{ periodId: period.id }}>
              {locked === null ? 'Look at the revaluation' : 'See the revaluation'}
            </TextLink>
          </div>
        )}
      </Step>
      <Step n={3} title="Locked" state={states.locked}>
        {locked === null ? (
          <>
            <Text size="xs" c="dimmed">
              Before it is locked
            </Text>
            <BeforeTheLock period={period} work={work} onLock={() => onAct('lock')} />
          </>
        ) : (
          <Done step={locked} evidence={period.lock_evidence_ref} />
        )}
      </Step>
      <Step n={4} title="Published" state={states.published}>
        {published === null ? null : <Done step={published} evidence={period.publish_evidence_ref} />}
        <Publication period={period} onPublish={() => onAct('publish')} />
      </Step>
    </ol>
  );
}
