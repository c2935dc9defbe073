import type { LimitKey, Limits } from '@countinghouse/contract/features/limits';
import { Alert, Group, Progress, Text } from '@mantine/core';
import { paths } from '../../lib/screen/paths.ts';
import { atDecimals, readAmountE8, showAmountE8 } from '../../lib/values/money.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { shareUsed } from './used.ts';

const NEARLY_USED = 80;
const ALL = 100;
const colorOf = (share: number): string => (share >= ALL ? 'red' : share >= NEARLY_USED ? 'orange' : 'teal');

/** Beside a daily limit: what today has used of it, and what is left. */
export function TodaysUse({ limit, value, current }: { readonly limit: LimitKey; readonly value: string; readonly current: Limits }) {
  const { today, reporting_currency } = current;
  if (limit !== 'daily_txn_amount_max' && limit !== 'daily_txn_count_max') return null;
  const isCount = limit === 'daily_txn_count_max';
  if (!isCount && today.amount === null)
    return (
      <Alert color="orange" mt="sm" p="xs" title="Today’s use can’t be calculated">
        No rate leads from {today.missing_rate} to {reporting_currency}. Until there is one, intents are rejected.{' '}
        <TextLink inText to={paths.fx}>
          Add a rate
        </TextLink>
      </Alert>
    );
  const used = isCount ? String(today.count) : (today.amount ?? '0');
  const share = shareUsed(used, value);
  const [usedE8, limitE8] = [readAmountE8(used), readAmountE8(value)];
  const decimals = (value.split('.')[1] ?? '').length;
  const unit = isCount ? '' : `${reporting_currency} `;
  const show = (amountE8: bigint, way: 'up' | 'down'): string => `${unit}${showAmountE8(atDecimals(amountE8, decimals, way), decimals)}`;
  return (
    <div>
      <Group justify="space-between" mt="md" mb={4} gap="xs">
        <Text size="xs" title={`${unit}${used}`}>
          Today{' '}
          <strong className="numbers" data-amount>
            {show(usedE8, 'up')}
          </strong>{' '}
          of{' '}
          <span className="numbers" data-amount>
            {show(limitE8, 'down')}
          </span>
        </Text>
        <Text size="xs" c="dimmed" className="numbers" data-amount>
          {usedE8 >= limitE8 ? 'nothing left' : `${show(limitE8 - usedE8, 'down')} left`}
        </Text>
      </Group>
      <Progress value={share} color={colorOf(share)} size="sm" aria-label={`Used today: ${share} in a hundred`} />
    </div>
  );
}
