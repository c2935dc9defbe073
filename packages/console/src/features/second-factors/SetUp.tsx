// Setting up an authenticator: the password, then its secret and a first code, then the recovery codes. Nothing counts before the code.
import { auth } from '@countinghouse/contract/features/auth';
import { people } from '@countinghouse/contract/features/people';
import { Code, secondFactors } from '@countinghouse/contract/features/second-factors';
import { sessions } from '@countinghouse/contract/features/sessions';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { touch } from '../../lib/calls/query.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { useWrite } from '../../lib/calls/use-write.ts';
import { AskPassword } from '../../ui/form/AskPassword.tsx';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './SetUp.module.css';

const QR_PX = 196;
const GROUP_LENGTH = 4;
const WithCode = z.object({ code: Code });

interface Begun {
  readonly uri: string;
  readonly secret: string;
  readonly recovery_codes: readonly string[];
}

const inGroups = (secret: string): string => secret.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g'))?.join(' ') ?? secret;

export function SetUp({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const close = (): void => {
    setBegun(null);
    setConfirmed(false);
    onClose();
  };
  const begin = useWrite(secondFactors.enrol, {
    input: (password: string) => ({ body: { password } }),
    done: (answer) => {
      begin.reset();
      setBegun(answer);
    },
    secret: true,
    quiet: true,
  });
  if (begun === null)
    return (
      <AskPassword
        opened={opened}
        title="Set up a second factor"
        submitLabel="Continue"
        busy={begin.isPending}
        onSubmit={({ password }) => begin.mutateAsync(password)}
        onClose={close}
      >
        You need an authenticator app, for example that of your phone or password manager. From then on a sign-in asks for a code of it.
        Every other session of yours ends.
      </AskPassword>
    );
  return (
    <Modal
      opened={opened}
      title={confirmed ? 'Recovery codes, shown once' : 'Set up an authenticator app'}
      size={520}
      onClose={close}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      {confirmed ? (
        <RecoveryCodes codes={begun.recovery_codes} onKept={close} />
      ) : (
        <Confirm
          begun={begun}
          onCancel={close}
          onConfirmed={async () => {
            setConfirmed(true);
            toastSuccess('Second factor set up; other sessions ended');
            await touch(queries, [secondFactors, auth, sessions, people]);
          }}
        />
      )}
    </Modal>
  );
}

interface ConfirmProps {
  readonly begun: Begun;
  readonly onCancel: () => void;
  readonly onConfirmed: () => Promise<void>;
}

function Confirm({ begun, onCancel, onConfirmed }: ConfirmProps) {
  const form = useForm({ initialValues: { code: '' }, validate: schemaResolver(WithCode, { sync: true }) });
  const confirm = useWrite(secondFactors.verify, {
    input: (values: typeof form.values) => ({ body: values }),
    form,
    faults: (error) => ({ code: errorMessageOf(error) }),
    done: onConfirmed,
    quiet: true,
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <Stack gap="md">
        <Group align="flex-start" gap="lg">
          <div className={classes['qr']}>
            <QrCode text={begun.uri} says="QR code for the authenticator app" size={QR_PX} />
          </div>
          <Stack gap="sm" className={classes['beside']}>
            <Text size="sm">Scan the code with the app. If it cannot scan, type this secret in:</Text>
            <Group gap={4} wrap="nowrap" align="flex-start">
              <Text size="sm" className={`mono ${classes['secret']}`} aria-label="Secret">
                {inGroups(begun.secret)}
              </Text>
              <CopyButton value={begun.secret} what="secret" />
            </Group>
            <TextInput
              label="Code of the app"
              description="Six digits; they change every 30 seconds."
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              {...form.getInputProps('code')}
            />
          </Stack>
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={confirm.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
