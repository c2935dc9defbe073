// A form in a dialog. It closes on Escape or a click on the backdrop unless a request runs; focus goes to the field marked
// with data-autofocus, or to the first one, 40 ms after it opens (specification §2, §9), unless somebody chose a field meanwhile.
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from './GuardedButton.tsx';

// Source: specification §9.
const FOCUS_DELAY_MS = 40;
const stay = (): void => undefined;
const allowed: Permission = { allowed: true, reason: '' };

interface FormModalProps {
  readonly opened: boolean;
  readonly title: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** Something without which it cannot be sent is empty: the button waits for it. */
  readonly incomplete?: boolean;
  readonly permission?: Permission;
  readonly size?: string | number;
  readonly onClose: () => void;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

export function FormModal({
  opened,
  title,
  submitLabel,
  busy,
  incomplete = false,
  permission = allowed,
  size = 440,
  onClose,
  onSubmit,
  children,
}: FormModalProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!opened) return undefined;
    const timer = setTimeout(() => {
      if (document.activeElement?.matches('input, textarea') === true && form.current?.contains(document.activeElement)) return;
      const first =
        form.current?.querySelector<HTMLElement>('[data-autofocus]') ??
        form.current?.querySelector<HTMLElement>('input:not([type=hidden])');
      first?.focus();
    }, FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [opened]);
  // React tells what surrounds the dialog in the tree, wherever it stands on the page: a form there would be sent too.
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    event.stopPropagation();
    onSubmit(event);
  };
  return (
    <Modal
      opened={opened}
      title={title}
      size={size}
      onClose={busy ? stay : onClose}
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      trapFocus
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="sm">
          {children}
          <Group justify="flex-end" gap="xs" mt={4}>
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <GuardedButton type="submit" loading={busy} permission={permission} disabled={permission.allowed && incomplete}>
              {submitLabel}
            </GuardedButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
