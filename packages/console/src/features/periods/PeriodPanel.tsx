import { type Period, periods } from '@countinghouse/contract/features/periods';
import { Group, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { showDay } from '../../lib/values/time.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { OpenPage } from '../../ui/value/OpenPage.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { sentenceCase } from '../../ui/value/status.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { SealedBalance } from './SealedBalance.tsx';
import { CloseSteps } from './steps/CloseSteps.tsx';
import { ReopenAct } from './steps/ReopenAct.tsx';

interface PeriodPanelProps {
  readonly period: Period;
  /** Locked periods that it can be compared with. */
  readonly others: readonly Period[];
  readonly onClose: () => void;
  readonly onAct: (act: 'lock' | 'publish' | 'reopen') => void;
  readonly onCompare: (id: string) => void;
  /** What people say about it. */
  readonly comments: ReactNode;
}

export function PeriodPanel({ period, others, onClose, onAct, onCompare, comments }: PeriodPanelProps) {
  const source = useQuery(q(periods.get, { params: { id: period.id } }));
  const locked = period.status !== 'closing';
  return (
    <SidePanel
      title={`Period ${period.period_code}`}
      actions={
        <OpenPage to={paths.period} params={{ periodId: period.id }}>
          Tasks and page
        </OpenPage>
      }
      onClose={onClose}
    >
      <Stack gap="md">
        {source.isError ? (
          <ErrorState error={source.error} title="Could not load what is left to do" onRetry={() => void source.refetch()} />
        ) : null}
        <CloseSteps period={period} work={source.data?.work} onAct={onAct} />
        <Facts
          facts={[
            ['Status', <StatusBadge key="s" status={period.status} />],
            [
              'Value dates',
              <span key="d" className="nowrap">
                {showDay(period.period_start)} – {showDay(period.period_end)}
              </span>,
            ],
            ['Valuation', <SnapshotLink key="v" id={period.valuation_snapshot_id} kind={period.snapshot_kind} />],
            [
              'Adjustments',
              period.adjustments_snapshot_id === null ? null : (
                <SnapshotLink key="a" id={period.adjustments_snapshot_id} kind={period.adjustments_snapshot_kind ?? ''} />
              ),
            ],
            [
              'Adjusting event',
              period.adjusting_event_seq === null ? null : (
                <TextLink key="e" to={paths.events} search={{ open: String(period.adjusting_event_seq) }}>
                  {period.adjusting_event_seq}
                </TextLink>
              ),
            ],
            [
              'Sealed by',
              period.trial_balance_sha256 === null ? null : (
                <Hash key="h" value={period.trial_balance_sha256} what="hash of the trial balance" />
              ),
            ],
            ['Accounts behind', period.accounts_count],
          ]}
        />
        {locked ? (
          <>
            {source.data === undefined ? <Skeleton height={120} /> : <SealedBalance period={period} balances={source.data.balances} />}
            <Group gap="xs" align="flex-end">
              <Select
                label="Compare with"
                placeholder={others.length === 0 ? 'No other locked period' : 'Another locked period'}
                disabled={others.length === 0}
                data={others.map((p) => ({ value: p.id, label: p.period_code }))}
                value={null}
                onChange={(id) => {
                  if (id !== null) onCompare(id);
                }}
              />
              <ReopenAct work={source.data?.work} onReopen={() => onAct('reopen')} />
            </Group>
          </>
        ) : null}
        {comments}
      </Stack>
    </SidePanel>
  );
}

function SnapshotLink({ id, kind }: { readonly id: string; readonly kind: string }) {
  return (
    <TextLink to={paths.snapshots} search={{ open: id }}>
      {sentenceCase(kind)} snapshot
    </TextLink>
  );
}
