import type { ReconMatch } from '@countinghouse/contract/recon-shapes';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { Stack, Text } from '@mantine/core';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { Amount } from '../parts/Amount.tsx';
import { BothSides } from '../why/BothSides.tsx';
import { Made, reasonOf } from '../why/Made.tsx';
import { comesTo } from '../why/suggestion.ts';
import classes from '../why/Why.module.css';

interface MatchPanelProps {
  readonly match: ReconMatch;
  readonly onClose: () => void;
}

/** One match: both sides field by field, why, by whom and when, and the way back. */
export function MatchPanel({ match, onClose }: MatchPanelProps) {
  return (
    <div className={classes['aside']}>
      <SidePanel title="Match" onClose={onClose}>
        <Stack gap="md" key={match.id}>
          <Text fw={600} size="lg">
            <Amount amount={formatAmountE8(comesTo(match))} currency={match.currency} shown plus />
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              {match.account_code}
            </Text>
          </Text>
          <BothSides of={match} reason={reasonOf(match)} />
          <Made match={match} onUndone={onClose} />
        </Stack>
      </SidePanel>
    </div>
  );
}
