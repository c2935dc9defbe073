import { auth, SignIn } from '@countinghouse/contract/features/auth';
import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths, safeNext } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { NoPasskey } from '../../lib/session/passkey.ts';
import { forgetSession } from '../../lib/session/session.ts';
import { OrDivider } from '../../ui/form/OrDivider.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { OutsidePage } from '../../ui/page/OutsidePage.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SecondStep } from './SecondStep.tsx';
import { SignInSearch } from './search.ts';

const credentialStatuses = new Set([400, 401]);

/** The server's words where it has any; the specification's sentences otherwise. */
function messageOfFailure(error: unknown): string {
  if (error instanceof NoPasskey) return error.message;
  if (!(error instanceof ApiError) || error.status === 0) return 'Sign-in failed';
  const payload = error.payload as { readonly message?: unknown } | null;
  if (typeof payload?.message === 'string' && payload.message !== '') return payload.message;
  return credentialStatuses.has(error.status) ? 'Invalid email or password' : 'Sign-in failed';
}

export function SignInPage() {
  const [{ reset, next }] = useUrlState(SignInSearch);
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const [ended, setEnded] = useState<unknown>(null);
  const goOn = async (): Promise<void> => {
    forgetSession();
    await navigate({ href: safeNext(next), replace: true });
  };
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(SignIn, { sync: true }),
  });
  const signIn = useWrite(auth.signIn, {
    // The schema trims and lower-cases the address.
    input: (typed: { email: string; password: string }) => ({ body: { ...SignIn.parse(typed), callbackURL: safeNext(next) } }),
    done: (answer) => ('user' in answer ? goOn() : setAsked(true)),
    quiet: true,
  });
  if (asked)
    return (
      <SecondStep
        onDone={goOn}
        onBack={(error) => {
          signIn.reset();
          setEnded(error);
          setAsked(false);
        }}
      />
    );
  const failure = signIn.isError ? signIn.error : ended;
  return (
    <OutsidePage title="Sign in">
      <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        <Stack gap="sm">
          {reset === '1' ? (
            <Alert color="teal" role="status" icon={<IconCircleCheck size={16} />}>
              Password updated. Sign in with your new password.
            </Alert>
          ) : null}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput label="Password" autoComplete="current-password" key={form.key('password')} {...form.getInputProps('password')} />
          <FormAlert message={failure === null ? null : messageOfFailure(failure)} />
          <Button type="submit" size="sm" fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
          <Group justify="center">
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.forgotPassword} />}>
              Forgot password?
            </Anchor>
          </Group>
          <OrDivider />
          <PasskeyButton
            onDone={goOn}
            onFailed={(error) => {
              signIn.reset();
              setEnded(error);
            }}
          />
          <Button
            variant="default"
            size="sm"
            fullWidth
            renderRoot={(props) => <Link {...props} to={paths.companySignIn} search={next === undefined ? {} : { next }} />}
          >
            Sign in with your company
          </Button>
          <Button
            variant="default"
            size="sm"
            fullWidth
            renderRoot={(props) => <Link {...props} to={paths.signUp} search={next === undefined ? {} : { next }} />}
          >
            Create account
          </Button>
        </Stack>
      </form>
    </OutsidePage>
  );
}
