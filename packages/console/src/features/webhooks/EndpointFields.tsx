import type { Webhook } from '@countinghouse/contract/features/webhooks';
import { WebhookName, WebhookUrl } from '@countinghouse/contract/features/webhooks';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { TagsInput, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import * as z from 'zod';
import { offeredTypes } from './words.ts';

const Values = z.object({ name: WebhookName, url: WebhookUrl, event_types: z.array(z.string()) });

export interface EndpointValues {
  name: string;
  url: string;
  event_types: string[];
}

export const useEndpointForm = (webhook?: Webhook): UseFormReturnType<EndpointValues> =>
  useForm<EndpointValues>({
    initialValues: { name: webhook?.name ?? '', url: webhook?.url ?? '', event_types: webhook?.event_types ?? [] },
    validate: schemaResolver(Values, { sync: true }),
  });

/** Name, address, and what is wanted. */
export function EndpointFields({ form }: { readonly form: UseFormReturnType<EndpointValues> }) {
  return (
    <>
      <TextInput
        label="Name"
        description="What listens there."
        withAsterisk
        data-autofocus
        maxLength={LABEL_LENGTH_MAX}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Address"
        description="Public, over https. Each message is posted there."
        placeholder="https://hooks.example.com/ledger"
        withAsterisk
        type="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <TagsInput
        label="Events"
        description="Types, or all that begin alike, such as account.*. Empty: all events."
        placeholder={form.values.event_types.length === 0 ? 'All events' : ''}
        data={[...offeredTypes]}
        splitChars={[',', ' ']}
        clearable
        clearButtonProps={{ 'aria-label': 'All events' }}
        {...form.getInputProps('event_types')}
      />
    </>
  );
}
