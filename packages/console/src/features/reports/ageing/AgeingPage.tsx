import { AGEING_ACCOUNTS_MAX, type Ageing, AgeingSide, reports } from '@countinghouse/contract/features/reports';
import { Alert, Group, Paper, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { given, q } from '../../../lib/calls/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { showDay } from '../../../lib/values/time.ts';
import { DayField } from '../../../ui/form/day/DayField.tsx';
import { RefreshButton } from '../../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { FileButtons } from '../FileButtons.tsx';
import { ReportOrigin } from '../ReportOrigin.tsx';
import { ReportTabs } from '../ReportTabs.tsx';
import { AgeingSearch } from '../search.ts';
import { useNarrow } from '../use-narrow.ts';
import { AgeingTable } from './AgeingTable.tsx';

const sides = [
  { value: 'receivable', label: 'They owe us' },
  { value: 'payable', label: 'We owe them' },
] as const satisfies readonly { readonly value: AgeingSide; readonly label: string }[];

/** What parties owe, or are owed, by how long it has been due. */
export function AgeingPage() {
  const [search, setSearch] = useUrlState(AgeingSearch);
  const side: AgeingSide = search.side ?? 'receivable';
  const query = { side, ...given({ as_of: search.as_of }) };
  const source = useQuery({ ...q(reports.ageing, { query }), placeholderData: keepPreviousData });
  const report = source.data;
  const narrow = useNarrow();
  return (
    <Page>
      <PageHeader
        title="Ageing"
        description={report === undefined ? 'Loading…' : describe(report)}
        actions={<FileButtons route={reports.ageing} query={query} />}
      />
      <ReportTabs />
      <Paper component="section" aria-label="Ageing">
        <Group gap="sm" px="md" py="sm" align="flex-end" className="no-print">
          <SegmentedControl
            aria-label="Whose debts"
            data={[...sides]}
            value={side}
            onChange={(next) => setSearch({ side: next === 'payable' ? AgeingSide.enum.payable : undefined })}
          />
          <DayField
            label="As of"
            w={140}
            clearLabel="Clear: As of"
            placeholder="Today"
            value={search.as_of}
            onChange={(day) => setSearch({ as_of: day })}
          />
          <Group ml="auto" mb={2}>
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </Group>
        </Group>
        {source.isError ? (
          <ErrorState title="Could not load the ageing" error={source.error} onRetry={() => void source.refetch()} />
        ) : null}
        {source.isPending ? <Skeleton height={160} m="md" w="auto" aria-label="Loading" /> : null}
        {report === undefined || source.isError ? null : report.rows.length === 0 ? (
          <EmptyState icon={IconHourglass} title={side === 'receivable' ? 'No party owes anything' : 'Nothing is owed to a party'}>
            Only accounts with a party count. Say whose an account is when you open it, or on{' '}
            <TextLink to={paths.accounts}>its own page</TextLink>.
          </EmptyState>
        ) : (
          <AgeingTable
            label="Ageing by party"
            of="Party"
            lines={report.rows.map((row) => ({
              ...row,
              key: `${row.party_id} ${row.currency}`,
              name: (
                <TextLink to={paths.party} params={{ partyId: row.party_id }}>
                  {row.label}
                </TextLink>
              ),
            }))}
            totals={report.totals}
            narrow={narrow}
          />
        )}
      </Paper>
      {report === undefined || source.isError ? null : (
        <Stack gap={6}>
          {report.complete ? null : (
            <Alert color="yellow" icon={<IconAlertTriangle size={16} />} title="Not all accounts are counted">
              More than {showCount(AGEING_ACCOUNTS_MAX)} accounts have a party. Choose an entity to see all of its accounts.
            </Alert>
          )}
          <Text size="xs" c="dimmed">
            Due on its value date. What was paid settles the oldest first; what was paid and is not charged yet stands in advance. Bank and
            cash accounts, and what is held for a party, are left out.
          </Text>
          <ReportOrigin report={report} />
        </Stack>
      )}
    </Page>
  );
}

function describe({ entity, as_of, side }: Ageing): string {
  const whose = entity === null ? 'All entities' : `${entity.code} ${entity.name}`;
  return `${whose}, ${side === 'receivable' ? 'what parties owe' : 'what is owed to parties'} at the end of ${showDay(as_of, '')}, by days overdue.`;
}
