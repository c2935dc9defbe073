import { type InterestAccount, interest } from '@countinghouse/contract/features/interest';
import { IconPigMoney, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { accountColumns } from './columns.tsx';
import type { InterestSearch } from './search.ts';

const MIN_WIDTH_PX = 640;

const keep = (a: InterestAccount, { q: typed }: InterestSearch): boolean => says(typed, a.code, a.currency, a.bucket_code);

interface AccountsPanelProps {
  readonly search: InterestSearch;
  readonly onChange: (patch: Partial<InterestSearch>, options?: { replace?: boolean }) => void;
  readonly onPut: () => void;
}

/** The accounts that interest accrues on; a row opens the page that explains it. */
export function AccountsPanel({ search, onChange, onPut }: AccountsPanelProps) {
  const permission = useWritePermission(interest.setBucket);
  const source = useQuery(q(interest.accounts, { query: {} }));
  const list = useList({
    id: 'interest-accounts',
    columns: accountColumns,
    source,
    rows: source.data?.accounts,
    rowId: (a) => a.account_id,
    search,
    setSearch: onChange,
    keep,
  });
  const button = (
    <GuardedButton permission={permission} variant="default" leftSection={<IconPlus size={14} />} onClick={onPut}>
      Put an account into a bucket
    </GuardedButton>
  );
  return (
    <ListGrid
      list={list}
      few
      label="Accounts with interest"
      fileName="interest-accounts.csv"
      failed="Could not load the accounts with interest"
      minWidth={MIN_WIDTH_PX}
      leadsTo={(a) => ({ to: paths.accountInterest, params: { accountId: a.account_id } })}
      empty={
        <EmptyState icon={IconPigMoney} title="No account accrues interest yet" action={button}>
          Put an account into a bucket: from its day on interest accrues every day and is capitalised at the end of the month.
        </EmptyState>
      }
      filter={{ label: 'Filter accounts with interest', placeholder: 'Filter by code or bucket…' }}
      choices={list.all.length === 0 ? null : button}
      counts="accounts"
    />
  );
}
