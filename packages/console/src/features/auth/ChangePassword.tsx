import {
  auth,
  ChangePassword as Change,
  PASSWORD_LENGTH_MIN,
  PASSWORD_LENGTH_MIN_WITH_SECOND_FACTOR,
} from '@countinghouse/contract/features/auth';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { sessions } from '@countinghouse/contract/features/sessions';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ApiError, errorMessageOf } from '../../lib/calls/api-error.ts';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { Panel } from '../../ui/page/Panel.tsx';

/** The password of the person who looks. */
export function ChangePassword() {
  const user = useQuery(q(auth.session)).data?.user;
  const least = useQuery(q(secondFactors.get)).data?.active === true ? PASSWORD_LENGTH_MIN_WITH_SECOND_FACTOR : PASSWORD_LENGTH_MIN;
  const form = useForm({ initialValues: { current_password: '', new_password: '' }, validate: schemaResolver(Change, { sync: true }) });
  const change = useWrite(auth.changePassword, {
    input: (values: typeof form.values) => ({ body: values }),
    said: 'Password changed; other sessions ended',
    touches: [sessions],
    form,
    failed: (error) => {
      const ofNew = error instanceof ApiError && (error.code === 'PASSWORD_TOO_SHORT' || error.code === 'PASSWORD_GUESSABLE');
      form.setErrors({ [ofNew ? 'new_password' : 'current_password']: errorMessageOf(error) });
    },
    quiet: true,
  });
  return (
    <Panel title="Password">
      <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="sm">
          <Text size="sm">A new password ends every other session of yours.</Text>
          {/* Lets a password manager know whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <PasswordInput label="Current password" autoComplete="current-password" {...form.getInputProps('current_password')} />
          <PasswordInput
            label="New password"
            description={`At least ${least} characters.`}
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
