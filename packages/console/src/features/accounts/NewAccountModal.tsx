import {
  ACCOUNT_KIND_LENGTH_MAX,
  ACCOUNT_TITLE_LENGTH_MAX,
  accounts,
  DEFAULT_ACCOUNT_CURRENCY,
  DEFAULT_ACCOUNT_KIND,
  EXTERNAL_REF_LENGTH_MAX,
  OpenAccount,
} from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { ACCOUNT_CODE_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Group, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { minorUnitsIn } from '../../lib/values/money.ts';
import { ActiveEntityNote } from '../../ui/form/ActiveEntityNote.tsx';
import { CurrencySelect } from '../../ui/form/CurrencySelect.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { PartyPicker } from '../../ui/form/PartyPicker.tsx';
import { FloorInput } from './FloorInput.tsx';
import { readFloor } from './read-floor.ts';

interface FormValues {
  code: string;
  title: string;
  currency: string;
  kind: string;
  gl_account: string;
  external_ref: string;
  /** As it is typed, in major units. */
  floor_minor: string;
  party_id: string | null;
}

const initialValues: FormValues = {
  code: '',
  title: '',
  currency: DEFAULT_ACCOUNT_CURRENCY,
  kind: DEFAULT_ACCOUNT_KIND,
  gl_account: '',
  external_ref: '',
  floor_minor: '',
  party_id: null,
};

export function NewAccountModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(accounts.open);
  const gl = useQuery({ ...q(glAccounts.list), enabled: opened });
  const currencies = useCurrencies();
  const fields = OpenAccount.omit({ floor_minor: true });
  const form = useForm<FormValues>({
    initialValues,
    validate: (values) => {
      const { floor_minor, ...others } = values;
      const floor = readFloor(floor_minor, minorUnitsIn(currencies, values.currency));
      return { ...schemaResolver(fields, { sync: true })(others), ...('fault' in floor ? { floor_minor: floor.fault } : {}) };
    },
  });
  const open = useWrite(accounts.open, {
    input: (values: FormValues) => {
      const floor = readFloor(values.floor_minor, minorUnitsIn(currencies, values.currency));
      return { body: { ...values, floor_minor: 'minor' in floor ? floor.minor : null } };
    },
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
      busy={open.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => open.mutate(values))}
    >
      <ActiveEntityNote />
      <TextInput
        label="Code"
        withAsterisk
        data-autofocus
        maxLength={ACCOUNT_CODE_LENGTH_MAX}
        autoComplete="off"
        {...upper}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <TextInput
        label="Title"
        description="Optional: what people call it"
        maxLength={ACCOUNT_TITLE_LENGTH_MAX}
        {...form.getInputProps('title')}
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
        value={form.values.gl_account === '' ? null : form.values.gl_account}
        onChange={(value) => form.setFieldValue('gl_account', value ?? '')}
        error={form.errors['gl_account']}
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
        description="Optional, for example an IBAN. Postings may name the account by it."
        maxLength={EXTERNAL_REF_LENGTH_MAX}
        {...form.getInputProps('external_ref')}
      />
      <FloorInput
        currency={form.values.currency}
        value={form.values.floor_minor}
        error={form.errors['floor_minor']}
        onChange={(text) => form.setFieldValue('floor_minor', text)}
      />
    </FormModal>
  );
}
