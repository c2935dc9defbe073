import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { usePartyNames, usePartySearch } from '../../lib/calls/use-parties.ts';

interface PartyPickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'filter' | 'searchValue'> {
  /** The id of a party. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** A party, looked for on the server by label, kind or reference. */
export function PartyPicker({ value, onChange, ...rest }: PartyPickerProps) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const name = usePartyNames([value]).get(value ?? '');
  // A choice is written into the field: that is no search for it.
  const { found, searching } = usePartySearch(typed === name ? '' : typed, opened);
  const options = found.map(({ id, label }) => ({ value: id, label }));
  const chosen = value === null || options.some((o) => o.value === value) ? [] : [{ value, label: name ?? '…' }];
  return (
    <Select
      searchable
      clearable
      nothingFoundMessage={searching ? 'Searching…' : 'No such party. Create it in the parties directory first.'}
      {...rest}
      data={[...chosen, ...options]}
      // The server has chosen.
      filter={({ options: these }) => these}
      onDropdownOpen={() => setOpened(true)}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={onChange}
    />
  );
}
