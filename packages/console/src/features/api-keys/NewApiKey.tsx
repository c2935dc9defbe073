import { accessReviews } from '@countinghouse/contract/features/access-reviews';
import { API_KEY_RATE_MAX, apiKeys, type KeyGrant } from '@countinghouse/contract/features/api-keys';
import { events } from '@countinghouse/contract/features/events';
import { serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { LABEL_LENGTH_MAX, requiredText } from '@countinghouse/contract/fields';
import { Box, Input, NumberInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { formErrorsOf } from '../../lib/calls/api-error.ts';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { type NetworkLine, networksOf } from '../../lib/values/text/networks.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { NetworkLines } from '../../ui/form/lines/NetworkLines.tsx';
import { SecretOnce } from '../../ui/form/SecretOnce.tsx';
import { lifeFrom, lives } from './lives.ts';

const Values = z.object({ name: requiredText(LABEL_LENGTH_MAX, 'Name') });
const grants = [
  { value: 'read', label: 'Read' },
  { value: 'propose', label: 'Propose' },
  { value: 'post', label: 'Post' },
  { value: 'admin', label: 'Admin' },
];
const says = {
  read: 'Sees what its holder sees, and changes nothing.',
  propose:
    'Also proposes intents and changes. Nothing is posted or changed until somebody other than you approves it: the grant for assistants.',
  post: 'Also posts intents and imports, places and captures holds, takes snapshots.',
  admin: 'Also changes master data: accounts, the chart, parties, currencies, FX rates, entities.',
} as const satisfies Readonly<Record<KeyGrant, string>>;
/** Whose key it is to be: one’s own, or a service account’s, by its id. */
export const OWN = 'own';

interface FormValues {
  whose: string;
  name: string;
  grant: KeyGrant;
  days: string;
  rate: number | '';
  networks: NetworkLine[];
}

/** `whose`: whose key is to be made; undefined: none. */
export function NewApiKey({ whose, onClose }: { readonly whose: string | undefined; readonly onClose: () => void }) {
  const permission = useWritePermission(apiKeys.create);
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<FormValues>({
    initialValues: { whose: OWN, name: '', grant: 'read', days: '90', rate: '', networks: [] },
    validate: schemaResolver(Values, { sync: true }),
  });
  const { setFieldValue } = form;
  useEffect(() => {
    if (whose !== undefined) setFieldValue('whose', whose);
  }, [whose, setFieldValue]);
  const accounts = useQuery({ ...q(serviceAccounts.list), enabled: whose !== undefined }).data?.service_accounts ?? [];
  const holders = [
    { value: OWN, label: 'Yours' },
    ...accounts.filter(({ status }) => status === 'active').map(({ id, name }) => ({ value: id, label: `${name} (service account)` })),
  ];
  const isOwn = form.values.whose === OWN;
  const close = (): void => {
    form.reset();
    onClose();
  };
  const create = useWrite(apiKeys.create, {
    input: ({ whose: holder, name, grant, days, rate, networks }: FormValues) => ({
      body: {
        name: name.trim(),
        grant,
        expires_at: lifeFrom(days),
        rate_per_minute: rate === '' ? null : rate,
        service_account_id: holder === OWN ? null : holder,
        allow_list: networksOf(networks),
      },
    }),
    touches: [apiKeys, serviceAccounts, accessReviews, events],
    close,
    failed: (error) => form.setErrors(formErrorsOf(error)),
    done: (made) => {
      setSecret(made.secret);
      create.reset();
    },
    secret: true,
  });
  return (
    <>
      <FormModal
        opened={whose !== undefined}
        title="Create an API key"
        submitLabel="Create key"
        busy={create.isPending}
        permission={permission}
        onClose={close}
        onSubmit={form.onSubmit((values) => create.mutate(values))}
      >
        <Select
          label="Whose key"
          description="Whose name and rights it has."
          allowDeselect={false}
          data={holders}
          {...form.getInputProps('whose')}
        />
        <TextInput
          label="Name"
          description="Which program it is for."
          withAsterisk
          data-autofocus
          maxLength={LABEL_LENGTH_MAX}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Stack gap={6}>
          <SegmentedControl aria-label="Grant" fullWidth data={grants} {...form.getInputProps('grant')} />
          <Text size="sm" c="dimmed">
            {says[form.values.grant]}{' '}
            {isOwn
              ? 'You are the maker of what it does, and it ends when you leave.'
              : 'The service account is the maker of what it does. It goes on when you leave, and you do not approve what it asks for.'}{' '}
            No key approves, closes periods, manages people or keys, or changes limits, controls and policies.
          </Text>
        </Stack>
        <Select label="Expires after" allowDeselect={false} data={lives} {...form.getInputProps('days')} />
        <NumberInput
          label="Calls a minute"
          description="Empty: as many as its holder may make."
          min={1}
          max={API_KEY_RATE_MAX}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.getInputProps('rate')}
        />
        <Input.Wrapper label="Used from" description="Addresses and networks. None: wherever the organisation takes calls from.">
          <Box mt={6}>
            <NetworkLines
              lines={form.values.networks}
              faultOf={(index) => {
                const fault = form.errors[`allow_list.${index}.network`];
                return typeof fault === 'string' ? fault : undefined;
              }}
              onChange={(networks) => setFieldValue('networks', networks)}
            />
          </Box>
        </Input.Wrapper>
      </FormModal>
      <SecretOnce
        opened={secret !== null}
        title="API key, shown once"
        what="API key"
        secret={secret ?? ''}
        warning="Nobody can show it again: the server keeps its hash alone. Anyone who has it acts in its holder’s name, so keep it where only your program can read it. A program sends it as Authorization: Bearer."
        onClose={() => setSecret(null)}
      />
    </>
  );
}
