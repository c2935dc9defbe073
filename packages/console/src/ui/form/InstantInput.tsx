import { TextInput, type TextInputProps } from '@mantine/core';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { fromInputValue, toInputValue } from '../../lib/values/time.ts';

interface InstantInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** RFC 3339, or null while it is empty. */
  readonly value: string | null;
  readonly onChange: (instant: string | null) => void;
}

/** An instant to the second, typed or picked in local time or UTC as the person has set it. */
export function InstantInput({ value, onChange, description, ...props }: InstantInputProps) {
  const [zone] = useTimeZone();
  const zoneName = zone === 'utc' ? 'UTC' : 'Local time';
  return (
    <TextInput
      {...props}
      type="datetime-local"
      step={1}
      description={description === undefined ? zoneName : `${zoneName}. ${String(description)}`}
      value={value === null ? '' : toInputValue(value, zone)}
      onChange={(event) => onChange(fromInputValue(event.currentTarget.value, zone))}
    />
  );
}
