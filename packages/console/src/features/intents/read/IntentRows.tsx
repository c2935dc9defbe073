import type { HoldStatus } from '@countinghouse/contract/features/holds';
import type { IntentView } from '@countinghouse/contract/features/intents';
import { Text } from '@mantine/core';
import { paths } from '../../../lib/screen/paths.ts';
import { RowsTable } from '../../../ui/table/RowsTable.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { TAccounts } from './TAccounts.tsx';

const saidOfHold: Readonly<Record<HoldStatus, string>> = {
  open: 'Held, not posted.',
  captured: 'Held. What captures posted is their own intents’.',
  voided: 'Held, then let go. Nothing was posted.',
  expired: 'Held until its time was up. Nothing was posted.',
};
const saidOfRest: Readonly<Record<HoldStatus, string>> = {
  ...saidOfHold,
  open: 'Held, and captured in part. What captures posted is their own intents’.',
  voided: 'Held, captured in part, and the rest let go.',
  expired: 'Held, captured in part, and the rest held until its time was up.',
};

/** What an intent posted, or what its hold reserves: as a table, and as T-accounts. `narrow`: T-accounts alone. */
export function IntentRows({ intent, narrow = false }: { readonly intent: IntentView; readonly narrow?: boolean }) {
  const placed = intent.hold?.intent_id === intent.intent_id ? intent.hold : null;
  const rows = intent.postings.length > 0 ? intent.postings : (placed?.rows ?? []);
  const after = intent.postings.length > 0 ? intent.receipt.balances : undefined;
  const said =
    placed !== null
      ? (placed.captured_by.length > 0 ? saidOfRest : saidOfHold)[placed.status]
      : rows.length === 0
        ? intent.status === 'proposed'
          ? 'Nothing is posted yet: it waits for approval.'
          : 'Nothing was posted.'
        : null;
  return (
    <>
      {said === null ? null : (
        <Text size="sm" c="dimmed" px={narrow ? 0 : 16} py={narrow ? 0 : 10}>
          {said}
          {narrow && intent.status === 'proposed' && intent.approval !== null ? (
            <>
              {' '}
              <TextLink to={paths.approval} params={{ approvalId: intent.approval.id }}>
                Look at the approval
              </TextLink>
            </>
          ) : null}
        </Text>
      )}
      {rows.length === 0 ? null : narrow ? (
        <TAccounts postings={rows} after={after} />
      ) : (
        <>
          <RowsTable label="Rows of the intent" rows={rows} />
          <TAccounts postings={rows} after={after} padded />
        </>
      )}
    </>
  );
}
