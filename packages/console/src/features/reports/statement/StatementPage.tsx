import { reports, type Statement } from '@countinghouse/contract/features/reports';
import { Group, Paper, Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type * as z from 'zod';
import { paths } from '../../../lib/screen/paths.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { DayField } from '../../../ui/form/day/DayField.tsx';
import { RefreshButton } from '../../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { FileButtons } from '../FileButtons.tsx';
import paper from '../paper/Paper.module.css';
import { PaperHead } from '../paper/PaperHead.tsx';
import { Signatures } from '../paper/Signatures.tsx';
import { type StatementQuery, type StatementRoute, statementQuery } from '../queries.ts';
import { LeftOut, Rates, ReportOrigin } from '../ReportOrigin.tsx';
import { ReportTabs } from '../ReportTabs.tsx';
import { StatementSearch } from '../search.ts';
import { Balanced } from './Balanced.tsx';
import { columnsOf } from './columns.tsx';
import { codesOf, toggled } from './folds.ts';
import classes from './StatementTable.module.css';
import { type Folds, StatementTable } from './StatementTable.tsx';
import { dayOf, hasAcross, SIDE_BY_SIDE, TRANSLATED, viewsOf } from './statement.ts';

type Search = z.output<typeof StatementSearch>;

/** Figures beside each other in a table that is not too wide to be read. */
const FEW = 4;
const compares = [
  { value: 'month', label: 'One month earlier' },
  { value: 'quarter', label: 'One quarter earlier' },
  { value: 'year', label: 'One year earlier' },
] as const;

const skeleton = Array.from({ length: 9 }, (_, n) => ({ line: `line ${n}`, width: n % 4 === 0 ? '40%' : '100%' }));

interface StatementKind {
  readonly title: string;
  readonly route: StatementRoute;
  /** Of a period rather than of a day. */
  readonly period: boolean;
}

const trialBalance: StatementKind = { title: 'Trial balance', route: reports.trialBalance, period: false };
const kinds: Readonly<Record<string, StatementKind>> = {
  [paths.balanceSheet]: { title: 'Balance sheet', route: reports.balanceSheet, period: false },
  [paths.incomeStatement]: { title: 'Income statement', route: reports.incomeStatement, period: true },
};

/** The statement that the address names. */
export function StatementPage() {
  const { title, route, period } = kinds[useLocation().pathname] ?? trialBalance;
  const [search, setSearch] = useUrlState(StatementSearch);
  const { as_of, from, to, compare, seq } = search;
  const days = period ? { from, to } : { as_of };
  const query = Object.fromEntries(
    Object.entries({ ...days, compare, known_at_seq: seq }).filter(([, value]) => value !== undefined),
  ) as StatementQuery;
  const source = useQuery(statementQuery(route, query));
  const statement = source.data;
  const views = statement === undefined ? [] : viewsOf(statement);
  const view = views.find((v) => v.value === search.in) ?? views[0];
  return (
    <Page>
      {statement === undefined ? null : <PaperHead figures={view?.label ?? ''} />}
      <PageHeader
        title={title}
        description={statement === undefined ? 'Loading…' : describe(statement)}
        actions={<FileButtons route={route} query={query} />}
      />
      <ReportTabs />
      <Paper
        component="section"
        aria-label={title}
        className={`${paper['box']} ${classes['paper']}`}
        style={{ '--statement-width': widthFor(statement, view?.value ?? '') } as CSSProperties}
      >
        <Group gap="sm" px="md" py="sm" align="flex-end" className="no-print">
          {period ? (
            <>
              <DayField
                label="From"
                w={140}
                clearLabel="Clear: From"
                placeholder="Fiscal year"
                value={from}
                onChange={(day) => setSearch({ from: day })}
              />
              <DayField
                label="To"
                w={140}
                clearLabel="Clear: To"
                placeholder="Today"
                value={to}
                onChange={(day) => setSearch({ to: day })}
              />
            </>
          ) : (
            <DayField
              label="As of"
              w={140}
              clearLabel="Clear: As of"
              placeholder="Today"
              value={as_of}
              onChange={(day) => setSearch({ as_of: day })}
            />
          )}
          <Select
            label="Compare with"
            placeholder="Nothing"
            w={170}
            clearable
            clearButtonProps={{ 'aria-label': 'Compare with nothing' }}
            data={compares}
            value={compare ?? null}
            onChange={(next) => setSearch({ compare: compares.find((c) => c.value === next)?.value })}
          />
          <Select
            label="Figures in"
            w={170}
            allowDeselect={false}
            data={views}
            value={view?.value ?? null}
            onChange={(next) => setSearch({ in: next === views[0]?.value ? undefined : (next ?? undefined) })}
          />
          <Switch
            label="Lines of zero"
            size="xs"
            mb={6}
            checked={search.zero === '1'}
            onChange={(event) => setSearch({ zero: event.currentTarget.checked ? '1' : undefined })}
          />
          <Group gap="xs" ml="auto" mb={2}>
            {seq === undefined ? null : (
              <Text size="sm" c="dimmed">
                As the log knew it at seq {seq}.{' '}
                <TextLink to={route.path.replace('/api/internal', '/dashboard') as typeof paths.trialBalance}>
                  Show all that is known
                </TextLink>
              </Text>
            )}
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </Group>
        </Group>
        {source.isError ? (
          <ErrorState title={`Could not load the ${title.toLowerCase()}`} error={source.error} onRetry={() => void source.refetch()} />
        ) : null}
        {source.isPending ? (
          <Stack gap={10} p="md" aria-label="Loading">
            {skeleton.map(({ line, width }) => (
              <Skeleton key={line} height={16} width={width} />
            ))}
          </Stack>
        ) : null}
        {statement !== undefined && !source.isError ? (
          statement.currencies.length === 0 ? (
            <EmptyState icon={IconReportAnalytics} title="Nothing to report yet">
              Once there are ledger accounts, what they hold is reported here. <TextLink to={paths.accounts}>Open an account</TextLink>
            </EmptyState>
          ) : (
            <Lines
              statement={statement}
              query={query}
              view={view?.value ?? ''}
              title={title}
              zero={search.zero === '1'}
              folds={foldsOf(search, setSearch)}
            />
          )
        ) : null}
      </Paper>
      {statement === undefined || source.isError ? null : (
        <Stack gap={6}>
          {hasAcross(statement, shownIn(statement, view?.value ?? '')) ? (
            <Text size="xs" c="dimmed">
              Figures in parentheses stand on the other side of their section.
            </Text>
          ) : null}
          <Rates translation={statement.translation} />
          <LeftOut report={statement} />
          <ReportOrigin report={statement} />
          <Signatures />
        </Stack>
      )}
    </Page>
  );
}

/** What the address says of open lines and folded groups. */
function foldsOf(
  said: Pick<Search, 'open' | 'folded'>,
  say: (patch: Pick<Search, 'open' | 'folded'>, how: { replace: true }) => void,
): Folds {
  const [open, folded] = [codesOf(said.open), codesOf(said.folded)];
  return {
    open,
    folded,
    toggle: ({ kind, code }) =>
      say(kind === 'group' ? { folded: toggled(folded, code) } : { open: toggled(open, code) }, { replace: true }),
  };
}

interface LinesProps {
  readonly statement: Statement;
  readonly query: StatementQuery;
  readonly view: string;
  readonly title: string;
  readonly zero: boolean;
  readonly folds: Folds;
}

/** The table of a statement in a view, and whether it balances. */
function Lines({ statement, query, view, title, zero, folds }: LinesProps) {
  const views = shownIn(statement, view);
  const columns = columnsOf(statement, views);
  const figures = view === TRANSLATED ? statement.translation.currency : view === SIDE_BY_SIDE ? 'Line' : view;
  const isMany = columns.length > FEW;
  return (
    <>
      <div className={classes['frame']} data-many={isMany}>
        <div {...(isMany ? { tabIndex: 0, role: 'region', 'aria-label': `${title}, table` } : {})}>
          <StatementTable {...{ statement, query, columns, views, title, figures, zero, folds }} />
        </div>
      </div>
      <Balanced statement={statement} views={views} />
    </>
  );
}

/** One currency or the translation alone; side by side all of them. */
const shownIn = ({ currencies }: Statement, view: string): readonly string[] =>
  view === SIDE_BY_SIDE ? [...currencies.map((c) => c.code), TRANSLATED] : [view];

/** So wide that names and figures belong together at a glance. */
function widthFor(statement: Statement | undefined, view: string): string {
  if (statement === undefined) return 'none';
  const figures = columnsOf(statement, shownIn(statement, view)).length;
  return figures > FEW ? 'none' : `${figures > 2 ? 1040 : 760}px`;
}

function describe({ entity, period, prior }: Statement): string {
  const whose = entity === null ? 'All entities' : `${entity.code} ${entity.name}`;
  const days = period.from === null ? `as of ${dayOf(period)}` : dayOf(period);
  return `${whose}, ${days}${prior === null ? '' : `, compared with ${dayOf(prior)}`}`;
}
