import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import { AccountPill } from '../../ui/filter/AccountPill.tsx';
import { AmountsPill } from '../../ui/filter/AmountsPill.tsx';
import { DaysPill } from '../../ui/filter/DaysPill.tsx';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import type { StatementSearch } from './search.ts';

interface StatementFiltersProps {
  readonly accountId: string;
  readonly currency: string;
  readonly search: StatementSearch;
  readonly onChange: (change: Partial<StatementSearch>, options?: UrlStateOptions) => void;
}

/** Text, value dates, amounts and the other side: each of them in the address. */
export function StatementFilters({ accountId, currency, search, onChange }: StatementFiltersProps) {
  return (
    <>
      <FilterInput
        label="Filter by narrative"
        placeholder="Filter by narrative…"
        value={search.q ?? ''}
        onChange={(next) => onChange({ q: next || undefined }, { replace: true })}
      />
      <DaysPill name="Value date" from={search.from} to={search.to} onChange={onChange} />
      <AmountsPill min={search.min} max={search.max} onChange={onChange} />
      <AccountPill
        name="Counterparty"
        code={search.counterparty}
        currency={currency}
        except={accountId}
        onChange={(counterparty) => onChange({ counterparty })}
      />
    </>
  );
}
