import { type Template, templates } from '@countinghouse/contract/features/templates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a template is gone. */
export function RemoveTemplate({ template, onClose }: { readonly template: Template | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => call(templates.remove, { params: { id } }),
    onSuccess: async () => {
      toastSuccess('Template removed');
      onClose();
      await Promise.all([keys.templates, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return (
    <ConfirmModal
      opened={template !== undefined}
      title={`Remove ${template?.name ?? ''}?`}
      confirmLabel="Remove"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (template !== undefined) remove.mutate(template.id);
      }}
    >
      Intents and recurring intents that were made from it stay as they are.
    </ConfirmModal>
  );
}
