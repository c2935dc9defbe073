import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useShortcut } from '../../lib/screen/shortcuts.ts';

interface FilterInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The free-text filter of a list; `/` goes to it, Escape empties and leaves it. */
export function FilterInput({ label, placeholder, value, onChange }: FilterInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', { name: 'Filter this list', group: 'Lists' }, () => input.current?.focus());
  return (
    <TextInput
      ref={input}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      w={{ base: '100%', xs: 280 }}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        value === '' ? (
          <Kbd aria-hidden visibleFrom="sm">
            /
          </Kbd>
        ) : (
          <CloseButton size="xs" aria-label="Clear filter" onClick={() => onChange('')} />
        )
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (value === '') input.current?.blur();
        else onChange('');
      }}
    />
  );
}
