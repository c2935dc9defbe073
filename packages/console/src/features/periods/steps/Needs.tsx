import { health } from '@countinghouse/contract/features/health';
import type { Period, PeriodWork } from '@countinghouse/contract/features/periods';
import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { showDay, today } from '../../../lib/values/time.ts';
import { IntentLink } from '../../../ui/value/IntentLink.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import classes from './CloseSteps.module.css';

type State = 'met' | 'unmet' | 'warning' | 'pending';

interface Need {
  readonly state: State;
  readonly what: ReactNode;
}

const marks: Readonly<Record<State, ReactNode>> = {
  met: <IconCircleCheck size={15} color="var(--mantine-color-teal-6)" aria-label="met" role="img" />,
  unmet: <IconCircleX size={15} color="var(--mantine-color-red-6)" aria-label="keeps it from being locked" role="img" />,
  warning: <IconAlertTriangle size={15} color="var(--mantine-color-orange-6)" aria-label="look at this first" role="img" />,
  pending: <Loader size={13} aria-label="being checked" role="img" />,
};

/** `1 open hold`, `2 open holds`. */
const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** What the lock needs, as far as it is known: what keeps it from being locked, and what to look at first. */
export function useLockNeeds(period: Period, work: PeriodWork | undefined): { readonly needs: readonly Need[]; readonly blocked: string } {
  const checked = useQuery(q(health.get));
  const drift = checked.data?.invariants.balanceDrift.length ?? 0;
  const holds = work?.open_holds ?? [];
  const pending = (work?.pending_approvals ?? []).filter((p) => p.intent_id !== null);
  const needs: Need[] = [
    work === undefined
      ? { state: 'pending', what: 'Open holds' }
      : holds.length === 0
        ? { state: 'met', what: 'No hold is open that is valued in it' }
        : {
            state: 'unmet',
            what: (
              <>
                <TextLink to={paths.holds} search={{ status: 'open' }}>
                  {count(holds.length, 'open hold')}
                </TextLink>{' '}
                valued in it: capture or void {holds.length === 1 ? 'it' : 'them'} first
                {holds.slice(0, SHOWN).map((id) => (
                  <div key={id}>
                    <IntentLink id={id} />
                  </div>
                ))}
              </>
            ),
          },
    work === undefined
      ? { state: 'pending', what: 'Pending approvals' }
      : pending.length === 0
        ? { state: 'met', what: 'No approval is pending that is valued in it' }
        : {
            state: 'unmet',
            what: (
              <>
                <TextLink to={paths.approvals}>{count(pending.length, 'pending approval')}</TextLink> valued in it: decide or withdraw{' '}
                {pending.length === 1 ? 'it' : 'them'} first
                {pending.slice(0, SHOWN).map((p) => (
                  <div key={p.id}>
                    <IntentLink id={p.intent_id ?? ''} />
                  </div>
                ))}
              </>
            ),
          },
    checked.isPending
      ? { state: 'pending', what: 'Kernel Health' }
      : {
          state: checked.isError ? 'warning' : checked.data?.ok === true ? 'met' : drift > 0 ? 'unmet' : 'warning',
          what: (
            <>
              <TextLink to={paths.health}>Kernel Health</TextLink>:{' '}
              {checked.isError ? 'could not be asked' : checked.data?.ok === true ? 'Nominal, no drift' : count(drift, 'balance drift')}
            </>
          ),
        },
    ...(period.period_end < today(new Date())
      ? []
      : [{ state: 'warning' as const, what: 'It is not over yet: its last days take no posting once locked' }]),
    ...(work === undefined || work.revaluation.foreign_accounts === 0 || work.revaluation.runs > 0
      ? []
      : [{ state: 'warning' as const, what: 'It is not revalued yet: once locked, it cannot be' }]),
    ...(work?.schedules ?? []).map(
      (s): Need => ({
        state: 'warning',
        what: (
          <>
            Recurring intent{' '}
            <TextLink to={paths.schedules} search={{ open: s.id }}>
              {s.name}
            </TextLink>{' '}
            {s.status === 'paused' ? 'is paused since' : 'posts for'} {s.next_on === null ? '' : showDay(s.next_on)}
          </>
        ),
      }),
    ),
    ...(work?.bank_rows ?? []).map(
      (b): Need => ({
        state: b.unmatched === 0 ? 'met' : 'warning',
        what: (
          <>
            <TextLink inText to={paths.riskRecon} search={{ view: 'statement', account: b.account_id, on: period.period_end }}>
              {b.account_code}
            </TextLink>
            {b.unmatched === 0 ? ' has no unmatched statement row' : ` has ${count(b.unmatched, 'unmatched statement row')}`}
          </>
        ),
      }),
    ),
    ...(work?.imports ?? []).map(
      (i): Need => ({
        state: 'warning',
        what: (
          <>
            Import{' '}
            <TextLink to={paths.import} params={{ importId: i.id }}>
              {i.file_name}
            </TextLink>{' '}
            has {count(i.waiting, 'intent')} not posted
          </>
        ),
      }),
    ),
  ];
  const waits = pending.length > 0 ? 'An intent waits for approval in this period.' : '';
  const drifts = drift > 0 ? 'Balances drift: see Kernel Health.' : '';
  // Nobody locks what is still looked at, nor presses beside a button that what is found moves.
  const looking = work === undefined ? 'What the lock needs is still being looked at.' : '';
  return { needs, blocked: looking || (holds.length > 0 ? 'A hold is open in this period.' : waits || drifts) };
}

const SHOWN = 3;

export function Needs({ needs }: { readonly needs: readonly Need[] }) {
  return (
    <ul className={classes['needs']} aria-label="What the lock needs">
      {needs.map((need, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown whole, in its order
        <li key={index} className={classes['need']}>
          {marks[need.state]}
          <div>{need.what}</div>
        </li>
      ))}
    </ul>
  );
}
