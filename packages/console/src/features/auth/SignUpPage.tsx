import { auth, PASSWORD_LENGTH_MIN, SignUp } from '@countinghouse/contract/features/auth';
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths, safeNext } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { forgetSession } from '../../lib/session/session.ts';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { OutsidePage } from '../../ui/page/OutsidePage.tsx';
import { SignInSearch } from './search.ts';

export function SignUpPage() {
  const [{ next }] = useUrlState(SignInSearch);
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: schemaResolver(SignUp, { sync: true }),
  });
  const signUp = useWrite(auth.signUp, {
    input: (typed: { name: string; email: string; password: string }) => ({
      body: { ...SignUp.parse(typed), callbackURL: safeNext(next) },
    }),
    done: async () => {
      forgetSession();
      await navigate({ href: safeNext(next), replace: true });
    },
    quiet: true,
  });
  return (
    <OutsidePage title="Sign up">
      <form noValidate onSubmit={form.onSubmit((values) => signUp.mutate(values))}>
        <Stack gap="sm">
          <TextInput label="Name" autoComplete="name" autoFocus key={form.key('name')} {...form.getInputProps('name')} />
          <TextInput label="Email" type="email" autoComplete="username" key={form.key('email')} {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            description={`At least ${PASSWORD_LENGTH_MIN} characters: a few words are easiest to remember.`}
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <FormAlert message={signUp.isError ? errorMessageOf(signUp.error) : null} />
          <Button type="submit" size="sm" fullWidth loading={signUp.isPending}>
            Create account
          </Button>
          <Text size="sm" ta="center">
            Have an account?{' '}
            <Anchor
              size="sm"
              underline="always"
              renderRoot={(props) => <Link {...props} to={paths.signIn} search={next === undefined ? {} : { next }} />}
            >
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </OutsidePage>
  );
}
