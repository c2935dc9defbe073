import { EventTypePattern, type Webhook, WebhookName, WebhookUrl } from '@countinghouse/contract/features/webhooks';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { TagsInput, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import * as z from 'zod';
import { formErrorsOf } from '../../lib/calls/api-error.ts';
import { offeredTypes } from './words.ts';

/** What is wrong with any of the types is told at the field, which is one. */
const EventTypes = z
  .array(z.string())
  .refine((types) => types.every((type) => EventTypePattern.safeParse(type).success), 'Use types such as intent.executed or account.*');
const Values = z.object({ name: WebhookName, url: WebhookUrl, event_types: EventTypes });

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

/** A name that is taken is told at the name. */
export function endpointFaults(error: Error): Record<string, string> {
  const { code: taken, ...faults } = formErrorsOf(error);
  return taken === undefined ? faults : { ...faults, name: 'Another endpoint has this name.' };
}

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
