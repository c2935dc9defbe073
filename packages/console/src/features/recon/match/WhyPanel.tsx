import type { ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { Permission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { BothSides } from '../why/BothSides.tsx';
import classes from '../why/Why.module.css';

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

/** Why a row and a posting may belong together, and the decision. */
export function WhyPanel({ suggestion, place, permission, isConfirming, onConfirm, onReject, onClose }: WhyPanelProps) {
  return (
    <div className={classes['aside']}>
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
          <BothSides of={suggestion} certainty={suggestion.certainty} reason={suggestion.reason} />
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
    </div>
  );
}
