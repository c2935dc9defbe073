import { Code, RecoveryCode, secondFactors } from '@countinghouse/contract/features/second-factors';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import * as z from 'zod';
import { ApiError, errorMessageOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { OutsidePage } from '../../ui/page/OutsidePage.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

const ways = {
  app: {
    label: 'Code of the app',
    lead: 'Enter the code that your authenticator app shows.',
    schema: z.object({ code: Code }),
    other: 'Use a recovery code instead',
  },
  recovery: {
    label: 'Recovery code',
    lead: 'Enter one of the recovery codes that you kept. Each works once.',
    schema: z.object({ code: RecoveryCode }),
    other: 'Use the app instead',
  },
} as const;

interface SecondStepProps {
  readonly onDone: () => Promise<void>;
  /** Begins again with the password; what was wrong is told there. */
  readonly onBack: (error: unknown) => void;
}

/** The second step of a sign-in: a code of the authenticator, or a recovery code. */
export function SecondStep({ onDone, onBack }: SecondStepProps) {
  const [way, setWay] = useState<keyof typeof ways>('app');
  const [refused, setRefused] = useState<Error | null>(null);
  const { label, lead, schema, other } = ways[way];
  const form = useForm({ initialValues: { code: '' }, validate: schemaResolver(schema, { sync: true }) });
  const verify = useAct((body: { code: string }) => call(way === 'app' ? secondFactors.verify : secondFactors.recover, { body }), {
    done: onDone,
    failed: (error) => {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_EXPIRED') onBack(error);
    },
    quiet: true,
  });
  const failure = verify.isError ? verify.error : refused;
  return (
    <OutsidePage title="Second factor" lead={lead}>
      <form noValidate onSubmit={form.onSubmit((values) => verify.mutate(values))}>
        <Stack gap="sm">
          <TextInput
            key={way}
            label={label}
            inputMode={way === 'app' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            autoFocus
            spellCheck={false}
            {...form.getInputProps('code')}
          />
          {way === 'recovery' ? (
            <Text size="xs" c="dimmed">
              Lost these too? Two owners of your organisation can remove your second factor, under Security posture.
            </Text>
          ) : null}
          <FormAlert message={failure === null ? null : errorMessageOf(failure)} />
          <Button type="submit" size="sm" fullWidth loading={verify.isPending}>
            Sign in
          </Button>
          <PasskeyButton
            onDone={onDone}
            onFailed={(error) => {
              verify.reset();
              setRefused(error);
            }}
          />
          <Group justify="space-between">
            <Anchor component="button" type="button" size="sm" onClick={() => onBack(null)}>
              Back
            </Anchor>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                form.reset();
                verify.reset();
                setWay(way === 'app' ? 'recovery' : 'app');
              }}
            >
              {other}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </OutsidePage>
  );
}
