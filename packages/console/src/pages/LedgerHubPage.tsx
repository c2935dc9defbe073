import { accounts } from '@countinghouse/contract/features/accounts';
import { events } from '@countinghouse/contract/features/events';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { Anchor, Stack, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BalancesPreview } from '../features/balances/BalancesPreview.tsx';
import { q } from '../lib/calls/query.ts';
import { useWrite } from '../lib/calls/use-write.ts';
import { paths } from '../lib/screen/paths.ts';
import { useWritePermission } from '../lib/session/use-tenant.ts';
import { showCount } from '../lib/values/numbers.ts';
import { GuardedButton } from '../ui/form/GuardedButton.tsx';
import { Page } from '../ui/page/Page.tsx';
import { PageHeader } from '../ui/page/PageHeader.tsx';
import { Panel } from '../ui/page/Panel.tsx';
import { StatCard } from '../ui/page/StatCard.tsx';
import { Facts } from '../ui/table/Facts.tsx';
import { Hash } from '../ui/value/Hash.tsx';
import { Timestamp } from '../ui/value/Timestamp.tsx';
import classes from './LedgerHubPage.module.css';
import { QuickActions } from './QuickActions.tsx';

/** A count, or a dash where it could not be read. */
const countOf = (source: { readonly isError: boolean }, count: number | undefined): string =>
  source.isError ? '—' : showCount(count ?? 0);

/** Takes the reference snapshot of the v1 call, as the specification lists it. */
function ReferenceSnapshot() {
  const permission = useWritePermission(snapshots.takeV1);
  const take = useWrite(snapshots.takeV1, {
    input: () => ({ body: { kind: 'reference' as const, label: 'Ledger hub', source: 'console' } }),
    said: 'Snapshot captured',
    touches: [snapshots, events],
  });
  return (
    <GuardedButton
      permission={permission}
      variant="default"
      leftSection={<IconCamera size={14} />}
      loading={take.isPending}
      onClick={() => take.mutate()}
    >
      Take reference snapshot
    </GuardedButton>
  );
}

function LatestFxSnapshot() {
  const source = useQuery(q(snapshots.list, { query: { kind: 'fx', limit: 1 } }));
  const latest = source.data?.snapshots[0];
  return (
    <Panel
      title="Latest FX snapshot"
      aside={
        latest === undefined ? null : (
          <Anchor size="xs" px={8} renderRoot={(props) => <Link {...props} to={paths.snapshots} search={{ open: latest.id }} />}>
            Open
          </Anchor>
        )
      }
    >
      {latest === undefined ? (
        <Stack gap={6}>
          <Text size="sm">
            {source.isError ? 'Could not load snapshots' : source.isPending ? 'Loading…' : 'None yet. Intents need one.'}
          </Text>
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.snapshots} search={{ open: 'new' }} />}>
            Capture a snapshot
          </Anchor>
        </Stack>
      ) : (
        <Facts
          facts={[
            ['Label', latest.label],
            ['Taken', <Timestamp key="t" at={latest.takenAt} />],
            ['Effective', <Timestamp key="e" at={latest.effective_at} absolute />],
            ['Seq', latest.seq],
            ['Snapshot id', <Hash key="h" value={latest.id} what="FX snapshot id" />],
          ]}
        />
      )}
    </Panel>
  );
}

export function LedgerHubPage() {
  const gl = useQuery(q(glAccounts.list));
  const linked = useQuery(q(accounts.list, { body: {} }));
  const last = useQuery(q(events.list, { query: { limit: 1 } }));
  return (
    <Page>
      <PageHeader title="Ledger hub" description="Where the books stand, and the next steps." actions={<ReferenceSnapshot />} />
      <div className={classes['stats']}>
        <StatCard
          label="GL accounts"
          loading={gl.isPending}
          value={countOf(gl, gl.data?.gl.length)}
          note={<Link to={paths.glAccounts}>Chart of accounts</Link>}
        />
        <StatCard
          label="Operational accounts linked"
          loading={linked.isPending}
          value={countOf(linked, linked.data?.accounts.filter((a) => a.ledgerAccountId !== '').length)}
          note={<Link to={paths.accounts}>Ledger accounts</Link>}
        />
        <StatCard
          label="Last event sequence"
          loading={last.isPending}
          value={countOf(last, last.data?.events[0]?.seq)}
          note={<Link to={paths.events}>Events stream</Link>}
        />
      </div>
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <BalancesPreview />
        </div>
        <div className={classes['column']}>
          <LatestFxSnapshot />
          <QuickActions />
        </div>
      </div>
    </Page>
  );
}
