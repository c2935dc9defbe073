import {
  ACCOUNT_KIND_LENGTH_MAX,
  accounts,
  DEFAULT_ACCOUNT_CURRENCY,
  DEFAULT_ACCOUNT_KIND,
  EXTERNAL_REF_LENGTH_MAX,
  NewAccount,
} from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { CODE_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Checkbox, Group, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { ActiveEntityNote } from '../../ui/form/ActiveEntityNote.tsx';
import { CurrencySelect } from '../../ui/form/CurrencySelect.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { PartyPicker } from '../../ui/form/PartyPicker.tsx';

interface FormValues {
  code: string;
  currency: string;
  kind: string;
  ledgerAccountId: string;
  external_ref: string;
  floor: 'none' | 'zero';
  party_id: string | null;
}

const initialValues: FormValues = {
  code: '',
  currency: DEFAULT_ACCOUNT_CURRENCY,
  kind: DEFAULT_ACCOUNT_KIND,
  ledgerAccountId: '',
  external_ref: '',
  floor: 'none',
  party_id: null,
};

export function NewAccountModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(accounts.create);
  const gl = useQuery({ ...q(glAccounts.list), enabled: opened });
  const form = useForm<FormValues>({ initialValues, validate: schemaResolver(NewAccount, { sync: true }) });
  const create = useWrite(accounts.create, {
    input: (values: FormValues) => ({ body: { ...values, external_ref: values.external_ref.trim() === '' ? null : values.external_ref } }),
    said: 'Ledger account created',
    touches: [accounts, balances, glAccounts, events],
    form,
    close: onClose,
  });
  const upper = form.getInputProps('code');
  return (
    <FormModal
      opened={opened}
      title="New ledger account"
      submitLabel="Create account"
      busy={create.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <ActiveEntityNote />
      <TextInput
        label="Code"
        withAsterisk
        data-autofocus
        maxLength={CODE_LENGTH_MAX}
        autoComplete="off"
        {...upper}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <Group grow align="flex-start">
        <CurrencySelect label="Currency" withAsterisk allowDeselect={false} {...form.getInputProps('currency')} />
        <TextInput label="Kind" maxLength={ACCOUNT_KIND_LENGTH_MAX} {...form.getInputProps('kind')} />
      </Group>
      <Select
        label="GL account"
        withAsterisk
        searchable
        placeholder="Choose a GL account"
        nothingFoundMessage={gl.data?.gl.length === 0 ? 'No GL accounts yet. Add one under Chart of accounts first.' : 'No such GL account'}
        data={(gl.data?.gl ?? []).map((a) => ({ value: a.id, label: `${a.code} ${a.title}` }))}
        value={form.values.ledgerAccountId === '' ? null : form.values.ledgerAccountId}
        onChange={(value) => form.setFieldValue('ledgerAccountId', value ?? '')}
        error={form.errors['ledgerAccountId']}
      />
      <PartyPicker
        label="Party"
        description="Optional: whose account it is"
        clearButtonProps={{ 'aria-label': 'No party' }}
        value={form.values.party_id}
        onChange={(id) => form.setFieldValue('party_id', id)}
        error={form.errors['party_id']}
      />
      <TextInput
        label="External reference"
        description="Optional, for example an IBAN"
        maxLength={EXTERNAL_REF_LENGTH_MAX}
        {...form.getInputProps('external_ref')}
      />
      <Checkbox
        size="xs"
        label="Never below zero on its normal side"
        checked={form.values.floor === 'zero'}
        onChange={(event) => form.setFieldValue('floor', event.currentTarget.checked ? 'zero' : 'none')}
      />
    </FormModal>
  );
}
