import { type ComboboxData, Select } from '@mantine/core';
import { sentenceCase } from '../value/status.ts';
import type { List } from './use-list.ts';

interface ChoiceProps<T> {
  readonly list: List<T>;
  /** What it sets in the address. */
  readonly name: string;
  readonly label: string;
  /** What the button that takes the choice back is called: "All kinds". */
  readonly all: string;
  readonly width: number;
  readonly options: ComboboxData;
  readonly searchable?: boolean;
  /** Shown while nothing is chosen; else the label. */
  readonly placeholder?: string;
}

/** Words of the wire are told in the casing of all others. */
const worded = (options: ComboboxData): ComboboxData =>
  options.map((option) =>
    typeof option === 'string' && /^[a-z]/.test(option) ? { value: option, label: sentenceCase(option) } : option,
  ) as ComboboxData;

/** A filter of a list: one of several values, or none. */
export function Choice<T>({ list, name, label, all, width, options, searchable = false, placeholder = label }: ChoiceProps<T>) {
  const value = list.said[name];
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      w={width}
      clearable
      searchable={searchable}
      comboboxProps={{ keepMounted: false }}
      clearButtonProps={{ 'aria-label': all }}
      data={worded(options)}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => list.narrow({ [name]: next ?? undefined })}
    />
  );
}
