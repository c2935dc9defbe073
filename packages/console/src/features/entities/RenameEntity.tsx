import { ENTITY_NAME_LENGTH_MAX, type Entity, entities, NewEntity } from '@countinghouse/contract/features/entities';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { useEntityPermission } from '../../lib/session/use-entity.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

export function RenameEntity({ entity, onClose }: { readonly entity: Entity | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const permissionFor = useEntityPermission(entities.rename);
  const form = useForm({ initialValues: { name: '' }, validate: schemaResolver(NewEntity.pick({ name: true }), { sync: true }) });
  const { setValues, clearErrors } = form;
  const present = entity?.name;
  useEffect(() => {
    if (present === undefined) return;
    setValues({ name: present });
    clearErrors();
  }, [present, setValues, clearErrors]);
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => call(entities.rename, { body: { id, name } }),
    onSuccess: async () => {
      toastSuccess('Saved');
      onClose();
      await Promise.all([keys.entities, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => form.setErrors(Object.fromEntries(fieldFaultsOf(error))),
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
