import { accounts, OpenAccount } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { type GlAccount, glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { ACCOUNT_CODE_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { CurrencySelect } from '../../../ui/form/CurrencySelect.tsx';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import classes from './SetUp.module.css';

interface FirstAccountProps {
  readonly gl: readonly GlAccount[];
  /** That of the reports. */
  readonly currency: string;
  /** What most people begin with: where the money is, and where it came from. */
  readonly side: 'bank' | 'capital';
}

const usual = {
  bank: { code: 'BANK', class: 'A', title: /\b(?:bank|cash)/i },
  capital: { code: 'CAPITAL', class: 'E', title: /capital/i },
};

/** What most people would call it and where it would stand in the chart; all of it can be changed. */
function startOf({ gl, currency, side }: FirstAccountProps) {
  const { code, class: glClass, title } = usual[side];
  const parents = new Set(gl.map((a) => a.parentId));
  const leaves = gl.filter((a) => a.class === glClass && !parents.has(a.id));
  return { code: `${code}-${currency}`, currency, gl_account: (leaves.find((a) => title.test(a.title)) ?? leaves[0])?.id ?? '' };
}

/** Opens an account in place: code, currency, and its line of the chart. */
export function FirstAccount(props: FirstAccountProps) {
  const permission = useWritePermission(accounts.open);
  const form = useForm({ initialValues: startOf(props), validate: schemaResolver(OpenAccount, { sync: true }) });
  const open = useWrite(accounts.open, {
    input: (body: ReturnType<typeof startOf>) => ({ body }),
    said: (_, { code }) => `${code} is open`,
    touches: [accounts, balances, glAccounts, events],
    form,
  });
  return (
    <form className={classes['account']} aria-label="New account" onSubmit={form.onSubmit((values) => open.mutate(values))} noValidate>
      <TextInput
        label="Code"
        maxLength={ACCOUNT_CODE_LENGTH_MAX}
        autoComplete="off"
        className={classes['code'] ?? ''}
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <CurrencySelect label="Currency" allowDeselect={false} {...form.getInputProps('currency')} />
      <Select
        label="Chart of accounts"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such GL account"
        data={props.gl.map((a) => ({ value: a.id, label: `${a.code} ${a.title}` }))}
        {...form.getInputProps('gl_account')}
      />
      <GuardedButton type="submit" permission={permission} loading={open.isPending}>
        Create account
      </GuardedButton>
    </form>
  );
}
