import type { RouteAnswer } from '@countinghouse/client/client';
import { ACCOUNT_KIND_LENGTH_MAX, accounts, DEFAULT_ACCOUNT_KIND, OPENING_RULES_MAX } from '@countinghouse/contract/features/accounts';
import { events } from '@countinghouse/contract/features/events';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { ActionIcon, Button, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { minorUnitsIn, plainAmountE8, readMinorE8 } from '../../lib/values/money.ts';
import { CurrencySelect } from '../../ui/form/CurrencySelect.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './OpeningRules.module.css';
import { readFloor } from './read-floor.ts';

type Rules = RouteAnswer<typeof accounts.openingRules>['rules'];

interface RuleValues {
  prefix: string;
  gl_account: string;
  currency: string | null;
  kind: string;
  /** As it is typed, in major units. */
  floor: string;
  entity: string | null;
}

const empty: RuleValues = { prefix: '', gl_account: '', currency: null, kind: DEFAULT_ACCOUNT_KIND, floor: '', entity: null };

/** By which accounts are opened on first use, where a program asks for it. */
export function OpeningRules() {
  const rules = useQuery(q(accounts.openingRules)).data?.rules;
  const tenantId = useActiveTenant()?.id ?? '';
  return (
    <Panel title="Accounts opened on first use">
      {rules === undefined ? <Skeleton height={120} /> : <RulesForm key={`${tenantId} ${JSON.stringify(rules)}`} rules={rules} />}
    </Panel>
  );
}

function RulesForm({ rules }: { readonly rules: Rules }) {
  const permission = useWritePermission(accounts.setOpeningRules);
  const currencies = useCurrencies();
  const gl = useQuery(q(glAccounts.list)).data?.gl ?? [];
  const unitsOf = (currency: string | null): number => minorUnitsIn(currencies, currency ?? '');
  const form = useForm<{ rules: RuleValues[] }>({
    initialValues: {
      rules: rules.map(({ prefix, gl_account, currency, kind, floor_minor, entity }) => ({
        prefix,
        gl_account,
        currency,
        kind,
        floor: floor_minor === null ? '' : plainAmountE8(readMinorE8(floor_minor, unitsOf(currency)), unitsOf(currency)),
        entity,
      })),
    },
    validate: {
      rules: {
        prefix: (prefix) => (prefix.trim() === '' ? 'Say what the codes begin with.' : null),
        gl_account: (id) => (id === '' ? 'Choose a GL account.' : null),
        floor: (typed, values, path) => {
          const { currency = null } = values.rules[Number(path.split('.')[1])] ?? {};
          const floor = readFloor(typed, unitsOf(currency));
          return 'fault' in floor ? floor.fault : null;
        },
      },
    },
  });
  const save = useWrite(accounts.setOpeningRules, {
    input: ({ rules: all }: { rules: RuleValues[] }) => ({
      body: {
        rules: all.map(({ floor, ...rule }) => {
          const read = readFloor(floor, unitsOf(rule.currency));
          return { ...rule, floor_minor: 'minor' in read ? read.minor : null };
        }),
      },
    }),
    said: 'Saved',
    touches: [accounts, events],
  });
  const disabled = !permission.allowed;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          An intent that says <span className="mono">open_missing</span> opens an account that is not there, if its code begins with one of
          these. Of two rules the longer one counts.
        </Text>
        {form.values.rules.map((rule, i) => (
          <div key={form.key(`rules.${i}`)} className={classes['rule']}>
            <TextInput
              label="Code begins with"
              placeholder="WALLET:"
              autoComplete="off"
              disabled={disabled}
              {...form.getInputProps(`rules.${i}.prefix`)}
              onChange={(event) => form.setFieldValue(`rules.${i}.prefix`, event.currentTarget.value.toUpperCase())}
            />
            <Select
              label="GL account"
              searchable
              disabled={disabled}
              data={gl.map((a) => ({ value: a.id, label: `${a.code} ${a.title}` }))}
              {...form.getInputProps(`rules.${i}.gl_account`)}
              value={rule.gl_account === '' ? null : rule.gl_account}
              onChange={(value) => form.setFieldValue(`rules.${i}.gl_account`, value ?? '')}
            />
            <CurrencySelect
              label="Currency"
              placeholder="Any"
              clearable
              disabled={disabled}
              {...form.getInputProps(`rules.${i}.currency`)}
            />
            <TextInput label="Kind" maxLength={ACCOUNT_KIND_LENGTH_MAX} disabled={disabled} {...form.getInputProps(`rules.${i}.kind`)} />
            <TextInput
              label="Floor"
              placeholder="No floor"
              data-amount
              inputMode="decimal"
              autoComplete="off"
              disabled={disabled}
              {...form.getInputProps(`rules.${i}.floor`)}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              mt={26}
              disabled={disabled}
              aria-label={`Remove rule ${rule.prefix}`}
              onClick={() => form.removeListItem('rules', i)}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </div>
        ))}
        <Group>
          <GuardedButton type="submit" permission={permission} loading={save.isPending}>
            Save
          </GuardedButton>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={disabled || form.values.rules.length >= OPENING_RULES_MAX}
            onClick={() => form.insertListItem('rules', empty)}
          >
            Add a rule
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
