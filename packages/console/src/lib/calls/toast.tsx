// Results at the bottom right, in a polite live region: successes leave by themselves, errors stay until they are dismissed.
// The sentence of an error is the catalogue's for its code (specification §8).

import type { HeldChange } from '@countinghouse/contract/held';
import { messageOf } from '@countinghouse/contract/messages';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import { ApiError, fieldFaultsOf } from './api-error.ts';

const ICON_SIZE = 16;
const closeButtonProps = { 'aria-label': 'Dismiss' };

export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'teal', icon: <IconCheck size={ICON_SIZE} />, role: 'status', withBorder: true, closeButtonProps });
}

/** A change that was asked for and waits for another owner. */
export function toastHeld({ details }: HeldChange): void {
  notifications.show({
    title: 'Waits for another owner',
    message:
      details.eligible === 0
        ? 'Nothing has changed yet, and nobody can approve it: invite a second owner first.'
        : 'Four eyes: nothing has changed yet. It is in the approvals queue.',
    color: 'blue',
    icon: <IconClock size={ICON_SIZE} />,
    role: 'status',
    withBorder: true,
    closeButtonProps,
  });
}

/** What a person is told: the mapped sentence, or the given literal with the server's own words behind it. */
function sentenceOf(error: unknown, literal?: string): string {
  const mapped = error instanceof ApiError ? messageOf(error.code) : messageOf('UNKNOWN');
  if (literal === undefined) return mapped;
  return `${literal}: ${error instanceof Error && error.message !== '' ? error.message : mapped}`;
}

export function toastError(error: unknown, literal?: string): void {
  const reference = error instanceof ApiError ? [error.code, error.requestId].filter((part) => part !== null).join(' · ') : '';
  const fields = [...fieldFaultsOf(error)].map(([path, message]) => `${path}: ${message}`);
  notifications.show({
    title: sentenceOf(error, literal),
    message: (
      <>
        {fields.map((line) => (
          <Text key={line} size="xs">
            {line}
          </Text>
        ))}
        <Text size="xs" className="mono">
          {reference}
        </Text>
      </>
    ),
    color: 'red',
    icon: <IconAlertTriangle size={ICON_SIZE} />,
    role: 'status',
    withBorder: true,
    autoClose: false,
    closeButtonProps,
  });
}
