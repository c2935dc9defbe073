import { AnyCode } from '@countinghouse/contract/features/second-factors';
import { PasswordInput, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import { ApiError, errorMessageOf } from '../../lib/calls/api-error.ts';
import { FormAlert } from '../page/FormAlert.tsx';
import { FormModal } from './FormModal.tsx';

const WithPassword = z.object({ password: z.string().min(1, 'Password is required'), code: z.string() });
const WithBoth = WithPassword.extend({ code: AnyCode });

export interface Typed {
  readonly password: string;
  /** Empty where none is asked for. */
  readonly code: string;
}

interface AskPasswordProps {
  readonly opened: boolean;
  readonly title: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** Whether a code of the second factor is asked for too. */
  readonly withCode?: boolean;
  /** What will happen, spelled out. */
  readonly children: ReactNode;
  /** Does it; what it throws is shown at the field that it is about. */
  readonly onSubmit: (typed: Typed) => Promise<unknown>;
  readonly onClose: () => void;
}

const fieldOf = (error: unknown): 'password' | 'code' | null =>
  !(error instanceof ApiError) ? null : error.code === 'INVALID_CODE' ? 'code' : error.code === 'INVALID_PASSWORD' ? 'password' : null;

/** Asks for the password, and perhaps a code, before something that changes how one signs in. */
export function AskPassword({ opened, title, submitLabel, busy, withCode = false, children, onSubmit, onClose }: AskPasswordProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: schemaResolver(withCode ? WithBoth : WithPassword, { sync: true }),
  });
  const submit = (typed: Typed): Promise<void> => {
    setFailure(null);
    return onSubmit(typed).then(
      () => form.reset(),
      (error: unknown) => {
        const field = fieldOf(error);
        if (field === null) setFailure(errorMessageOf(error));
        else form.setErrors({ [field]: errorMessageOf(error) });
      },
    );
  };
  return (
    <FormModal
      opened={opened}
      title={title}
      submitLabel={submitLabel}
      busy={busy}
      onClose={() => {
        form.reset();
        setFailure(null);
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
      {withCode ? (
        <TextInput
          label="Code"
          description="Six digits of the app, or a recovery code."
          withAsterisk
          autoComplete="one-time-code"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
      ) : null}
      <FormAlert message={failure} />
    </FormModal>
  );
}
