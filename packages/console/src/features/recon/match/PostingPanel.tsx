import type { OpenReconPosting } from '@countinghouse/contract/recon-shapes';
import { Stack, Text } from '@mantine/core';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { showDay } from '../../../lib/values/time.ts';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { Amount } from '../parts/Amount.tsx';
import { PostingPart } from '../why/Origins.tsx';
import { useBooksWho } from '../why/use-books-who.ts';
import classes from '../why/Why.module.css';

interface PostingPanelProps {
  readonly posting: OpenReconPosting;
  /** The account that the bank tells about. */
  readonly accountId: string;
  readonly onClose: () => void;
}

/** One posting that no row of the bank fits: where it comes from. */
export function PostingPanel({ posting, accountId, onClose }: PostingPanelProps) {
  const [account] = useAccountsNamed([accountId]);
  const [who] = useBooksWho([posting]);
  return (
    <div className={classes['aside']}>
      <SidePanel title="Posting without a row" actions={<StatusBadge status="unmatched" />} onClose={onClose}>
        <Stack gap="md">
          <Text fw={600} size="lg">
            <Amount amount={posting.amount} currency={posting.currency} shown plus />
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              {showDay(posting.value_date)}, {account?.code ?? ''}
            </Text>
          </Text>
          <PostingPart posting={posting} account={account?.code ?? ''} word={null} party={who} isOne />
        </Stack>
      </SidePanel>
    </div>
  );
}
