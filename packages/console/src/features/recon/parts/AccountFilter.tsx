import { AccountPicker } from '../../../ui/form/AccountPicker.tsx';

interface AccountFilterProps {
  readonly value: string | undefined;
  readonly placeholder: string;
  /** Pixels. */
  readonly width?: number;
  readonly onChange: (id: string | undefined) => void;
}

/** An account by code, or all of them. */
export function AccountFilter({ value, placeholder, width = 220, onChange }: AccountFilterProps) {
  return (
    <AccountPicker
      aria-label="Account"
      placeholder={placeholder}
      w={width}
      by="id"
      closedToo
      clearable
      clearButtonProps={{ 'aria-label': 'All accounts' }}
      value={value ?? null}
      onChange={(account) => onChange(account?.id)}
    />
  );
}
