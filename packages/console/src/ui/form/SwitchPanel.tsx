import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { Panel } from '../page/Panel.tsx';
import { StatusBadge } from '../value/StatusBadge.tsx';
import { ConfirmModal } from './ConfirmModal.tsx';
import { GuardedButton } from './GuardedButton.tsx';

/** As wide as a form. */
const WIDTH_PX = 720;

interface SwitchPanelProps {
  readonly title: string;
  readonly on: boolean;
  readonly permission: Permission;
  /** What it is, in the state that it is in. */
  readonly children: ReactNode;
  /** The word on the button that turns it the other way. */
  readonly action: string;
  /** What has to be done first, where something has. */
  readonly remedy: ReactNode;
  readonly question: { readonly title: string; readonly confirmLabel: string; readonly body: string };
  readonly asking: boolean;
  readonly onAsk: (asking: boolean) => void;
  readonly busy: boolean;
  /** Turns it the other way. */
  readonly onTurn: () => void;
}

/** An option of the organisation that is on or off, and asks before it is turned. */
export function SwitchPanel({ title, on, permission, children, action, remedy, question, asking, onAsk, busy, onTurn }: SwitchPanelProps) {
  return (
    <Box maw={WIDTH_PX}>
      <Panel title={title} aside={<StatusBadge status={on ? 'on' : 'off'} />}>
        <Stack gap="sm">
          <Text size="sm">{children}</Text>
          <Group>
            <GuardedButton permission={permission} variant={on ? 'default' : 'filled'} onClick={() => onAsk(true)}>
              {action}
            </GuardedButton>
            {remedy}
          </Group>
        </Stack>
        <ConfirmModal
          opened={asking}
          title={question.title}
          confirmLabel={question.confirmLabel}
          busy={busy}
          onClose={() => onAsk(false)}
          onConfirm={onTurn}
        >
          {question.body}
        </ConfirmModal>
      </Panel>
    </Box>
  );
}
