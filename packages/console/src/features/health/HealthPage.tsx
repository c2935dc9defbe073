import type { Health } from '@countinghouse/contract/features/health';
import { Button, Paper, Skeleton, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { healthQuery } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { Faults } from './Faults.tsx';
import classes from './HealthPage.module.css';

const seqLink = (seq: number): ReactNode => (
  <Link to={paths.events} search={{ open: seq }}>
    {seq}
  </Link>
);

function Report({ report }: { readonly report: Health }) {
  const { missingPostings, hashBreaks, balanceDrift } = report.invariants;
  return (
    <div className={classes['lists']}>
      <Faults
        title="Missing postings"
        what="Every executed intent has its postings."
        head={['Event', 'Seq']}
        rows={missingPostings.map((m) => ({ key: m.id, cells: [<Hash key="id" value={m.id} what="event id" />, seqLink(m.seq)] }))}
      />
      <Faults
        title="Hash chain breaks"
        what="Every event links to the one before it."
        head={['Seq', 'What', 'Found', 'Expected']}
        rows={hashBreaks.map((b) => ({
          key: `${b.seq}-${b.what}`,
          cells: [
            seqLink(b.seq),
            b.what,
            <Hash key="found" value={b.prev_hash} what="hash found" />,
            <Hash key="expected" value={b.expected_prev_hash} what="hash expected" />,
          ],
        }))}
      />
      <Faults
        title="Balance drift"
        what="Every stored balance equals the one derived from postings."
        head={['Account', 'Of', 'Reported', 'Derived']}
        rows={balanceDrift.map((d) => ({
          key: d.id,
          cells: [
            d.code,
            d.value_date ?? 'balance',
            <span key="r" className="mono">
              {d.reported_balance}
            </span>,
            <span key="d" className="mono">
              {d.derived_balance}
            </span>,
          ],
        }))}
      />
    </div>
  );
}

export function HealthPage() {
  const source = useQuery(healthQuery);
  const report = source.data;
  return (
    <Page>
      <PageHeader
        title="Kernel Health"
        description="Postings, hashes and balances, derived again from the log and compared with what is stored."
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} />}
            loading={source.isFetching}
            onClick={() => void source.refetch()}
          >
            Refresh
          </Button>
        }
      />
      {source.isError ? (
        <Paper>
          <ErrorState title="Failed to load health status" error={source.error} onRetry={() => void source.refetch()} />
        </Paper>
      ) : (
        <Stack gap="md">
          <div className={classes['stats']}>
            <StatCard
              label="Status"
              loading={report === undefined}
              value={report === undefined ? null : <StatusBadge status={report.ok ? 'nominal' : 'attention'} />}
              note={
                report === undefined ? null : (
                  <>
                    Checked <Timestamp at={report.checked.at} />
                    {report.checked.complete ? '' : ', still running'}
                  </>
                )
              }
            />
            <StatCard
              label="Events"
              loading={report === undefined}
              value={report?.counts.events.toLocaleString('en-GB')}
              note={report === undefined ? null : `Chain checked from ${report.checked.from_seq} to ${report.checked.to_seq}`}
            />
            <StatCard
              label="Postings"
              loading={report === undefined}
              value={report?.counts.postings.toLocaleString('en-GB')}
              note="Rows with both sides"
            />
            <StatCard
              label="Accounts"
              loading={report === undefined}
              value={report?.counts.accounts.toLocaleString('en-GB')}
              note="Operational accounts"
            />
          </div>
          {report === undefined ? <Skeleton height={180} /> : <Report report={report} />}
        </Stack>
      )}
    </Page>
  );
}
