import { Button, Group, TextInput } from '@mantine/core';
import { FilterPill } from './FilterPill.tsx';
import { span } from './span.ts';

interface AmountsPillProps {
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChange: (amounts: { readonly min: string | undefined; readonly max: string | undefined }) => void;
}

/** A smallest and a largest amount, as they were typed. */
export function AmountsPill({ min, max, onChange }: AmountsPillProps) {
  return (
    <FilterPill name="Amount" said={span(min, max, (amount) => amount)} onClear={() => onChange({ min: undefined, max: undefined })}>
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const said = new FormData(event.currentTarget);
            const typed = (name: string): string | undefined => String(said.get(name)).trim() || undefined;
            onChange({ min: typed('min'), max: typed('max') });
            close();
          }}
        >
          <Group gap="xs" grow>
            <TextInput name="min" label="From" inputMode="decimal" data-amount defaultValue={min ?? ''} />
            <TextInput name="max" label="To" inputMode="decimal" data-amount defaultValue={max ?? ''} />
          </Group>
          <Group justify="flex-end" mt="xs">
            <Button type="submit">Apply</Button>
          </Group>
        </form>
      )}
    </FilterPill>
  );
}
