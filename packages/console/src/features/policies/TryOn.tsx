import { events } from '@countinghouse/contract/features/events';
import { type PolicySample, PolicySample as Sample } from '@countinghouse/contract/features/policies';
import { Autocomplete, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { readJsonObject } from '../../lib/values/text/json-text.ts';
import { AccountPicker } from '../../ui/form/AccountPicker.tsx';

/** What a policy is tried on, as it is typed. */
export interface Trial {
  readonly on: 'sample' | 'intent';
  readonly intentId: string;
  readonly debit: string | null;
  readonly credit: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly constraints: string;
}

export const startOfTrial: Trial = {
  on: 'sample',
  intentId: '',
  debit: null,
  credit: null,
  amount: '1000.00',
  currency: 'USD',
  constraints: '{}',
};

/** What is sent of it; nothing while it is not complete. */
export function asked(trial: Trial): { readonly intent_id?: string; readonly sample?: PolicySample } {
  if (trial.on === 'intent') return trial.intentId.trim() === '' ? {} : { intent_id: trial.intentId.trim() };
  const read = readJsonObject(trial.constraints);
  const { debit, credit, amount, currency } = trial;
  if (!('value' in read) || debit === null || credit === null) return {};
  const sample = { constraints: read.value, rows: [{ debitAccount: debit, creditAccount: credit, amount, currency }] };
  return Sample.safeParse(sample).success ? { sample } : {};
}

const RECENT = 20;

interface TryOnProps {
  readonly trial: Trial;
  readonly onChange: (change: Partial<Trial>) => void;
}

/** An intent of the log, or a row that is made up. */
export function TryOn({ trial, onChange }: TryOnProps) {
  const recent = useQuery({ ...q(events.list, { query: { limit: RECENT, type: 'intent.' } }), enabled: trial.on === 'intent' });
  const intentIds = new Set((recent.data?.events ?? []).map((e) => String((e.payload as Record<string, unknown>)['intent_id'] ?? '')));
  const account = (name: 'debit' | 'credit', label: string) => (
    <AccountPicker
      label={label}
      placeholder="Choose"
      by="code"
      closedToo
      value={trial[name]}
      onChange={(chosen) => onChange({ [name]: chosen?.code ?? null })}
    />
  );
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Try it on"
        size="xs"
        data={[
          { value: 'sample', label: 'A sample' },
          { value: 'intent', label: 'A past intent' },
        ]}
        value={trial.on}
        onChange={(on) => onChange({ on: on as Trial['on'] })}
      />
      {trial.on === 'intent' ? (
        <Autocomplete
          label="Intent id"
          placeholder="Choose one of the latest, or paste an id"
          data={[...intentIds]}
          value={trial.intentId}
          onChange={(intentId) => onChange({ intentId })}
        />
      ) : (
        <>
          <Group grow gap="xs">
            {account('debit', 'Debit')}
            {account('credit', 'Credit')}
          </Group>
          <Group grow gap="xs" align="flex-start">
            <TextInput
              label="Amount"
              className="numbers"
              inputMode="decimal"
              value={trial.amount}
              onChange={(event) => onChange({ amount: event.currentTarget.value })}
            />
            <TextInput
              label="Currency"
              maxLength={3}
              value={trial.currency}
              onChange={(event) => onChange({ currency: event.currentTarget.value.toUpperCase() })}
            />
            <TextInput
              label="Constraints"
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontVariantLigatures: 'none' } }}
              spellCheck={false}
              error={'value' in readJsonObject(trial.constraints) ? null : 'Must be a JSON object'}
              value={trial.constraints}
              onChange={(event) => onChange({ constraints: event.currentTarget.value })}
            />
          </Group>
        </>
      )}
    </Stack>
  );
}
