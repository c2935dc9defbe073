import { UNMATCHED_WARN_MAX } from '@countinghouse/contract/features/recon';
import { Progress, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { StatCard } from '../../ui/page/StatCard.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { statusQuery } from './queries.ts';
import classes from './Recon.module.css';

/** Good at 0, warn at 1 to 5, bad above. Source: specification §9. */
const standOf = (unmatched: number): 'good' | 'warn' | 'bad' =>
  unmatched === 0 ? 'good' : unmatched <= UNMATCHED_WARN_MAX ? 'warn' : 'bad';
const words = { good: 'all matched', warn: 'a few to look at', bad: 'to be looked at' } as const;
const show = (n: number): string => n.toLocaleString('en-GB');

/** Matched and Unmatched, how old the unmatched are, and how far a run got. */
export function Counters() {
  const source = useQuery(statusQuery);
  const status = source.data;
  const stand = standOf(status?.unmatched ?? 0);
  const run = status?.run?.status === 'running' ? status.run : null;
  const loading = status === undefined;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
        <StatCard label="Matched" loading={loading} value={show(status?.matched ?? 0)} note="statement rows" />
        <StatCard
          label="Unmatched"
          loading={loading}
          value={
            <span className={classes[stand]} data-stand={stand}>
              {show(status?.unmatched ?? 0)}
            </span>
          }
          note={words[stand]}
        />
        <StatCard label="Exceptions" loading={loading} value={show(status?.exceptions ?? 0)} note="looked into" />
        <StatCard
          label="Age of the unmatched"
          loading={loading}
          value={
            <span className={classes['ages']}>
              {status === undefined
                ? null
                : [status.aging.days_0_7, status.aging.days_8_30, status.aging.days_31_90, status.aging.days_over_90].map(show).join(' · ')}
            </span>
          }
          note="to 7 · 30 · 90 · more days"
        />
      </SimpleGrid>
      {run === null ? null : (
        <div>
          <Progress value={run.rows_total === 0 ? 0 : (run.rows_done / run.rows_total) * 100} aria-label="Matching" size="sm" animated />
          <Text size="xs" c="dimmed" role="status">
            {show(run.rows_done)} of {show(run.rows_total)} rows looked at, {show(run.rows_matched)} matched; you may leave this page
          </Text>
        </div>
      )}
      <Text size="xs" c="dimmed">
        Last updated {status?.updated_at == null ? 'never: no rows yet' : <Timestamp at={status.updated_at} />}
      </Text>
    </>
  );
}
