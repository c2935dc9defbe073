import { events } from '@countinghouse/contract/features/events';
import { type Schedule, schedules } from '@countinghouse/contract/features/schedules';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a recurring intent ends for good. */
export function EndSchedule({ schedule, onClose }: { readonly schedule: Schedule | undefined; readonly onClose: () => void }) {
  const end = useWrite(schedules.end, {
    input: (id: string) => ({ params: { id } }),
    said: 'Recurring intent ended',
    touches: [schedules, events],
    close: onClose,
  });
  return (
    <ConfirmModal
      opened={schedule !== undefined}
      title={`End ${schedule?.name ?? ''}?`}
      confirmLabel="End"
      busy={end.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (schedule !== undefined) end.mutate(schedule.id);
      }}
    >
      It posts no more and cannot be resumed. What it posted stays.
    </ConfirmModal>
  );
}
