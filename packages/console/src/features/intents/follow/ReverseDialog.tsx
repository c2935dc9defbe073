import { type IntentView, REVERSAL_USE_CASE } from '@countinghouse/contract/features/intents';
import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { RowsTable } from '../../../ui/table/RowsTable.tsx';
import { type DraftRow, newFollower } from '../post/draft.ts';
import { EffectTable } from '../post/EffectTable.tsx';
import { reversedRows } from '../read/acts.ts';
import { FollowDialog } from './FollowDialog.tsx';
import { useFollower } from './use-follower.ts';

/** Takes an executed intent back: the same rows, sides changed over, for the same days. Once. */
export function ReverseDialog({ intent, onClose }: { readonly intent: IntentView; readonly onClose: () => void }) {
  const { intent_id, value_date } = intent;
  const begin = useCallback((now: Date) => newFollower(REVERSAL_USE_CASE, intent_id, value_date, [], now), [intent_id, value_date]);
  const follower = useFollower(REVERSAL_USE_CASE, intent_id, begin);
  const rows = reversedRows(intent.postings);
  const effect = rows.map(
    (r): DraftRow => ({
      id: String(r.line),
      debitAccount: r.debit_account_id,
      creditAccount: r.credit_account_id,
      amount: r.amount,
      currency: r.currency,
      valueDate: r.value_date,
      narrative: r.narrative,
    }),
  );
  return (
    <FollowDialog title="Reverse intent" submitLabel="Reverse" final follower={follower} toSend={follower.draft} onClose={onClose}>
      <Text size="sm">
        These rows will be posted: the intent’s own with their sides changed over, each for its own value date, or the first open day after
        it where its period is locked. An intent is reversed once, and a reversal cannot be reversed.
      </Text>
      <RowsTable label="Rows of the reversal" rows={rows} />
      <EffectTable rows={effect} />
    </FollowDialog>
  );
}
