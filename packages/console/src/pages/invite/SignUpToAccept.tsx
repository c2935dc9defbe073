import { auth, PASSWORD_LENGTH_MIN, SignUp } from '@countinghouse/contract/features/auth';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { beginSession } from '../../lib/session/session.ts';
import { OrDivider } from '../../ui/form/OrDivider.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';

interface SignUpToAcceptProps {
  readonly token: string;
  /** Told the password, with which the invitation is then accepted at once. */
  readonly onSignedUp: (password: string) => void;
}

/** Without an account: makes one on the way. With one: the way to sign in and back again. */
export function SignUpToAccept({ token, onSignedUp }: SignUpToAcceptProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: schemaResolver(SignUp, { sync: true }),
  });
  const signUp = useAct(
    async (typed: { name: string; email: string; password: string }) => {
      // The token opens sign-up where it is by invitation, and proves the mailbox.
      await call(auth.signUp, { body: { ...SignUp.parse(typed), invite_token: token } });
      onSignedUp(typed.password);
      await beginSession();
    },
    {
      quiet: true,
    },
  );
  const back = `${paths.invite}?token=${encodeURIComponent(token)}`;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => signUp.mutate(values))}>
      <Stack gap="sm">
        <Button variant="default" size="sm" fullWidth renderRoot={(props) => <Link {...props} to={paths.signIn} search={{ next: back }} />}>
          Sign in to accept
        </Button>
        <OrDivider />
        <TextInput label="Name" autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput
          label="Email"
          description="The address the invitation was sent to."
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          description={`At least ${PASSWORD_LENGTH_MIN} characters: a few words are easiest to remember.`}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <FormAlert message={signUp.isError ? errorMessageOf(signUp.error) : null} />
        <Button type="submit" size="sm" fullWidth loading={signUp.isPending}>
          Create account and accept
        </Button>
      </Stack>
    </form>
  );
}
