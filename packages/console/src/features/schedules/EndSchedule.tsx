import { type Schedule, schedules } from '@countinghouse/contract/features/schedules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a recurring intent ends for good. */
export function EndSchedule({ schedule, onClose }: { readonly schedule: Schedule | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => call(schedules.end, { params: { id } }),
    onSuccess: async () => {
      toastSuccess('Recurring intent ended');
      onClose();
      await Promise.all([keys.schedules, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
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
