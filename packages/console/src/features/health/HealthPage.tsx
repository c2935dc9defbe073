import { type Health, health } from '@countinghouse/contract/features/health';
import { tenants } from '@countinghouse/contract/features/tenants';
import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh, IconStethoscope } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { q, touch } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { useNews } from '../../ui/live/use-news.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { StatCard } from '../../ui/page/StatCard.tsx';
import { CheckProgress } from '../../ui/table/CheckProgress.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { BackupPanel } from './BackupPanel.tsx';
import { Checks } from './Checks.tsx';
import { Coverage } from './Coverage.tsx';
import { DiskAlarm } from './DiskAlarm.tsx';
import { Faults } from './Faults.tsx';
import classes from './HealthPage.module.css';
import { LossPanel } from './LossPanel.tsx';
import { WitnessAlarms } from './WitnessAlarms.tsx';

const LOOK_EVERY_MS = 1_000;
const steps = {
  begins: 'begins',
  chain: 'derives hashes, signatures and postings',
  balances: 'adds up balances',
  replay: 'rebuilds every table from the events',
  compare: 'compares table by table',
};

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
        what="Every executed intent has exactly its postings."
        head={['Event', 'Seq']}
        rows={missingPostings.map((m) => ({ key: m.id, cells: [<Hash key="id" value={m.id} what="event id" />, seqLink(m.seq)] }))}
      />
      <Faults
        title="Hash chain breaks"
        what="Every event links to the one before it, and every signature holds."
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
        what="Every stored balance and day equals the one derived from postings."
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

const isOpen = (full: Health['full'] | undefined): boolean => full?.state === 'waiting' || full?.state === 'running';
const outcome = (full: NonNullable<Health['full']>): string =>
  full.ok === null ? 'The last full check did not end' : full.ok ? 'The last full check found nothing' : 'The last full check found faults';

/** The full check that was asked for last: how far it is, or what it came to. */
function FullCheck({ full }: { readonly full: NonNullable<Health['full']> }) {
  return (
    <Panel title="Full check">
      {isOpen(full) ? (
        <CheckProgress check={full} doing="Full check" steps={steps} />
      ) : (
        <Text size="sm" role="status">
          {outcome(full)}: {showCount(full.done)} events
          {full.events_per_second === null ? '' : `, ${showCount(full.events_per_second)} a second`}, ended{' '}
          <Timestamp at={full.ended_at ?? full.asked_at} />
        </Text>
      )}
    </Panel>
  );
}

export function HealthPage() {
  const queries = useQueryClient();
  const tenant = useActiveTenant();
  const source = useQuery({
    ...q(health.get),
    refetchInterval: ({ state }) => (isOpen(state.data?.full) ? LOOK_EVERY_MS : false),
  });
  const report = source.data;
  const check = useWrite(health.check, {
    input: () => ({ body: {} }),
    done: (found) => queries.setQueryData(q(health.get).queryKey, found),
  });
  const news = useNews({
    seen: report?.checked.complete ? report.checked.to_seq : undefined,
    of: 'event',
    refresh: source.refetch,
  });
  // A look that finds a break makes the organisation read-only: the rest of the console learns of it here.
  const unheard = report !== undefined && tenant !== null && (report.broken_at !== null) !== tenant.broken;
  useEffect(() => {
    if (!unheard) return;
    void touch(queries, [tenants]);
  }, [unheard, queries]);
  return (
    <Page>
      <PageHeader
        title="Kernel Health"
        description="Hashes, signatures, postings and balances, derived again from the log and compared with what is stored."
        actions={
          <Group gap="xs">
            {news.offer}
            {news.status}
            <Button
              variant="default"
              leftSection={<IconStethoscope size={14} />}
              loading={check.isPending}
              disabled={isOpen(report?.full)}
              onClick={() => check.mutate()}
            >
              Full check
            </Button>
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} />}
              loading={source.isFetching && !isOpen(report?.full)}
              onClick={() => void source.refetch()}
            >
              Refresh
            </Button>
          </Group>
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
              value={report === undefined ? undefined : showCount(report.counts.events)}
              note={report === undefined ? null : <Coverage report={report} />}
            />
            <StatCard
              label="Postings"
              loading={report === undefined}
              value={report === undefined ? undefined : showCount(report.counts.postings)}
              note="Rows with both sides"
            />
            <StatCard
              label="Accounts"
              loading={report === undefined}
              value={report === undefined ? undefined : showCount(report.counts.accounts)}
              note="Operational accounts"
            />
          </div>
          {report?.database.mode !== 'read-only' ? null : (
            <Alert color="orange" icon={<IconAlertTriangle size={16} />} title="Read from a replica">
              The primary database is not reachable from here, or this server has only a replica: nothing can be written.
              {report.database.replica_age_seconds === null
                ? ''
                : ` What you see may be ${Math.ceil(report.database.replica_age_seconds)} seconds old.`}
            </Alert>
          )}
          {report === undefined || report.broken_at === null ? null : (
            <Alert color="red" icon={<IconAlertTriangle size={16} />} title="The ledger is broken">
              Since <Timestamp at={report.broken_at} /> it is read-only, and its owners were notified. An owner ends that in the{' '}
              <TextLink inText to={paths.danger}>
                Danger zone
              </TextLink>{' '}
              once a full check finds nothing. Keep the database as it is until you know what happened.
            </Alert>
          )}
          {report === undefined || report.loss === null ? null : <LossPanel loss={report.loss} />}
          {report === undefined ? null : <DiskAlarm disk={report.disk} />}
          {report === undefined ? null : <WitnessAlarms witnesses={report.witnesses} />}
          {report?.full === undefined || report.full === null ? null : <FullCheck full={report.full} />}
          {report === undefined ? <Skeleton height={180} /> : <Report report={report} />}
          {report === undefined ? null : <Checks report={report} />}
          {report === undefined || report.backup === null ? null : <BackupPanel backup={report.backup} />}
        </Stack>
      )}
    </Page>
  );
}
