import { events } from '@countinghouse/contract/features/events';
import { settings } from '@countinghouse/contract/features/settings';
import { tenants } from '@countinghouse/contract/features/tenants';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

interface ToggleReadOnlyProps {
  readonly opened: boolean;
  readonly name: string;
  /** Whether it is read-only now. */
  readonly readOnly: boolean;
  readonly onClose: () => void;
}

/** Asks before an organisation becomes read-only, or ceases to be. */
export function ToggleReadOnly({ opened, name, readOnly, onClose }: ToggleReadOnlyProps) {
  const toggle = useAct(() => call(readOnly ? tenants.clearReadOnly : tenants.deactivate, { body: {} }), {
    said: readOnly ? 'Organisation reactivated' : 'Organisation deactivated',
    touches: [tenants, settings, events],
    close: onClose,
  });
  const act = readOnly ? 'Reactivate' : 'Deactivate';
  return (
    <ConfirmModal
      opened={opened}
      title={`${act} ${name}?`}
      confirmLabel={act}
      busy={toggle.isPending}
      onClose={onClose}
      onConfirm={() => toggle.mutate()}
    >
      {readOnly
        ? 'Its people can post and change things again.'
        : 'It becomes read-only for everybody: postings and changes are refused until an owner reactivates it.'}
    </ConfirmModal>
  );
}
