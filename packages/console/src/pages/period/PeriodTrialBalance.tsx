import type { Period } from '@countinghouse/contract/features/periods';
import { reports, type Statement } from '@countinghouse/contract/features/reports';
import { Badge, Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { IconDownload, IconListNumbers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { statementQuery } from '../../features/reports/queries.ts';
import { LeftOut, Rates } from '../../features/reports/ReportOrigin.tsx';
import { SIDE_BY_SIDE, TRANSLATED, viewsOf } from '../../features/reports/statement/statement.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { csvOf, download } from '../../lib/values/csv.ts';
import { plainAmountE8 } from '../../lib/values/money.ts';
import { dayBefore, showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import classes from './Period.module.css';
import { PeriodSearch } from './search.ts';
import { FIGURES, type FigureName, figureWords, sideSums, type TrialRow, trialRows } from './trial-balance.ts';

const MIN_WIDTH_PX = 320;

/** What a period's trial balance is asked with: as it is now, or as the lock sealed it. */
const knownIn = ({ locked_seq }: Period): { readonly known_at_seq?: number } => (locked_seq === null ? {} : { known_at_seq: locked_seq });

/** The trial balance of the period: what stood before it, what moved in it, what stands at its end. A draft until the lock seals it. */
export function PeriodTrialBalance({ period }: { readonly period: Period }) {
  const { period_start, period_end } = period;
  const [search, setSearch] = useUrlState(PeriodSearch);
  const known = knownIn(period);
  const opening = useQuery(statementQuery(reports.trialBalance, { as_of: dayBefore(period_start), ...known }));
  const closing = useQuery(statementQuery(reports.trialBalance, { as_of: period_end, ...known }));
  const failed = [opening, closing].find((source) => source.isError);
  const [before, now] = [opening.data, closing.data];
  const views = now === undefined ? [] : viewsOf(now).filter(({ value }) => value !== SIDE_BY_SIDE);
  const view = (views.find(({ value }) => value === search.in) ?? views[0])?.value ?? TRANSLATED;
  const rows = before === undefined || now === undefined ? [] : trialRows(before, now, view);
  return (
    <Panel
      title="Trial balance"
      flush
      aside={
        <Group gap="xs" className="no-print">
          <Select
            aria-label="Figures in"
            w={160}
            allowDeselect={false}
            data={views}
            value={view}
            onChange={(next) => setSearch({ in: next === views[0]?.value ? undefined : (next ?? undefined) })}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={rows.length === 0}
            onClick={() => download(`trial-balance-${period.period_code}.csv`, 'text/csv', csvOfRows(period, rows, now, view))}
          >
            CSV
          </Button>
        </Group>
      }
    >
      {failed === undefined ? null : (
        <ErrorState title="Could not load the trial balance" error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {failed === undefined && (before === undefined || now === undefined) ? (
        <Skeleton height={240} m="md" w="auto" aria-label="Loading" />
      ) : null}
      {before !== undefined && now !== undefined && rows.length === 0 ? (
        <EmptyState icon={IconListNumbers} title="Every account is at zero">
          What is posted up to the last day of the period appears here.
        </EmptyState>
      ) : null}
      {now === undefined || rows.length === 0 ? null : (
        <>
          <TableScroll label="Trial balance of the period" minWidth={MIN_WIDTH_PX}>
            <Table period={period} rows={rows} statement={now} view={view} />
          </TableScroll>
          <div className={classes['foot']}>
            <Seal period={period} />
            <span className={classes['links']}>
              <Reports period={period} />
            </span>
          </div>
          {view === TRANSLATED ? (
            <div className={classes['notes']}>
              <Rates translation={now.translation} />
              <LeftOut report={now} />
              <Text size="xs" c="dimmed">
                Opening and closing are each translated at the rates of their own day, so a movement contains what rates changed between
                them.
              </Text>
            </div>
          ) : null}
        </>
      )}
    </Panel>
  );
}

const minorUnitsIn = (statement: Statement | undefined, view: string): number =>
  (view === TRANSLATED ? statement?.translation : statement?.currencies.find(({ code }) => code === view))?.minorUnits ?? 2;

/** As it is shown: exact decimals, a debit above zero. */
function csvOfRows(period: Period, rows: readonly TrialRow[], statement: Statement | undefined, view: string): string {
  const minorUnits = minorUnitsIn(statement, view);
  const currency = view === TRANSLATED ? (statement?.translation.currency ?? '') : view;
  return csvOf([
    ['gl_account', 'title', 'currency', `opening ${dayBefore(period.period_start)}`, 'movement', `closing ${period.period_end}`],
    ...rows.map((row) => [
      row.code,
      row.title,
      currency,
      ...FIGURES.map((name) => (row[name] === null ? '' : plainAmountE8(row[name], minorUnits))),
    ]),
  ]);
}

interface TableProps {
  readonly period: Period;
  readonly rows: readonly TrialRow[];
  readonly statement: Statement;
  readonly view: string;
}

function Table({ period, rows, statement, view }: TableProps) {
  const [search, setSearch] = useUrlState(PeriodSearch);
  const minorUnits = minorUnitsIn(statement, view);
  const currency = view === TRANSLATED ? statement.translation.currency : view;
  const money = (amountE8: bigint | null, name: FigureName, inControl = false) =>
    amountE8 === null ? (
      <span className="dimmed">no rate</span>
    ) : (
      <Money
        amountE8={amountE8}
        minorUnits={minorUnits}
        currency={currency}
        inControl={inControl}
        {...(name === 'movement' ? { plus: true } : { side: true })}
      />
    );
  const heads: Readonly<Record<FigureName, string>> = {
    opening: showDay(dayBefore(period.period_start)),
    movement: 'Movement',
    closing: showDay(period.period_end),
  };
  return (
    <table className={classes['table']} aria-label="Trial balance of the period">
      <thead>
        <tr>
          <th scope="col">GL account</th>
          {FIGURES.map((name) => (
            <th key={name} scope="col" className={classes['figure']} data-figure={name}>
              {heads[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <span className={classes['code']}>{row.code}</span> {row.title}
            </th>
            {FIGURES.map((name) => (
              <td key={name} className={classes['figure']} data-figure={name}>
                {row.isAccount ? (
                  <button
                    type="button"
                    className={classes['opens']}
                    title={`Show the postings: ${row.code} ${row.title}, ${figureWords[name]}`}
                    aria-pressed={search.gl === row.code && search.figure === name}
                    onClick={() => setSearch({ gl: row.code, figure: name, task: undefined })}
                  >
                    {money(row[name], name, true)}
                  </button>
                ) : (
                  money(row[name], name)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {(['debitE8', 'creditE8'] as const).map((side) => (
          <tr key={side}>
            <th scope="row">{side === 'debitE8' ? 'Total debit' : 'Total credit'}</th>
            {FIGURES.map((name) => {
              const sum = sideSums(rows, name)?.[side];
              return (
                <td key={name} className={classes['figure']} data-figure={name}>
                  {sum === undefined ? money(null, name) : money(side === 'debitE8' ? sum : -sum, name)}
                </td>
              );
            })}
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

/** Whether it may still change; what the lock sealed, by its hash. */
function Seal({ period: { status, trial_balance_sha256 } }: { readonly period: Period }) {
  if (status === 'closing' || trial_balance_sha256 === null)
    return (
      <span>
        <Badge color="yellow">Draft</Badge> Until the period is locked, postings change it.
      </span>
    );
  return (
    <span>
      <Badge color="teal">Sealed</Badge> By its lock: <Hash value={trial_balance_sha256} what="hash of the trial balance" />
    </span>
  );
}

/** The same day as statements, each also as CSV and PDF. */
function Reports({ period: { period_start, period_end, locked_seq } }: { readonly period: Period }) {
  const at = locked_seq === null ? {} : { seq: String(locked_seq) };
  return (
    <>
      <TextLink to={paths.trialBalance} search={{ as_of: period_end, ...at }}>
        As a report
      </TextLink>
      <TextLink to={paths.balanceSheet} search={{ as_of: period_end, ...at }}>
        Balance sheet
      </TextLink>
      <TextLink to={paths.incomeStatement} search={{ from: period_start, to: period_end, ...at }}>
        Income statement
      </TextLink>
    </>
  );
}
