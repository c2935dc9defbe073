import { ENTITY_NAME_LENGTH_MAX, type Entity, entities, NewEntity } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect } from 'react';
import { fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useEntityPermission } from '../../lib/session/use-entity.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

export function RenameEntity({ entity, onClose }: { readonly entity: Entity | undefined; readonly onClose: () => void }) {
  const permissionFor = useEntityPermission(entities.rename);
  const form = useForm({ initialValues: { name: '' }, validate: schemaResolver(NewEntity.pick({ name: true }), { sync: true }) });
  const { setValues, clearErrors } = form;
  const present = entity?.name;
  useEffect(() => {
    if (present === undefined) return;
    setValues({ name: present });
    clearErrors();
  }, [present, setValues, clearErrors]);
  const rename = useWrite(entities.rename, {
    input: ({ id, name }: { id: string; name: string }) => ({ body: { id, name } }),
    said: 'Saved',
    touches: [entities, events],
    form,
    faults: (error) => Object.fromEntries(fieldFaultsOf(error)),
    close: onClose,
  });
  return (
    <FormModal
      opened={entity !== undefined}
      title={`Rename ${entity?.code ?? 'entity'}`}
      submitLabel="Rename"
      busy={rename.isPending}
      permission={permissionFor(entity ?? { entity_role: null })}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) => {
        if (entity !== undefined) rename.mutate({ id: entity.id, name: name.trim() });
      })}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        maxLength={ENTITY_NAME_LENGTH_MAX}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </FormModal>
  );
}
