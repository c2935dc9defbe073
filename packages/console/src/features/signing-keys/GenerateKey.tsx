import { events } from '@countinghouse/contract/features/events';
import { KEY_LABEL_LENGTH_MAX, KeyLabel, signingKeys } from '@countinghouse/contract/features/signing-keys';
import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import * as z from 'zod';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { PrivateKeyOnce } from './PrivateKeyOnce.tsx';

const Values = z.object({ label: KeyLabel });
const purposes = [
  { value: 'intent', label: 'Signs my intents' },
  { value: 'chain', label: 'Signs the log' },
];
const says = {
  intent:
    'For programs and the command line: the server makes the key and shows its private part once. It becomes your active key; the one you have now can sign nothing new.',
  chain:
    'The next key of the chain. It is held by the server and signs the log from its own event on; what the present key signed still verifies.',
} as const;

/** Whether the person may have a key generated: as any write here, and an owner. */
export function useGeneratePermission() {
  return useWritePermission({ ...signingKeys.create, needs: 'owner' });
}

export function GenerateKey({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useGeneratePermission();
  const [made, setMade] = useState<{ readonly kid: string; readonly jwk: Readonly<Record<string, string>> } | null>(null);
  const form = useForm<{ label: string; purpose: 'intent' | 'chain' }>({
    initialValues: { label: '', purpose: 'intent' },
    validate: schemaResolver(Values, { sync: true }),
  });
  const close = (): void => {
    form.reset();
    onClose();
  };
  const generate = useWrite(signingKeys.create, {
    input: (values: typeof form.values) => ({ body: { action: 'generate' as const, ...values, label: values.label.trim() } }),
    touches: [signingKeys, events],
    close,
    done: ({ key, private_jwk }) => {
      if (private_jwk === null) toastSuccess('Key generated');
      else setMade({ kid: key.kid, jwk: private_jwk });
      generate.reset();
    },
    secret: true,
  });
  return (
    <>
      <FormModal
        opened={opened}
        title="Generate a key"
        submitLabel="Generate key"
        busy={generate.isPending}
        permission={permission}
        onClose={close}
        onSubmit={form.onSubmit((values) => generate.mutate(values))}
      >
        <TextInput
          label="Label"
          withAsterisk
          data-autofocus
          maxLength={KEY_LABEL_LENGTH_MAX}
          autoComplete="off"
          {...form.getInputProps('label')}
        />
        <Stack gap={6}>
          <SegmentedControl aria-label="What it signs" fullWidth data={purposes} {...form.getInputProps('purpose')} />
          <Text size="sm" c="dimmed">
            {says[form.values.purpose]}
          </Text>
        </Stack>
      </FormModal>
      <PrivateKeyOnce made={made} onClose={() => setMade(null)} />
    </>
  );
}
