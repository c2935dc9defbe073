import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ConfirmModalProps {
  readonly opened: boolean;
  readonly title: string;
  /** What will happen, spelled out. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before something that cannot be undone. Focus rests on Cancel; Escape is blocked while the request runs. */
export function ConfirmModal({ opened, title, children, confirmLabel, busy, onClose, onConfirm }: ConfirmModalProps) {
  return (
    <Modal
      opened={opened}
      title={title}
      size={420}
      onClose={busy ? () => undefined : onClose}
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
    >
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button color="red" loading={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
