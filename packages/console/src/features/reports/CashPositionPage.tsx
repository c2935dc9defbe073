import { CASH_DAYS_DEFAULT, CASH_KINDS, type CashPosition, reports } from '@countinghouse/contract/features/reports';
import { Group, Paper, Select, Skeleton, Stack } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { showDay } from '../../lib/values/time.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { CashTable } from './CashTable.tsx';
import { FileButtons } from './FileButtons.tsx';
import { Rates, ReportOrigin } from './ReportOrigin.tsx';
import { ReportTabs } from './ReportTabs.tsx';
import { CashPositionSearch } from './search.ts';
import { useNarrow } from './use-narrow.ts';

const FIXED_WIDTH = 520;
const DAY_WIDTH = 80;
const spans = [1, 5, CASH_DAYS_DEFAULT, 14, 31].map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }));

export function CashPositionPage() {
  const [search, setSearch] = useUrlState(CashPositionSearch);
  const days = spans.some((s) => s.value === String(search.days)) ? (search.days ?? CASH_DAYS_DEFAULT) : CASH_DAYS_DEFAULT;
  const query = { days, ...(search.as_of === undefined ? {} : { as_of: search.as_of }) };
  const source = useQuery({ ...q(reports.cashPosition, { query }), placeholderData: keepPreviousData });
  const report = source.data;
  const narrow = useNarrow();
  return (
    <Page>
      <PageHeader
        title="Cash position"
        description={report === undefined ? 'Loading…' : describe(report)}
        actions={<FileButtons route={reports.cashPosition} query={query} />}
      />
      <ReportTabs />
      <Paper component="section" aria-label="Cash position">
        <Group gap="sm" px="md" py="sm" align="flex-end" className="no-print">
          <DayField
            label="As of"
            w={140}
            clearLabel="Clear: As of"
            placeholder="Today"
            value={search.as_of}
            onChange={(day) => setSearch({ as_of: day })}
          />
          <Select
            label="Days ahead"
            w={110}
            allowDeselect={false}
            data={spans}
            value={String(days)}
            onChange={(next) => setSearch({ days: Number(next) === CASH_DAYS_DEFAULT ? undefined : Number(next) })}
          />
          <Group ml="auto" mb={2}>
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </Group>
        </Group>
        {source.isError ? (
          <ErrorState title="Could not load the cash position" error={source.error} onRetry={() => void source.refetch()} />
        ) : null}
        {source.isPending ? <Skeleton height={160} m="md" w="auto" aria-label="Loading" /> : null}
        {report === undefined || source.isError ? null : report.accounts.length === 0 ? (
          <EmptyState icon={IconCash} title="No bank or cash accounts">
            An account counts as cash if its kind is {CASH_KINDS.map((kind) => `“${kind}”`).join(' or ')} and it maps to an asset.{' '}
            <TextLink to={paths.accounts} search={{ open: 'new' }}>
              Open one
            </TextLink>
          </EmptyState>
        ) : (
          <TableScroll matrix label="Cash position" minWidth={narrow ? 0 : FIXED_WIDTH + days * DAY_WIDTH}>
            <CashTable report={report} narrow={narrow} />
          </TableScroll>
        )}
      </Paper>
      {report === undefined || source.isError ? null : (
        <Stack gap={6}>
          <Rates translation={report.translation} />
          <ReportOrigin report={report} />
        </Stack>
      )}
    </Page>
  );
}

function describe({ entity, as_of, days }: CashPosition): string {
  const whose = entity === null ? 'All entities' : `${entity.code} ${entity.name}`;
  return `${whose}, at the end of ${showDay(as_of, '')}, and what is value-dated through ${showDay(days.at(-1) ?? as_of, '')}.`;
}
