import { PasswordInput, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { FormModal } from '../../ui/form/FormModal.tsx';

const WithPassword = z.object({ password: z.string().min(1, 'Password is required') });

interface AskPasswordProps {
  readonly opened: boolean;
  readonly title: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** What will happen, spelled out. */
  readonly children: ReactNode;
  /** Does it; what it answers is shown at the field. */
  readonly onPassword: (password: string) => Promise<string | null>;
  readonly onClose: () => void;
}

/** Asks for the password before something that changes how one signs in. */
export function AskPassword({ opened, title, submitLabel, busy, children, onPassword, onClose }: AskPasswordProps) {
  const form = useForm({ initialValues: { password: '' }, validate: schemaResolver(WithPassword, { sync: true }) });
  const submit = async ({ password }: typeof form.values): Promise<void> => {
    const fault = await onPassword(password);
    if (fault === null) form.reset();
    else form.setErrors({ password: fault });
  };
  return (
    <FormModal
      opened={opened}
      title={title}
      submitLabel={submitLabel}
      busy={busy}
      onClose={() => {
        form.reset();
        onClose();
      }}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      <PasswordInput
        label="Your password"
        withAsterisk
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormModal>
  );
}
