import { type FiscalYear, type YearLine, yearEnds } from '@countinghouse/contract/features/year-ends';
import type { RouteOk } from '@countinghouse/contract/wire';
import { Alert, Select, SimpleGrid } from '@mantine/core';
import { IconCalendarStats, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { readMinorE8, sumByCurrency } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { Money } from '../../ui/money/Money.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { StatCard } from '../../ui/page/StatCard.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Acts } from './Acts.tsx';
import { columns } from './columns.tsx';
import { YearEndSearch } from './search.ts';
import { YearActs } from './YearActs.tsx';

const MIN_WIDTH_PX = 980;
const keep = (l: YearLine, { q: typed }: YearEndSearch): boolean => says(typed, l.code, l.gl_code, l.entity_code, l.currency);

/** Fiscal years: the result of income and expenses, and what of it is booked to retained earnings. */
export function YearEndPage() {
  const [search, setSearch] = useUrlState(YearEndSearch);
  const { year: asked } = search;
  const years = useQuery(q(yearEnds.list));
  const all = years.data?.years ?? [];
  // The last that is over: a running year cannot be closed.
  const end = asked ?? (all.find((y) => y.status !== 'running') ?? all[0])?.year_end;
  const source = useQuery({ ...q(yearEnds.get, { params: { year_end: end ?? '' } }), enabled: end !== undefined });
  const { data } = source;
  const list = useList({ id: 'year-end', columns, source, rows: data?.lines, rowId: (l) => l.account_id, search, setSearch, keep });
  const nameOf = (y: FiscalYear): string => `${showDay(y.year_start, '')} – ${showDay(y.year_end, '')}`;
  return (
    <Page>
      <PageHeader
        title="Close the year"
        description="Books a fiscal year’s result to retained earnings; statements show the year as before."
        actions={
          <>
            {all.length === 0 ? null : (
              <Select
                aria-label="Fiscal year"
                w={230}
                allowDeselect={false}
                data={all.map((y) => ({ value: y.year_end, label: nameOf(y) }))}
                value={end ?? null}
                onChange={(next) => setSearch({ year: next ?? undefined })}
              />
            )}
            <ExportButton grid={list.grid} fileName={`year-end-${end ?? ''}.csv`} />
            {data === undefined ? null : <YearActs found={data} />}
          </>
        }
      />
      {years.isError ? (
        <ErrorState error={years.error} title="Could not load the fiscal years" onRetry={() => void years.refetch()} />
      ) : null}
      {years.data !== undefined && all.length === 0 && asked === undefined ? (
        <EmptyState icon={IconCalendarStats} title="No income and no expense yet">
          A fiscal year can be closed once something was earned or spent in it and its last day is over.
        </EmptyState>
      ) : (
        <>
          {data === undefined ? null : (
            <>
              {data.barred === null ? null : (
                <Alert
                  color={data.year.status === 'running' ? 'gray' : 'yellow'}
                  icon={<IconLock size={16} />}
                  title="It cannot be closed now"
                >
                  {whyBarred(data)}
                </Alert>
              )}
              <Sums year={data.year} lines={data.lines} />
            </>
          )}
          <ListGrid
            list={list}
            label="Income and expenses of the year"
            failed="Could not load the year"
            minWidth={MIN_WIDTH_PX}
            empty={
              <EmptyState icon={IconCalendarStats} title="Nothing was earned or spent in this year">
                Choose another fiscal year.
              </EmptyState>
            }
            filter={{ label: 'Filter accounts', placeholder: 'Filter by account, GL, entity, currency…' }}
            counts="accounts"
          />
          {data === undefined || data.year.acts.length === 0 ? null : <Acts acts={data.year.acts} />}
        </>
      )}
    </Page>
  );
}

function noteOf({ locked_by, status }: FiscalYear): string {
  if (locked_by !== null) return `its last day is in ${locked_by}, which is locked`;
  return status === 'running' ? 'so far' : 'its last day is open';
}

/** The catalogue's sentence, or a plainer one where the year itself says why. */
function whyBarred({ year, barred }: RouteOk<typeof yearEnds.get>): string {
  if (year.status === 'running') return `The year runs until ${showDay(year.year_end, '')}. It can be closed from the day after.`;
  if (year.locked_by !== null) return `Its last day is in ${year.locked_by}, which is locked: nothing can be booked for it any more.`;
  const { details } = barred ?? {};
  const account = typeof details === 'object' && details !== null && 'account' in details ? ` Account ${String(details.account)}.` : '';
  return `${barred?.message ?? ''}${account}`;
}

/** What the year came to in each currency, and how much of it is in retained earnings. */
function Sums({ year, lines }: { readonly year: FiscalYear; readonly lines: readonly YearLine[] }) {
  const unitsOf = new Map(lines.map((l) => [l.currency, l.minorUnits]));
  const sums = (of: (l: YearLine) => string) =>
    lines.length === 0
      ? '—'
      : [...sumByCurrency(lines, (l) => ({ currency: l.currency, amountE8: readMinorE8(of(l), l.minorUnits) }))].map(([currency, e8]) => (
          <div key={currency}>
            <Money amountE8={e8} minorUnits={unitsOf.get(currency) ?? 2} currency={currency} showCurrency side fit />
          </div>
        ));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }} spacing="xs">
      <StatCard
        label="Status"
        value={<StatusBadge status={year.status} />}
        note={
          <TextLink to={paths.profile} inText>
            When the fiscal year begins
          </TextLink>
        }
      />
      <StatCard label="Result of the year" value={sums((l) => l.result)} note="a profit is Cr, a loss Dr" />
      <StatCard label="Booked" value={sums((l) => l.booked)} note="in retained earnings" />
      <StatCard label="To book" value={sums((l) => l.left)} note={noteOf(year)} />
    </SimpleGrid>
  );
}
