import { messageOf } from '@countinghouse/contract/errors';
import { events } from '@countinghouse/contract/features/events';
import { INVITE_LIFE_DAYS, NewInvite, people, type TenantRole } from '@countinghouse/contract/features/people';
import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconMailForward } from '@tabler/icons-react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';

interface FormValues {
  email: string;
  role: TenantRole;
}

const roles = [
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
  { value: 'auditor', label: 'Auditor' },
];
const initialValues: FormValues = { email: '', role: 'member' };

/** Invites by e-mail. Why it was refused is told beside the field too. */
export function InviteForm() {
  const permission = useWritePermission(people.invite);
  const form = useForm<FormValues>({ initialValues, validate: schemaResolver(NewInvite, { sync: true }) });
  const invite = useWrite(people.invite, {
    input: (values: FormValues) => ({ body: values }),
    said: 'Invite sent',
    touches: [people, events],
    form,
    failed: (error) => form.setFieldError('email', messageOf(error instanceof ApiError ? error.code : 'UNKNOWN')),
  });
  return (
    <Panel title="Invite a person">
      <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values))}>
        <Stack gap="sm">
          <Group gap="sm" align="flex-start">
            <TextInput
              label="Email"
              type="email"
              autoComplete="off"
              flex="1 1 180px"
              disabled={!permission.allowed}
              {...form.getInputProps('email')}
            />
            <Select
              label="Role"
              w={110}
              allowDeselect={false}
              data={roles}
              disabled={!permission.allowed}
              {...form.getInputProps('role')}
            />
          </Group>
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" flex="1 1 160px">
              {form.values.role === 'auditor' ? 'Reads everything, changes nothing. ' : ''}A link by mail, good for {INVITE_LIFE_DAYS} days,
              once.
            </Text>
            <GuardedButton
              type="submit"
              permission={permission}
              disabled={permission.allowed && (form.values.email.trim() === '' || invite.isPending)}
              leftSection={<IconMailForward size={14} />}
            >
              Send invite
            </GuardedButton>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
