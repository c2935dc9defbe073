import type { ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { Permission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { CertaintyBadge } from './CertaintyBadge.tsx';
import { Compared } from './Compared.tsx';
import classes from './Match.module.css';
import { PostingPart, RowPart } from './Sources.tsx';
import { postingKey, sharedWordOf } from './suggestion.ts';
import { useBooksWho } from './use-books-who.ts';

interface WhyPanelProps {
  readonly suggestion: ReconSuggestion;
  /** `1 of 5`. */
  readonly place: string;
  readonly permission: Permission;
  readonly isConfirming: boolean;
  readonly onConfirm: () => void;
  readonly onReject: () => void;
  readonly onClose: () => void;
}

/** Why a row and a posting may belong together, field by field, and both as they came. */
export function WhyPanel({ suggestion, place, permission, isConfirming, onConfirm, onReject, onClose }: WhyPanelProps) {
  const { rows, postings, certainty, reason } = suggestion;
  const word = sharedWordOf(suggestion);
  const who = useBooksWho(postings);
  return (
    <SidePanel
      title="Why this match"
      actions={
        <Text size="xs" c="dimmed">
          {place}
        </Text>
      }
      onClose={onClose}
    >
      <Stack gap="md">
        <div>
          <Group gap={8} wrap="nowrap" align="baseline">
            <CertaintyBadge certainty={certainty} />
            <Text size="xs" c="dimmed">
              {certainty === 'exact' ? 'nothing else within 1 day has this amount' : reason}
            </Text>
          </Group>
          <Compared suggestion={suggestion} word={word} who={who.map((w) => w.name)} />
        </div>
        {rows.map((row) => (
          <RowPart key={row.id} row={row} word={word} isOne={rows.length === 1} />
        ))}
        {postings.map((posting) => (
          <PostingPart
            key={postingKey(posting)}
            posting={posting}
            account={rows[0]?.account_code ?? ''}
            word={word}
            party={who.find((w) => w.accountId === posting.counterparty.id)}
            isOne={postings.length === 1}
          />
        ))}
        <div className={classes['decide']}>
          <Button variant="default" size="xs" leftSection={<IconX size={13} />} onClick={onReject}>
            Not a match
          </Button>
          <Group gap={8}>
            <Kbd visibleFrom="sm">Enter</Kbd>
            <GuardedButton
              variant="light"
              size="xs"
              permission={permission}
              loading={isConfirming}
              leftSection={<IconCheck size={13} />}
              onClick={onConfirm}
            >
              Confirm
            </GuardedButton>
          </Group>
        </div>
      </Stack>
    </SidePanel>
  );
}
