import { events } from '@countinghouse/contract/features/events';
import {
  GL_CODE_LENGTH_MAX,
  GL_TITLE_LENGTH_MAX,
  type GlAccount,
  glAccounts,
  glClasses,
  NewGlAccount,
} from '@countinghouse/contract/features/gl-accounts';
import { Group, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

type ClassCode = keyof typeof glClasses;

interface FormValues {
  code: string;
  title: string;
  class: ClassCode;
  normalBalance: 'DR' | 'CR';
  parentId: string | null;
}

const initialValues: FormValues = { code: '', title: '', class: 'A', normalBalance: 'DR', parentId: null };

/** On which side an account of a class normally stands. */
const normalOf = { A: 'DR', X: 'DR', L: 'CR', E: 'CR', I: 'CR' } as const satisfies Record<ClassCode, 'DR' | 'CR'>;
const classes = Object.entries(glClasses).map(([value, word]) => ({ value, label: `${value} · ${word}` }));
const sides = [
  { value: 'DR', label: 'DR · Debit' },
  { value: 'CR', label: 'CR · Credit' },
];

export function NewGlAccountModal({
  opened,
  accounts,
  onClose,
}: {
  readonly opened: boolean;
  readonly accounts: readonly GlAccount[];
  readonly onClose: () => void;
}) {
  const permission = useWritePermission(glAccounts.create);
  const form = useForm<FormValues>({ initialValues, validate: schemaResolver(NewGlAccount, { sync: true }) });
  const create = useWrite(glAccounts.create, {
    input: (values: FormValues) => ({ body: values }),
    said: 'GL account created',
    touches: [glAccounts, events],
    form,
    close: onClose,
  });
  const chooseClass = (value: string | null): void => {
    const chosen = (value ?? 'A') as ClassCode;
    form.setValues({ class: chosen, normalBalance: normalOf[chosen] });
  };
  const chooseParent = (parentId: string | null): void => {
    const parent = accounts.find((a) => a.id === parentId);
    form.setValues({ parentId, ...(parent === undefined ? {} : { class: parent.class, normalBalance: parent.normalBalance }) });
  };
  const inherited = form.values.parentId !== null;
  return (
    <FormModal
      opened={opened}
      title="New GL account"
      submitLabel="Create GL account"
      busy={create.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label="Code"
        withAsterisk
        data-autofocus
        maxLength={GL_CODE_LENGTH_MAX}
        autoComplete="off"
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <TextInput label="Title" withAsterisk maxLength={GL_TITLE_LENGTH_MAX} autoComplete="off" {...form.getInputProps('title')} />
      <Select
        label="Parent"
        description="Optional. A GL account has the class of its parent."
        placeholder="None: at the top"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear parent' }}
        nothingFoundMessage="No such GL account"
        data={accounts.map((a) => ({ value: a.id, label: `${a.code} ${a.title}` }))}
        {...form.getInputProps('parentId')}
        onChange={chooseParent}
      />
      <Group grow align="flex-start">
        <Select
          label="Class"
          withAsterisk
          allowDeselect={false}
          data={classes}
          value={form.values.class}
          onChange={chooseClass}
          disabled={inherited}
          description={inherited ? 'That of the parent' : undefined}
          error={form.errors['class']}
        />
        <Select
          label="Normal balance"
          withAsterisk
          allowDeselect={false}
          data={sides}
          description={inherited ? 'As the parent, unless chosen' : undefined}
          {...form.getInputProps('normalBalance')}
        />
      </Group>
    </FormModal>
  );
}
