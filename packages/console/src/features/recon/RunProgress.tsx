import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { statusQuery } from './queries.ts';

const show = (n: number): string => n.toLocaleString('en-GB');

/** How far a run got, while one goes on. */
export function RunProgress() {
  const run = useQuery(statusQuery).data?.run;
  if (run?.status !== 'running') return null;
  return (
    <div>
      <Progress value={run.rows_total === 0 ? 0 : (run.rows_done / run.rows_total) * 100} aria-label="Matching" size="sm" animated />
      <Text size="xs" c="dimmed" role="status">
        {show(run.rows_done)} of {show(run.rows_total)} rows looked at, {show(run.rows_matched)} matched; you may leave this page
      </Text>
    </div>
  );
}
