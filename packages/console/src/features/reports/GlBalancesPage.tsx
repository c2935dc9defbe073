import { GL_REPORT_CURRENCIES, GL_REPORT_CURRENCY_DEFAULT, type GlBalances, reports } from '@countinghouse/contract/features/reports';
import { Select } from '@mantine/core';
import { IconSum } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { given, q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { minor, money, text } from '../../ui/grid/columns.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Totals } from '../../ui/table/Totals.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
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
const keep = (r: Row, { q: typed }: GlBalancesSearch): boolean => says(typed, r.code, r.title);

const columns = [
  text<Row>('code', 'Code', '130px', (r) => r.code, { fixed: true, sort: true, strong: true, narrow: 'below' }),
  text<Row>('title', 'Title', 'minmax(200px, 2fr)', (r) => r.title, {
    sort: true,
    narrow: 'title',
    cell: (r) => (
      <TextLink to={paths.balances} search={{ gl: r.code, currency: r.currency, ...given({ day: r.day }) }}>
        {r.title}
      </TextLink>
    ),
  }),
  text<Row>('class', 'Class', '120px', (r) => r.class, { sort: true, cell: (r) => classNames[r.class] ?? r.class }),
  money<Row>('total', 'Total', 'minmax(170px, 1fr)', (r) => ({ amountE8: r.totalE8, minorUnits: r.minorUnits, currency: r.currency }), {
    sort: true,
    side: true,
  }),
  minor<Row>('minor', 'Minor units', 'minmax(130px, 0.8fr)', (r) => r.total, { narrow: 'none' }),
];

/** Currencies of the specification, and those the organisation allows beyond them. */
const useCurrencyOptions = (): readonly string[] => [...new Set([...GL_REPORT_CURRENCIES, ...useCurrencies().map((c) => c.code)])];

export function GlBalancesPage() {
  const [search, setSearch] = useUrlState(GlBalancesSearch);
  const { currency = GL_REPORT_CURRENCY_DEFAULT, as_of } = search;
  const query = { currency, ...given({ as_of }) };
  const source = useQuery({ ...q(reports.balancesByGl, { query }), placeholderData: keepPreviousData });
  const { data } = source;
  const minorUnits = data?.minorUnits ?? 2;
  const rows = useMemo(
    () =>
      data?.balances.map(
        (b): Row => ({
          ...b,
          totalE8: readMinorE8(b.total, data.minorUnits),
          minorUnits: data.minorUnits,
          currency: data.currency,
          day: as_of,
        }),
      ),
    [data, as_of],
  );
  const list = useList({ id: 'balances-by-gl', columns, source, rows, rowId: (r) => r.gl_account_id, search, setSearch, keep });
  const sum = list.shown.reduce((total, r) => total + r.totalE8, 0n);
  const options = useCurrencyOptions();
  return (
    <ListPage
      list={list}
      title="Balances by GL"
      description={`Totals of the accounts in ${currency} that each GL account stands for, in minor units.`}
      actions={<FileButtons route={reports.balancesByGl} query={query} />}
      above={<ReportTabs />}
      label="Balances by GL"
      failed="Could not load balances"
      minWidth={MIN_WIDTH_PX}
      empty={
        <EmptyState icon={IconSum} title={`No accounts in ${currency}`}>
          Choose another currency, or open a ledger account in this one.
        </EmptyState>
      }
      before={
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
          <DayField
            aria-label="As of"
            w={140}
            clearLabel="Clear: As of"
            placeholder="Every value date"
            value={as_of}
            onChange={(day) => setSearch({ as_of: day })}
          />
        </>
      }
      filter={{ label: 'Filter GL accounts', placeholder: 'Filter by code or title…' }}
      counts="GL accounts"
      footer={
        list.shown.length === 0 ? undefined : <Totals label="Sum" sums={new Map([[currency, sum]])} minorUnitsOf={() => minorUnits} />
      }
    />
  );
}
