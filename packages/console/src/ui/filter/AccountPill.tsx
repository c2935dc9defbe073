import { AccountPicker } from '../form/AccountPicker.tsx';
import { FilterPill } from './FilterPill.tsx';

interface AccountPillProps {
  readonly name: string;
  readonly code: string | undefined;
  readonly onChange: (code: string | undefined) => void;
  /** Only accounts in it. */
  readonly currency?: string;
  /** The id of one that is no choice. */
  readonly except?: string;
}

/** An account by its code, closed ones too. */
export function AccountPill({ name, code, onChange, ...offered }: AccountPillProps) {
  return (
    <FilterPill name={name} said={code ?? null} onClear={() => onChange(undefined)}>
      {(close) => (
        <AccountPicker
          label={name}
          by="code"
          closedToo
          comboboxProps={{ withinPortal: false }}
          value={code ?? null}
          onChange={(account) => {
            onChange(account?.code);
            close();
          }}
          {...offered}
        />
      )}
    </FilterPill>
  );
}
