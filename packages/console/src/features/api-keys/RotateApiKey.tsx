import { accessReviews } from '@countinghouse/contract/features/access-reviews';
import { API_KEY_OVERLAP_HOURS, type ApiKey, apiKeys } from '@countinghouse/contract/features/api-keys';
import { events } from '@countinghouse/contract/features/events';
import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { SecretOnce } from '../../ui/form/SecretOnce.tsx';
import { lifeFrom, lives } from './lives.ts';

const overlaps = [
  { value: '0', label: 'Not at all: it ends at once' },
  { value: '1', label: '1 hour' },
  { value: String(API_KEY_OVERLAP_HOURS), label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
];
const AS_IT_IS = 'as it is';

interface FormValues {
  overlap: string;
  days: string;
}

/** Gives an API key a new secret, shown once. */
export function RotateApiKey({ apiKey, onClose }: { readonly apiKey: ApiKey | undefined; readonly onClose: () => void }) {
  const permission = useWritePermission(apiKeys.rotate);
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<FormValues>({ initialValues: { overlap: String(API_KEY_OVERLAP_HOURS), days: AS_IT_IS } });
  const close = (): void => {
    form.reset();
    onClose();
  };
  const rotate = useWrite(apiKeys.rotate, {
    input: ({ id, overlap, days }: FormValues & { readonly id: string }) => ({
      params: { id },
      body: { overlap_hours: Number(overlap), ...(days === AS_IT_IS ? {} : { expires_at: lifeFrom(days) }) },
    }),
    touches: [apiKeys, accessReviews, events],
    close,
    done: (answer) => {
      setSecret(answer.secret);
      rotate.reset();
    },
    secret: true,
  });
  return (
    <>
      <FormModal
        opened={apiKey?.status === 'active'}
        title={`New secret for ${apiKey?.name ?? ''}`}
        submitLabel="Make new secret"
        busy={rotate.isPending}
        permission={permission}
        onClose={close}
        onSubmit={form.onSubmit((values) => {
          if (apiKey !== undefined) rotate.mutate({ ...values, id: apiKey.id });
        })}
      >
        <Text size="sm">Grant, holder and pace stay. Give the program the new secret while the old one still goes on.</Text>
        <Select
          label="The old secret goes on for"
          description="Choose “Not at all” if somebody else may have it."
          allowDeselect={false}
          data={overlaps}
          {...form.getInputProps('overlap')}
        />
        <Select
          label="The key expires"
          allowDeselect={false}
          data={[
            { value: AS_IT_IS, label: 'When it did before' },
            ...lives.map(({ value, label }) => ({ value, label: `${label} from now` })),
          ]}
          {...form.getInputProps('days')}
        />
      </FormModal>
      <SecretOnce
        opened={secret !== null}
        title="New secret, shown once"
        what="API key"
        secret={secret ?? ''}
        warning="Nobody can show it again: the server keeps its hash alone. Put it where your program reads the old one, and see under Last used that it is used before the old one ends."
        onClose={() => setSecret(null)}
      />
    </>
  );
}
