import { events } from '@countinghouse/contract/features/events';
import { INVITE_LIFE_DAYS, NewInvite, people, type TenantRole } from '@countinghouse/contract/features/people';
import { messageOf } from '@countinghouse/contract/messages';
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { ApiError } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface FormValues {
  email: string;
  role: TenantRole;
}

const roles = [
  { value: 'member', label: 'Member', description: 'Posts, reconciles and comments. An entity can limit what they post to.' },
  { value: 'owner', label: 'Owner', description: 'Does everything, approves, and decides who belongs to the organisation.' },
  { value: 'auditor', label: 'Auditor', description: 'Reads everything, changes nothing.' },
] as const;
const initialValues: FormValues = { email: '', role: 'member' };

/** Invites by e-mail. Why it was refused is said beside the field too; what was typed stays until it is sent. */
export function InviteDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(people.invite);
  const form = useForm<FormValues>({ initialValues, validate: schemaResolver(NewInvite, { sync: true }) });
  const invite = useWrite(people.invite, {
    input: (values: FormValues) => ({ body: values }),
    said: 'Invite sent',
    touches: [people, events],
    form,
    close: onClose,
    failed: (error) => form.setFieldError('email', messageOf(error instanceof ApiError ? error.code : 'UNKNOWN')),
  });
  return (
    <FormModal
      opened={opened}
      title="Invite a person"
      submitLabel="Send invite"
      busy={invite.isPending}
      incomplete={form.values.email.trim() === ''}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
    >
      <TextInput label="Email" type="email" autoComplete="off" data-autofocus {...form.getInputProps('email')} />
      <Radio.Group label="Role" {...form.getInputProps('role')}>
        <Stack gap={8} mt={4}>
          {roles.map(({ value, label, description }) => (
            <Radio key={value} size="xs" value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="xs" c="dimmed">
        A link by mail, good for {INVITE_LIFE_DAYS} days, once.
      </Text>
    </FormModal>
  );
}
