import { auth, NewPassword, PASSWORD_LENGTH_MIN } from '@countinghouse/contract/features/auth';
import { people } from '@countinghouse/contract/features/people';
import { messageOf } from '@countinghouse/contract/messages';
import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { tenantGuard } from '../../lib/calls/client.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { forgetSession } from '../../lib/session/session.ts';
import { FormAlert } from '../../ui/page/FormAlert.tsx';

const NEW_PASSWORD = 'NEW_PASSWORD_REQUIRED';

const codeOf = (error: unknown): string | null => (error === null ? null : error instanceof ApiError ? error.code : 'UNKNOWN');

/** What to show of a refusal. That a new password is wanted is a step, not a fault. */
const faultOf = (code: string | null): string | null => (code === null || code === NEW_PASSWORD ? null : messageOf(code));

interface AcceptInviteProps {
  readonly token: string;
  readonly email: string;
  /** The password just chosen in signing up: then there is nothing left to ask. */
  readonly chosenPassword: string | null;
}

export function AcceptInvite({ token, email, chosenPassword }: AcceptInviteProps) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [passwordFault, setPasswordFault] = useState<string | null>(null);
  const accept = useWrite(people.acceptInvite, {
    input: (newPassword: string | null) => ({ body: { token, ...(newPassword === null ? {} : { new_password: newPassword }) } }),
    done: async ({ tenantId }) => {
      forgetSession();
      tenantGuard.select(tenantId);
      await navigate({ to: paths.overview, replace: true });
    },
    quiet: true,
  });
  const leave = useWrite(auth.signOut, {
    input: () => ({ body: {} }),
    done: async () => {
      await navigate({ to: paths.signIn, search: { next: `${paths.invite}?token=${encodeURIComponent(token)}` } });
      forgetSession();
    },
  });
  const { mutate } = accept;
  const started = useRef(false);
  useEffect(() => {
    if (chosenPassword === null || started.current) return;
    started.current = true;
    mutate(chosenPassword);
  }, [chosenPassword, mutate]);

  const code = codeOf(accept.error);
  const asksPassword = code === NEW_PASSWORD || password !== '';
  const submit = (): void => {
    const checked = NewPassword.safeParse(password);
    setPasswordFault(asksPassword && !checked.success ? (checked.error.issues[0]?.message ?? null) : null);
    if (!asksPassword || checked.success) mutate(asksPassword ? password : chosenPassword);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Signed in as <strong>{email}</strong>.
        </Text>
        {asksPassword ? (
          <>
            <Text size="sm">{messageOf(NEW_PASSWORD)}</Text>
            <PasswordInput
              label="New password"
              description={`At least ${PASSWORD_LENGTH_MIN} characters.`}
              autoComplete="new-password"
              autoFocus
              value={password}
              error={passwordFault}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </>
        ) : null}
        <FormAlert message={faultOf(code)} />
        <Button type="submit" size="sm" fullWidth loading={accept.isPending}>
          {asksPassword ? 'Set password and accept' : 'Accept invitation'}
        </Button>
        <Button variant="default" size="sm" fullWidth loading={leave.isPending} onClick={() => leave.mutate()}>
          Use another account
        </Button>
        <Text size="sm" ta="center">
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.overview} />}>
            Go to your organisations
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
