import { events } from '@countinghouse/contract/features/events';
import { LIMIT_BLANK, type LimitKey, type Limits, limits } from '@countinghouse/contract/features/limits';
import { Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { errorMessageOf, fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import type { LimitText } from '../../lib/values/limit-texts.ts';
import { group, readAmountE8, showAmountE8, ungroup } from '../../lib/values/money.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './Limits.module.css';
import { NobodyElse } from './NobodyElse.tsx';
import { TodaysUse } from './TodaysUse.tsx';

const notSet: Permission = { allowed: false, reason: 'It is not limited.' };

/** The value in force, as the wire has it. */
const textOf = ({ limits: all }: Limits, key: LimitKey): string => String(all[key] ?? '');

/** One limit: its field with a Save and a Disable of its own. */
export function LimitCard({ text: { key, title, says }, current }: { readonly text: LimitText; readonly current: Limits }) {
  const permission = useWritePermission(limits.set);
  const inForce = textOf(current, key);
  const [typed, setTyped] = useState(group(inForce));
  const [fault, setFault] = useState<string | null>(null);
  const described = useId();
  const isCount = key === 'daily_txn_count_max';
  const set = useWrite(limits.set, {
    input: (value: string | null) => ({ body: { key, value } }),
    said: 'Saved',
    touches: [limits, events],
    held: () => setTyped(group(inForce)),
    done: (saved) => setTyped(group(textOf(saved, key))),
    failed: (error) => setFault(fieldFaultsOf(error).get('value') ?? errorMessageOf(error)),
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const value = ungroup(typed);
    setFault(value === '' ? LIMIT_BLANK : null);
    if (value !== '') set.mutate(value);
  };
  const last = current.set[key];
  return (
    <Panel title={title} aside={<InForce value={inForce} unit={isCount ? null : current.reporting_currency} />}>
      <form onSubmit={save} noValidate>
        <Text size="sm" c="dimmed" id={described}>
          {says}
        </Text>
        <Group gap="xs" mt="sm" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            maw={280}
            aria-label={title}
            aria-describedby={described}
            placeholder="No limit"
            data-amount
            inputMode={isCount ? 'numeric' : 'decimal'}
            autoComplete="off"
            classNames={{ input: classes['value'] ?? '' }}
            rightSectionWidth={56}
            rightSection={<span className={classes['unit']}>{isCount ? 'intents' : current.reporting_currency}</span>}
            disabled={!permission.allowed}
            value={typed}
            error={fault}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setFault(null);
            }}
          />
          <GuardedButton
            type="submit"
            permission={permission}
            loading={set.isPending && set.variables !== null}
            aria-label={`Save: ${title}`}
          >
            Save
          </GuardedButton>
          <GuardedButton
            variant="default"
            permission={permission.allowed && inForce === '' ? notSet : permission}
            loading={set.isPending && set.variables === null}
            aria-label={`Disable: ${title}`}
            onClick={() => {
              setFault(null);
              set.mutate(null);
            }}
          >
            Disable
          </GuardedButton>
        </Group>
      </form>
      {key === 'high_risk_amount' ? <NobodyElse /> : null}
      {inForce === '' ? null : <TodaysUse limit={key} value={inForce} current={current} />}
      {last === undefined ? null : (
        <Text size="xs" c="dimmed" mt="sm" component="div">
          {inForce === '' ? 'Disabled' : 'Set'} by <Actor id={last.set_by} /> <Timestamp at={last.set_at} />
        </Text>
      )}
    </Panel>
  );
}

/** What is in force, to be read at a glance. */
function InForce({ value, unit }: { readonly value: string; readonly unit: string | null }) {
  if (value === '') return <StatusBadge status="notLimited" />;
  const decimals = (value.split('.')[1] ?? '').length;
  return (
    <Text size="sm" fw={600} pr={8} className="numbers" title="In force" data-amount>
      {unit === null ? '' : `${unit} `}
      {showAmountE8(readAmountE8(value), decimals)}
    </Text>
  );
}
