import { auth, ForgotPassword, RESET_LINK_LIFE_SECONDS } from '@countinghouse/contract/features/auth';
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconMailCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { OutsidePage } from '../../ui/page/OutsidePage.tsx';

const SECONDS_A_MINUTE = 60;

export function ForgotPasswordPage() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: schemaResolver(ForgotPassword, { sync: true }) });
  const send = useWrite(auth.forgot, {
    input: (typed: { email: string }) => ({ body: { ...ForgotPassword.parse(typed), redirectTo: paths.resetPassword } }),
    quiet: true,
  });
  return (
    <OutsidePage title="Forgot password" lead="Enter your email and we send a link to set a new password.">
      <form noValidate onSubmit={form.onSubmit((values) => send.mutate(values))}>
        <Stack gap="sm">
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <FormAlert message={send.isError ? errorMessageOf(send.error) : null} />
          {send.isSuccess ? (
            <Alert color="teal" role="status" icon={<IconMailCheck size={16} />}>
              If an account has this email, a link is on its way. It works once, for {RESET_LINK_LIFE_SECONDS / SECONDS_A_MINUTE} minutes.
            </Alert>
          ) : null}
          <Button type="submit" size="sm" fullWidth loading={send.isPending}>
            Send reset link
          </Button>
          <Text size="sm" ta="center">
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.signIn} />}>
              Back to sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </OutsidePage>
  );
}
