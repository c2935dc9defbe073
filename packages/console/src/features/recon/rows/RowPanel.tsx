import { recon } from '@countinghouse/contract/features/recon';
import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { showDay } from '../../../lib/values/time.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { Amount } from '../parts/Amount.tsx';
import { matchesQuery, suggestionsQuery } from '../queries.ts';
import { useConfirm } from '../use-acts.ts';
import { BothSides } from '../why/BothSides.tsx';
import { Made, reasonOf } from '../why/Made.tsx';
import { RowPart } from '../why/Origins.tsx';
import classes from '../why/Why.module.css';
import { ExceptionForm } from './ExceptionForm.tsx';

interface RowPanelProps {
  readonly row: BankRow;
  readonly onClose: () => void;
  /** What people say about its exception. */
  readonly commentsOf: ((rowId: string) => ReactNode) | undefined;
}

/** One row: what it is matched with, why, and the way back; or what it may belong to, who looks into it, and the posting that is missing. */
export function RowPanel({ row, onClose, commentsOf }: RowPanelProps) {
  return (
    <div className={classes['aside']}>
      <SidePanel title="Statement row" actions={<StatusBadge status={row.state} />} onClose={onClose}>
        <Stack gap="md" key={row.id}>
          <Text fw={600} size="lg">
            <Amount amount={row.amount} currency={row.currency} shown plus />
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              {showDay(row.posted_on)}, {row.account_code}
            </Text>
          </Text>
          {row.match === null ? <Open row={row} /> : <Matched row={row} match={row.match} />}
          {row.exception === null ? null : commentsOf?.(row.id)}
        </Stack>
      </SidePanel>
    </div>
  );
}

function Matched({ row, match }: { readonly row: BankRow; readonly match: NonNullable<BankRow['match']> }) {
  const source = useQuery(matchesQuery({ id: match.id }));
  const whole = source.data?.matches[0];
  if (source.isError) return <ErrorState title="Could not load the match" error={source.error} onRetry={() => void source.refetch()} />;
  return (
    <>
      {whole === undefined ? <RowPart row={row} word={null} isOne /> : <BothSides of={whole} reason={reasonOf(match)} />}
      <Made match={match} />
    </>
  );
}

function Open({ row }: { readonly row: BankRow }) {
  const permission = useWritePermission(recon.confirm);
  const suggestions = useQuery(suggestionsQuery(row.account_id)).data?.suggestions ?? [];
  const suggestion = suggestions.find((s) => s.rows.some((r) => r.id === row.id));
  const confirm = useConfirm(row.account_id);
  return (
    <>
      {suggestion === undefined ? (
        <RowPart row={row} word={null} isOne />
      ) : (
        <>
          <BothSides of={suggestion} certainty={suggestion.certainty} reason={suggestion.reason} />
          <Group justify="flex-end">
            <GuardedButton variant="light" permission={permission} loading={confirm.isPending} onClick={() => confirm.mutate([suggestion])}>
              Confirm this match
            </GuardedButton>
          </Group>
        </>
      )}
      <ExceptionForm row={row} />
    </>
  );
}
