// What is chosen, and what becomes of it: the bar that floats above the lists.

import { RECON_CONFIRM_MAX, recon } from '@countinghouse/contract/features/recon';
import type { BankRow, OpenReconPosting, ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { type Permission, useWritePermission } from '../../../lib/session/use-tenant.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { SelectionBar } from '../../../ui/list/selection.tsx';
import { Amount } from '../parts/Amount.tsx';
import { count, touchedByRecon } from '../use-acts.ts';
import { sumOf } from '../why/suggestion.ts';
import classes from './Match.module.css';

const matches = (n: number): string => (n === 1 ? '1 match' : `${showCount(n)} matches`);

interface ConfirmBarProps {
  readonly chosen: readonly ReconSuggestion[];
  readonly permission: Permission;
  readonly isConfirming: boolean;
  readonly onClear: () => void;
  readonly onConfirm: () => void;
}

export function ConfirmBar({ chosen, permission, isConfirming, onClear, onConfirm }: ConfirmBarProps) {
  const currency = chosen[0]?.rows[0]?.currency;
  if (currency === undefined) return null;
  const sumE8 = chosen.reduce((sum, s) => sum + sumOf(s.rows), 0n);
  const now = Math.min(chosen.length, RECON_CONFIRM_MAX);
  return (
    <SelectionBar
      sticks
      count={chosen.length}
      said={`${matches(chosen.length)} chosen`}
      onClear={onClear}
      note={
        <>
          <span className={classes['dimmed']}>both sides</span>
          <Amount amount={formatAmountE8(sumE8)} currency={currency} shown plus />
          <NoDifference />
        </>
      }
    >
      <GuardedButton permission={permission} loading={isConfirming} leftSection={<IconCheck size={14} />} onClick={onConfirm}>
        {now === chosen.length ? `Confirm ${matches(now)}` : `Confirm the first ${now}`}
      </GuardedButton>
    </SelectionBar>
  );
}

interface ByHandBarProps {
  readonly account: string;
  readonly rows: readonly BankRow[];
  readonly postings: readonly OpenReconPosting[];
  readonly onClear: () => void;
}

export function ByHandBar({ account, rows, postings, onClear }: ByHandBarProps) {
  const role = useWritePermission(recon.matchByHand);
  const match = useWrite(recon.matchByHand, {
    input: () => ({
      body: { account_id: account, row_ids: rows.map((r) => r.id), postings: postings.map(({ seq, line }) => ({ seq, line })) },
    }),
    said: 'Matched',
    touches: touchedByRecon,
    close: onClear,
  });
  const differenceE8 = sumOf(rows) - sumOf(postings);
  const reason =
    rows.length + postings.length < 2
      ? 'Choose at least two rows or postings.'
      : differenceE8 !== 0n
        ? 'They do not add up to the same amount.'
        : null;
  const currency = rows[0]?.currency ?? postings[0]?.currency ?? '';
  return (
    <SelectionBar
      sticks
      count={rows.length + postings.length}
      said={`${count(rows.length, 'row')} and ${count(postings.length, 'posting')} chosen`}
      onClear={onClear}
      note={
        differenceE8 === 0n ? (
          <NoDifference />
        ) : (
          <span className={classes['differs']}>
            difference <Amount amount={formatAmountE8(differenceE8)} currency={currency} shown plus />
          </span>
        )
      }
    >
      <GuardedButton
        permission={role.allowed && reason !== null ? { allowed: false, reason } : role}
        loading={match.isPending}
        leftSection={<IconCheck size={14} />}
        onClick={() => match.mutate()}
      >
        Match
      </GuardedButton>
    </SelectionBar>
  );
}

const NoDifference = () => (
  <span className={classes['explained']}>
    <IconCircleCheck size={15} aria-hidden /> no difference
  </span>
);
