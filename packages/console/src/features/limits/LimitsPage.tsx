import { limits } from '@countinghouse/contract/features/limits';
import { Paper, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { limitTexts } from '../../lib/values/limit-texts.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { LimitCard } from './LimitCard.tsx';
import classes from './Limits.module.css';

const CARD_PX = 170;

/** The limits of the organisation: among its settings, and where those who administer look for them. */
export function LimitsPage() {
  const isAdmins = useLocation({ select: (l) => l.pathname === paths.adminLimits });
  const source = useQuery(q(limits.get));
  const tenantId = useActiveTenant()?.id ?? '';
  return (
    <Page>
      <PageHeader
        title={isAdmins ? 'Limits' : 'Risk & limits'}
        description={`What an intent and a day may come to${source.data === undefined ? '' : `, in ${source.data.reporting_currency}`}. A limit may be reached, not passed.`}
        actions={<RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />}
      />
      {source.isError ? (
        <Paper>
          <ErrorState title="Could not load the limits" error={source.error} onRetry={() => void source.refetch()} />
        </Paper>
      ) : (
        <div className={classes['grid']} aria-busy={source.isPending}>
          {limitTexts.map((text) =>
            source.data === undefined ? (
              <Skeleton key={text.key} height={CARD_PX} />
            ) : (
              <LimitCard key={`${tenantId} ${text.key}`} text={text} current={source.data} />
            ),
          )}
        </div>
      )}
      <Panel title="How it is counted">
        <ul className={classes['rules']}>
          <li>An intent’s amount is the sum of the absolute amounts of its rows, at the rates in force when it is booked.</li>
          <li>A day is the day of booking, UTC. Value dates do not matter.</li>
          <li>
            A day counts what was executed or waits for approval, and holds that are open. Captured the same day, a hold counts for what was
            captured; voided, expired or rejected, it gives everything back.
          </li>
          <li>A capture counts as its hold did. Reversals count. What the system posts by itself does not.</li>
          <li>
            What would pass a limit is rejected, and the rejection is kept in the log with the limit, what was used and what was asked.
          </li>
        </ul>
      </Panel>
    </Page>
  );
}
