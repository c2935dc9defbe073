import { currencies } from '@countinghouse/contract/features/currencies';
import { GL_REPORT_CURRENCIES, GL_REPORT_CURRENCY_DEFAULT, type GlBalances, reports } from '@countinghouse/contract/features/reports';
import { Select } from '@mantine/core';
import { IconSum } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { compareBigints, plainAmountE8, readMinorE8 } from '../../lib/values/money.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Totals } from '../../ui/table/Totals.tsx';
import { Money } from '../../ui/value/Money.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { DayInput } from './DayInput.tsx';
import { FileButtons } from './FileButtons.tsx';
import { ReportTabs } from './ReportTabs.tsx';
import { GlBalancesSearch } from './search.ts';

const MIN_WIDTH_PX = 620;
const classNames: Readonly<Record<string, string>> = { A: 'Asset', L: 'Liability', E: 'Equity', I: 'Income', X: 'Expense' };

type Balance = GlBalances['balances'][number];
interface Row extends Balance {
  readonly totalE8: bigint;
  readonly minorUnits: number;
  readonly currency: string;
  readonly day: string | undefined;
}
const none: readonly Balance[] = [];

const columns: readonly GridColumn<Row>[] = [
  {
    id: 'code',
    header: 'Code',
    width: '130px',
    fixed: true,
    compare: (a, b) => compareText(a.code, b.code),
    text: (r) => r.code,
    cell: (r) => <strong>{r.code}</strong>,
  },
  {
    id: 'title',
    header: 'Title',
    width: 'minmax(200px, 2fr)',
    compare: (a, b) => compareText(a.title, b.title),
    text: (r) => r.title,
    cell: (r) => (
      <TextLink to={paths.balances} search={{ gl: r.code, currency: r.currency, ...(r.day === undefined ? {} : { day: r.day }) }}>
        {r.title}
      </TextLink>
    ),
  },
  {
    id: 'class',
    header: 'Class',
    width: '120px',
    compare: (a, b) => compareText(a.class, b.class),
    text: (r) => r.class,
    cell: (r) => classNames[r.class] ?? r.class,
  },
  {
    id: 'total',
    header: 'Total',
    width: 'minmax(170px, 1fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareBigints(a.totalE8, b.totalE8) || compareText(a.code, b.code),
    text: (r) => plainAmountE8(r.totalE8, r.minorUnits),
    cell: (r) => <Money amountE8={r.totalE8} minorUnits={r.minorUnits} currency={r.currency} side />,
  },
  {
    id: 'minor',
    header: 'Minor units',
    width: 'minmax(130px, 0.8fr)',
    align: 'right',
    text: (r) => r.total,
    cell: (r) => <span className="mono dimmed">{r.total}</span>,
  },
];

/** Currencies of the specification, and those the organisation allows beyond them. */
function useCurrencyOptions(): readonly string[] {
  const { data } = useQuery(q(currencies.tenantList));
  return [...new Set([...GL_REPORT_CURRENCIES, ...(data?.currencies ?? []).map((c) => c.code)])];
}

export function GlBalancesPage() {
  const [search, setSearch] = useUrlState(GlBalancesSearch);
  const { q: words = '', currency = GL_REPORT_CURRENCY_DEFAULT, as_of, sort } = search;
  const query = { currency, ...(as_of === undefined ? {} : { as_of }) };
  const source = useQuery({ ...q(reports.balancesByGl, { query }), placeholderData: keepPreviousData });
  const all = source.data?.balances ?? none;
  const minorUnits = source.data?.minorUnits ?? 2;
  const shown = useMemo(
    () =>
      all
        .filter((b) => `${b.code} ${b.title}`.toLowerCase().includes(words.toLowerCase()))
        .map(
          (b): Row => ({
            ...b,
            totalE8: readMinorE8(b.total, minorUnits),
            minorUnits,
            currency: source.data?.currency ?? currency,
            day: as_of,
          }),
        ),
    [all, words, minorUnits, source.data?.currency, currency, as_of],
  );
  const grid = useGrid({
    id: 'balances-by-gl',
    columns,
    rows: shown,
    rowId: (r) => r.gl_account_id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const sum = shown.reduce((total, r) => total + r.totalE8, 0n);
  const options = useCurrencyOptions();
  return (
    <Page fill>
      <PageHeader
        title="Balances by GL"
        description={`Totals of the accounts in ${currency} that each GL account stands for, in minor units.`}
        actions={<FileButtons route={reports.balancesByGl} query={query} />}
      />
      <ReportTabs />
      <DataGrid
        label="Balances by GL"
        grid={grid}
        source={source}
        failed="Could not load balances"
        minWidth={MIN_WIDTH_PX}
        onClearFilters={words === '' ? undefined : () => setSearch({ q: undefined })}
        empty={
          <EmptyState icon={IconSum} title={`No accounts in ${currency}`}>
            Choose another currency, or open a ledger account in this one.
          </EmptyState>
        }
        toolbar={
          <>
            <Select
              aria-label="Currency"
              w={100}
              allowDeselect={false}
              searchable
              data={options}
              value={currency}
              onChange={(next) => setSearch({ currency: next === GL_REPORT_CURRENCY_DEFAULT ? undefined : (next ?? undefined) })}
            />
            <DayInput bare label="As of" placeholder="Every value date" value={as_of} onChange={(day) => setSearch({ as_of: day })} />
            <FilterInput
              label="Filter GL accounts"
              placeholder="Filter by code or title…"
              value={words}
              onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
            />
          </>
        }
        toolbarEnd={
          <>
            <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="GL accounts" />
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </>
        }
        footer={shown.length === 0 ? undefined : <Totals label="Sum" sums={new Map([[currency, sum]])} minorUnitsOf={() => minorUnits} />}
      />
    </Page>
  );
}
