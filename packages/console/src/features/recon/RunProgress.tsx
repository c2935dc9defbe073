import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showCount } from '../../lib/values/numbers.ts';
import { statusQuery } from './queries.ts';

/** How far a run got, while one goes on. */
export function RunProgress() {
  const run = useQuery(statusQuery).data?.run;
  if (run?.status !== 'running') return null;
  return (
    <div>
      <Progress value={run.rows_total === 0 ? 0 : (run.rows_done / run.rows_total) * 100} aria-label="Matching" size="sm" animated />
      <Text size="xs" c="dimmed" role="status">
        {showCount(run.rows_done)} of {showCount(run.rows_total)} rows looked at, {showCount(run.rows_matched)} matched; you may leave this
        page
      </Text>
    </div>
  );
}
