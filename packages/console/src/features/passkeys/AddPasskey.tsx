import { PASSKEY_NAME_LENGTH_MAX, PasskeyName, passkeys } from '@countinghouse/contract/features/passkeys';
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { makePasskey } from '../../lib/session/passkey.ts';
import { deviceOf } from '../../ui/device.ts';
import { AskPassword, type Typed } from '../../ui/form/AskPassword.tsx';

interface AddPasskeyProps {
  readonly opened: boolean;
  /** Whether a code of the second factor is asked for. */
  readonly withCode: boolean;
  readonly onClose: () => void;
}

/** Adds a passkey: who one is, its name, then the browser makes it. */
export function AddPasskey({ opened, withCode, onClose }: AddPasskeyProps) {
  const [name, setName] = useState(() => deviceOf(navigator.userAgent));
  const named = PasskeyName.safeParse(name);
  const add = useAct(
    async ({ password, code }: Typed) => {
      const { options } = await call(passkeys.begin, { body: { password, ...(code === '' ? {} : { code }) } });
      const credential = await makePasskey(options);
      return call(passkeys.add, { body: { name, credential } });
    },
    { said: 'Passkey added', touches: [passkeys], close: onClose, quiet: true },
  );
  return (
    <AskPassword
      opened={opened}
      title="Add a passkey"
      submitLabel="Continue"
      busy={add.isPending}
      withCode={withCode}
      onSubmit={async (typed) => {
        if (named.success) await add.mutateAsync(typed);
        else throw new Error('Give the passkey a name first.');
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          Your browser then asks where to keep it: on this device, in a password manager, or on a security key. You are told of it by mail.
        </Text>
        <TextInput
          label="Name of the passkey"
          description="So that you know it again in the list."
          withAsterisk
          maxLength={PASSKEY_NAME_LENGTH_MAX}
          value={name}
          error={named.success ? undefined : 'Name is required'}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Stack>
    </AskPassword>
  );
}
