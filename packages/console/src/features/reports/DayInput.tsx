import { DateInput } from '@mantine/dates';

interface DayInputProps {
  readonly label: string;
  /** In a toolbar: its label is for a screen reader only. */
  readonly bare?: boolean;
  readonly value: string | undefined;
  /** What holds while the field is empty. */
  readonly placeholder: string;
  readonly onChange: (day: string | undefined) => void;
}

/** A day that may be left open. */
export function DayInput({ label, bare = false, value, placeholder, onChange }: DayInputProps) {
  return (
    <DateInput
      {...(bare ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      w={140}
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
    />
  );
}
