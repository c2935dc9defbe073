import { people } from '@countinghouse/contract/features/people';
import { METADATA_KEY_LENGTH_MAX, METADATA_VALUE_LENGTH_MAX } from '@countinghouse/contract/metadata-fields';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../../lib/calls/query.ts';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { usePartyNames } from '../../../lib/calls/use-parties.ts';
import { readMetadataFilter } from '../../../lib/values/metadata.ts';
import { wordOfUseCase } from '../../../lib/values/use-case.ts';
import { AccountPill } from '../../../ui/filter/AccountPill.tsx';
import { AmountsPill } from '../../../ui/filter/AmountsPill.tsx';
import { DaysPill } from '../../../ui/filter/DaysPill.tsx';
import { FilterPill } from '../../../ui/filter/FilterPill.tsx';
import { PartyPicker } from '../../../ui/form/PartyPicker.tsx';
import type { IntentsSearch } from '../search.ts';
import classes from './IntentsLog.module.css';

const SYSTEM = 'system';
const USE_CASES = [
  'manual_post',
  'hold',
  'capture',
  'void',
  'reversal',
  'interest_accrual',
  'interest_capitalisation',
  'fx_revaluation',
  'year_end',
];

type Change = (patch: Partial<IntentsSearch>) => void;
interface PillProps {
  readonly search: IntentsSearch;
  readonly change: Change;
}

function Metadata({ search, change }: PillProps) {
  const [[key, value] = ['', '']] = Object.entries(readMetadataFilter(search.meta) ?? {});
  return (
    <FilterPill
      name="Metadata"
      width={320}
      said={search.meta === undefined ? null : search.meta}
      onClear={() => change({ meta: undefined })}
    >
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const said = new FormData(event.currentTarget);
            const named = String(said.get('key')).trim();
            change({ meta: named === '' ? undefined : `${named}:${String(said.get('value')).trim()}` });
            close();
          }}
        >
          <Group gap="xs" grow>
            <TextInput name="key" label="Key" maxLength={METADATA_KEY_LENGTH_MAX} defaultValue={key} />
            <TextInput name="value" label="Value" maxLength={METADATA_VALUE_LENGTH_MAX} defaultValue={value} />
          </Group>
          <Group justify="flex-end" mt="xs">
            <Button type="submit">Apply</Button>
          </Group>
        </form>
      )}
    </FilterPill>
  );
}

interface OneOfProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | undefined) => void;
}

function OneOf({ name, value, data, onChange }: OneOfProps) {
  return (
    <FilterPill
      name={name}
      said={value === undefined ? null : (data.find((d) => d.value === value)?.label ?? value)}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <Select
          label={name}
          searchable
          comboboxProps={{ withinPortal: false }}
          data={data}
          value={value ?? null}
          onChange={(next) => {
            onChange(next ?? undefined);
            close();
          }}
        />
      )}
    </FilterPill>
  );
}

/** The filters of the log beside its words, each of them in the address. */
export function LogFilters({ search, change }: PillProps) {
  const currencies = useCurrencies();
  const known = useQuery(q(people.names)).data;
  const partyName = usePartyNames([search.party ?? null]).get(search.party ?? '');
  const makers = [
    ...(known?.people ?? []).map((p) => ({ value: p.id, label: p.name ?? 'Erased person' })),
    ...(known?.api_keys ?? []).map((k) => ({ value: k.id, label: `${k.name} (API key)` })),
    { value: SYSTEM, label: 'System' },
  ];
  return (
    <fieldset className={classes['filters']} aria-label="Filters">
      <DaysPill name="Booked" from={search.from} to={search.to} onChange={change} />
      <DaysPill
        name="Value date"
        from={search.valueFrom}
        to={search.valueTo}
        onChange={({ from, to }) => change({ valueFrom: from, valueTo: to })}
      />
      <OneOf
        name="Currency"
        value={search.currency}
        data={currencies.map(({ code }) => ({ value: code, label: code }))}
        onChange={(currency) => change({ currency })}
      />
      <AccountPill name="Account" code={search.account} onChange={(account) => change({ account })} />
      <FilterPill
        name="Party"
        said={search.party === undefined ? null : (partyName ?? search.party.slice(0, 8))}
        onClear={() => change({ party: undefined })}
      >
        {(close) => (
          <PartyPicker
            label="Party"
            comboboxProps={{ withinPortal: false }}
            value={search.party ?? null}
            onChange={(party) => {
              change({ party: party ?? undefined });
              close();
            }}
          />
        )}
      </FilterPill>
      <AmountsPill min={search.min} max={search.max} onChange={change} />
      <OneOf name="Made by" value={search.actor} data={makers} onChange={(actor) => change({ actor })} />
      <OneOf
        name="Use case"
        value={search.use}
        data={USE_CASES.map((value) => ({ value, label: wordOfUseCase(value) }))}
        onChange={(use) => change({ use })}
      />
      <Metadata search={search} change={change} />
    </fieldset>
  );
}
