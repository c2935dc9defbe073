import { auth, PASSWORD_LENGTH_MIN, ResetPassword } from '@countinghouse/contract/features/auth';
import { messageOf } from '@countinghouse/contract/messages';
import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { OutsidePage } from '../../ui/page/OutsidePage.tsx';
import { ResetSearch } from './search.ts';

export function ResetPasswordPage() {
  const [{ token = '' }] = useUrlState(ResetSearch);
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { newPassword: '', token },
    validate: schemaResolver(ResetPassword, { sync: true }),
  });
  const reset = useWrite(auth.reset, {
    input: (typed: { newPassword: string }) => ({ body: { token, newPassword: typed.newPassword } }),
    done: () => navigate({ to: paths.signIn, search: { reset: '1' }, replace: true }),
    quiet: true,
  });
  const refused = token === '' ? messageOf('INVALID_TOKEN') : reset.isError ? errorMessageOf(reset.error) : null;
  return (
    <OutsidePage title="Set a new password">
      <form noValidate onSubmit={form.onSubmit((values) => reset.mutate(values))}>
        <Stack gap="sm">
          <PasswordInput
            label="New password"
            description={`At least ${PASSWORD_LENGTH_MIN} characters.`}
            autoComplete="new-password"
            autoFocus
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <FormAlert message={refused} />
          <Button type="submit" size="sm" fullWidth loading={reset.isPending} disabled={token === ''}>
            Set password
          </Button>
          <Text size="sm" ta="center">
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.forgotPassword} />}>
              Ask for a new link
            </Anchor>
          </Text>
        </Stack>
      </form>
    </OutsidePage>
  );
}
