import { events } from '@countinghouse/contract/features/events';
import { type Template, templates } from '@countinghouse/contract/features/templates';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a template is gone. */
export function RemoveTemplate({ template, onClose }: { readonly template: Template | undefined; readonly onClose: () => void }) {
  const remove = useWrite(templates.remove, {
    input: (id: string) => ({ params: { id } }),
    said: 'Template removed',
    touches: [templates, events],
    close: onClose,
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
