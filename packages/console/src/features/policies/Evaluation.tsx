import { POLICY_TIME_MAX_MS, type PolicyEvaluation } from '@countinghouse/contract/features/policies';
import { Accordion, Alert, Anchor, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { showCount } from '../../lib/values/numbers.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { ExprView } from './ExprView.tsx';

interface EvaluationProps {
  readonly expr: string | null;
  /** Not there while it is waited for. */
  readonly evaluation: PolicyEvaluation | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onShowFault: (line: number, column: number) => void;
}

/** What a spec comes to while it is written: where it is wrong, what it costs, what it says. */
export function Evaluation({ expr, evaluation, error, onRetry, onShowFault }: EvaluationProps) {
  const fault = evaluation?.fault ?? null;
  const place = fault?.line == null || fault.column == null ? undefined : { line: fault.line, column: fault.column };
  return (
    <Stack gap="sm" aria-label="What it says" component="section" aria-live="polite">
      {expr === null ? null : <ExprView expr={expr} fault={place} />}
      {error !== null ? <ErrorState title="Could not try it" error={error} onRetry={onRetry} /> : null}
      {evaluation === undefined && error === null ? <Skeleton height={96} /> : null}
      {fault === null ? null : (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} p="xs">
          <Text size="sm">
            {place === undefined ? `${fault.path}: ` : `Line ${place.line}, column ${place.column}: `}
            {fault.message}{' '}
            {place === undefined ? null : (
              <Anchor component="button" type="button" size="sm" underline="always" onClick={() => onShowFault(place.line, place.column)}>
                Show
              </Anchor>
            )}
          </Text>
        </Alert>
      )}
      {evaluation?.result == null ? null : <Result result={evaluation.result} />}
      {evaluation?.cost == null ? null : <Cost cost={evaluation.cost} />}
      {evaluation?.seen == null ? null : (
        <Accordion variant="contained" chevronPosition="left">
          <Accordion.Item value="seen">
            <Accordion.Control>
              <Text size="xs">What it saw</Text>
            </Accordion.Control>
            <Accordion.Panel>
              <JsonViewer value={evaluation.seen} what="view of the intent" />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </Stack>
  );
}

const failures: Readonly<Record<string, string>> = {
  error: 'It has no answer, so it refuses',
  over_budget: 'It needs more than its budget, so it refuses',
  timed_out: `It took longer than ${POLICY_TIME_MAX_MS} ms, so it refuses`,
};

function Result({ result }: { readonly result: NonNullable<PolicyEvaluation['result']> }) {
  const { answer, allows, failure, why, spent_units } = result;
  const said =
    failure === null
      ? typeof answer === 'number'
        ? `Asks for ${answer} ${answer === 1 ? 'approver' : 'approvers'}`
        : `Answers ${String(answer)}`
      : (failures[failure] ?? '');
  return (
    <Group gap="xs" align="center" wrap="nowrap">
      <StatusBadge status={allows ? 'allows' : 'refuses'} />
      <Text size="sm">
        {said}
        {why === null ? '' : `: ${why}`}.{' '}
        <Text span size="xs" c="dimmed" className="numbers">
          {showCount(spent_units)} units spent
        </Text>
      </Text>
    </Group>
  );
}

function Cost({ cost }: { readonly cost: NonNullable<PolicyEvaluation['cost']> }) {
  const { units, others_units, budget_units, max_rows } = cost;
  const percent = (n: number): number => Math.min(100, (100 * n) / budget_units);
  const left = budget_units - others_units - units;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="xs">
          Costs at most <strong className="numbers">{showCount(units)}</strong> units at {showCount(max_rows)} rows
        </Text>
        <Text size="xs" c={left < 0 ? 'red' : 'dimmed'} className="numbers">
          {left < 0 ? `${showCount(-left)} over the budget` : `${showCount(left)} of ${showCount(budget_units)} left`}
        </Text>
      </Group>
      <Progress.Root size="sm" mt={4}>
        <Progress.Section value={percent(others_units)} color="gray" aria-label={`Other policies: ${others_units} units`} />
        <Progress.Section value={percent(units)} color={left < 0 ? 'red' : 'blue'} aria-label={`This policy: ${units} units`} />
      </Progress.Root>
    </div>
  );
}
