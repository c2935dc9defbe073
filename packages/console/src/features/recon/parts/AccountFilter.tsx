import { AccountPicker } from '../../../ui/form/AccountPicker.tsx';

interface AccountFilterProps {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** An account by code, or all of them. */
export function AccountFilter({ value, onChange }: AccountFilterProps) {
  return (
    <AccountPicker
      aria-label="Account"
      placeholder="Account"
      w={220}
      by="id"
      closedToo
      clearable
      clearButtonProps={{ 'aria-label': 'All accounts' }}
      value={value ?? null}
      onChange={(account) => onChange(account?.id)}
    />
  );
}
