import { type Period, type PeriodWork, periods } from '@countinghouse/contract/features/periods';
import { Group, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/screen/paths.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './CloseSteps.module.css';
import { Needs, useLockNeeds } from './Needs.tsx';
import { StatementFiles } from './StatementFiles.tsx';

type StepState = 'done' | 'next' | 'later';

interface StepProps {
  readonly n: number;
  readonly title: string;
  readonly state: StepState;
  readonly children?: ReactNode;
}

function Step({ n, title, state, children }: StepProps) {
  return (
    <li className={classes['step']} data-state={state} {...(state === 'next' ? { 'aria-current': 'step' as const } : {})}>
      <span className={classes['mark']} aria-hidden>
        {state === 'done' ? <IconCheck size={13} stroke={3} /> : n}
      </span>
      <div className={classes['body']}>
        <Text fw={600} size="sm" {...(state === 'later' ? { c: 'dimmed' } : {})}>
          {title}
        </Text>
        {children}
      </div>
    </li>
  );
}

/** When, by whom, and with which event a step was done. */
function Done({
  at,
  by,
  seq,
  evidence,
}: {
  readonly at: string;
  readonly by: string;
  readonly seq: number;
  readonly evidence: string | null;
}) {
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

/** closing → locked → published, with what each step needs before it is pressed. */
export function CloseSteps({ period, work, onAct }: CloseStepsProps) {
  const mayLock = useWritePermission(periods.lock);
  const mayPublish = useWritePermission(periods.publish);
  const { needs, blocked } = useLockNeeds(period, work);
  const lock: Permission = mayLock.allowed && blocked !== '' ? { allowed: false, reason: blocked } : mayLock;
  const { status, locked_at, locked_by, locked_seq, published_at, published_by, published_seq } = period;
  const locked = locked_at !== null && locked_by !== null && locked_seq !== null;
  const { runs = 0, foreign_accounts: foreign = 0 } = work?.revaluation ?? {};
  const published = published_at !== null && published_by !== null && published_seq !== null;
  return (
    <ol className={classes['steps']} aria-label="Steps of the close">
      <Step n={1} title="Closing" state="done">
        <Done at={period.started_at} by={period.started_by} seq={period.started_seq} evidence={period.start_evidence_ref} />
        {work === undefined ? null : (
          <div>
            {work.adjustment_count === 0 ? 'No adjustment was posted' : `Adjustments posted: ${work.adjustment_count}`}
            {status === 'closing' ? ' so far.' : '.'}
          </div>
        )}
      </Step>
      <Step n={2} title="Revalued" state={runs > 0 ? 'done' : foreign > 0 && !locked ? 'next' : 'later'}>
        <Text size="xs" c="dimmed">
          {runs > 0
            ? `${runs === 1 ? 'Revalued once' : `Revalued ${runs} times`}; taken back the day after.`
            : locked
              ? 'It was not revalued.'
              : work === undefined
                ? ''
                : foreign === 0
                  ? 'No account holds anything in a foreign currency.'
                  : `${foreign === 1 ? 'An account holds' : `${foreign} accounts hold`} something in a foreign currency.`}
        </Text>
        {runs === 0 && (locked || foreign === 0) ? null : (
          <div>
            <TextLink to={paths.revaluation} params={{ periodId: period.id }}>
              {locked ? 'See the revaluation' : 'Look at the revaluation'}
            </TextLink>
          </div>
        )}
      </Step>
      <Step n={3} title="Locked" state={locked ? 'done' : 'next'}>
        {locked ? (
          <Done at={locked_at} by={locked_by} seq={locked_seq} evidence={period.lock_evidence_ref} />
        ) : (
          <>
            <Needs needs={needs} />
            <Group mt={4}>
              <GuardedButton permission={lock} onClick={() => onAct('lock')}>
                Lock close
              </GuardedButton>
            </Group>
          </>
        )}
      </Step>
      <Step n={4} title="Published" state={published ? 'done' : locked ? 'next' : 'later'}>
        {published ? (
          <>
            <Done at={published_at} by={published_by} seq={published_seq} evidence={period.publish_evidence_ref} />
            <StatementFiles period={period} />
          </>
        ) : (
          <>
            <Text size="xs" c="dimmed">
              {locked ? 'The statement is made of what the lock sealed, and kept with its hash.' : 'Needs the lock.'}
            </Text>
            {locked ? (
              <Group mt={4}>
                <GuardedButton permission={mayPublish} onClick={() => onAct('publish')}>
                  Publish statement
                </GuardedButton>
              </Group>
            ) : null}
          </>
        )}
      </Step>
    </ol>
  );
}
