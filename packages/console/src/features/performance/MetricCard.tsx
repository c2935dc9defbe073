import { meets, type PerformanceMetric } from '@countinghouse/contract/features/performance';
import { Group, Paper, Text } from '@mantine/core';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { noneOf, saysOf, showFigure, showTarget, titleOf, unjudgedOf } from './figures.ts';
import { Sparkline } from './Sparkline.tsx';

/** One metric: what it comes to, whether that keeps the target, and how it went. */
export function MetricCard({ metric }: { readonly metric: PerformanceMetric }) {
  const { name, value, judged, target, direction, history } = metric;
  const missed = value !== null && judged && !meets(value, target, direction);
  const title = titleOf[name];
  return (
    <Paper p="md" component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" fw={600} c="dimmed">
          {title}
        </Text>
        {!judged ? null : <StatusBadge status={missed ? 'missed' : 'kept'} />}
      </Group>
      {value === null ? (
        <Text fz={16} fw={600} lh={2} c="dimmed">
          No measurements yet
        </Text>
      ) : (
        <Text component="div" fz={22} fw={620} lh={1.45} className="numbers">
          {showFigure(value, metric)}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        Target {showTarget(metric)}
      </Text>
      <Sparkline label={`History of ${title}`} values={history.map((h) => h.value)} target={target} missed={missed} />
      <Text size="xs" c="dimmed">
        {value === null ? noneOf[name] : judged ? saysOf[name] : unjudgedOf[name]}
      </Text>
    </Paper>
  );
}
