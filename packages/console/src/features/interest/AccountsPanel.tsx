import { type InterestAccount, interest } from '@countinghouse/contract/features/interest';
import { IconPigMoney, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { accountColumns } from './columns.tsx';

const MIN_WIDTH_PX = 640;
const none: readonly InterestAccount[] = [];

interface AccountsPanelProps {
  readonly q: string;
  readonly sort: string | undefined;
  readonly onChange: (patch: { q?: string | undefined; sort?: string | undefined }) => void;
  readonly onPut: () => void;
}

/** The accounts that interest accrues on; a row opens the page that explains it. */
export function AccountsPanel({ q: words, sort, onChange, onPut }: AccountsPanelProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const permission = useWritePermission(interest.setBucket);
  const source = useQuery(q(interest.accounts, { query: {} }));
  const all = source.data?.accounts ?? none;
  const shown = useMemo(
    () => all.filter((a) => `${a.code} ${a.currency} ${a.bucket_code ?? ''}`.toLowerCase().includes(words.trim().toLowerCase())),
    [all, words],
  );
  const grid = useGrid({
    id: 'interest-accounts',
    columns: accountColumns,
    rows: shown,
    rowId: (a) => a.account_id,
    sort,
    onSort: (next) => onChange({ sort: next }),
  });
  const pageOf = (a: InterestAccount) => ({ to: paths.accountInterest, params: { accountId: a.account_id } }) as const;
  const button = (
    <GuardedButton permission={permission} variant="default" leftSection={<IconPlus size={14} />} onClick={onPut}>
      Put an account into a bucket
    </GuardedButton>
  );
  return (
    <DataGrid
      label="Accounts with interest"
      grid={grid}
      source={source}
      failed="Could not load the accounts with interest"
      minWidth={MIN_WIDTH_PX}
      onOpen={(row, { follow }) => {
        if (!follow) void navigate(pageOf(row));
      }}
      hrefOf={(row) => router.buildLocation(pageOf(row)).href}
      onClearFilters={words === '' ? undefined : () => onChange({ q: undefined })}
      empty={
        <EmptyState icon={IconPigMoney} title="No account accrues interest yet" action={button}>
          Put an account into a bucket: from its day on interest accrues every day and is capitalised at the end of the month.
        </EmptyState>
      }
      toolbar={
        <>
          <FilterInput
            label="Filter accounts with interest"
            placeholder="Filter by code or bucket…"
            value={words}
            onChange={(next) => onChange({ q: next || undefined })}
          />
          {all.length === 0 ? null : button}
        </>
      }
      toolbarEnd={
        <>
          <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="accounts" />
          <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
        </>
      }
    />
  );
}
