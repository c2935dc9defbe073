import type { Hold } from '@countinghouse/contract/features/holds';
import { VOID_USE_CASE } from '@countinghouse/contract/features/intents';
import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { today } from '../../../lib/values/time.ts';
import { RowsTable } from '../../../ui/table/RowsTable.tsx';
import { newFollower } from '../post/draft.ts';
import { heldE8 } from './capture.ts';
import { FollowDialog } from './FollowDialog.tsx';
import { useFollower } from './use-follower.ts';

/** Lets go what a hold still reserves. Nothing is posted. */
export function VoidDialog({ hold, onClose }: { readonly hold: Hold; readonly onClose: () => void }) {
  const begin = useCallback((now: Date) => newFollower(VOID_USE_CASE, hold.intent_id, today(now), [], now), [hold.intent_id]);
  const follower = useFollower(VOID_USE_CASE, hold.intent_id, begin);
  const rows = hold.rows.filter((r) => heldE8(r) > 0n).map((r) => ({ ...r, amount: r.rest }));
  return (
    <FollowDialog title="Void hold" submitLabel="Void" final follower={follower} toSend={follower.draft} onClose={onClose}>
      <Text size="sm">These amounts are free again at once, and nothing is posted. A voided hold cannot be captured any more.</Text>
      <RowsTable label="Rows to let go" rows={rows} />
    </FollowDialog>
  );
}
