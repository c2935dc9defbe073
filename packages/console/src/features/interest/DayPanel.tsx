import type { InterestDay } from '@countinghouse/contract/features/interest';
import { Alert, Stack, Text } from '@mantine/core';
import { paths } from '../../lib/screen/paths.ts';
import { readAmountE8, readMinorE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { IntentLink } from '../../ui/value/IntentLink.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Fraction } from './Fraction.tsx';
import { showPercent } from './figures.ts';

interface DayPanelProps {
  readonly day: InterestDay;
  readonly currency: string;
  readonly minorUnits: number;
  readonly onClose: () => void;
}

/** How one day came about, step by step: what it was reckoned on, exactly what that gives, what was posted, what is carried. */
export function DayPanel({ day, currency, minorUnits, onClose }: DayPanelProps) {
  const money = (minor: string) => (
    <Money amountE8={readMinorE8(minor, minorUnits)} minorUnits={minorUnits} currency={currency} showCurrency side />
  );
  const { was } = day;
  return (
    <SidePanel title={`${was === null ? 'Interest' : 'Correction'} of ${day.on}`} onClose={onClose}>
      <Stack gap="md">
        {was === null ? null : (
          <Alert color="orange" p="xs" title="Corrects what had accrued">
            A posting or a rate that came later changed what this day is calculated on. Only the difference was posted.
          </Alert>
        )}
        <Facts
          facts={[
            ['Closing balance', money(day.balance)],
            ['Rate a year', `${showPercent(day.rate)} · ${day.bucket_code}`],
            ['Days', `${day.days} of ${day.basis} · ${day.day_count}`],
            ['Before rounding', <Fraction key="e" value={day.exact} />],
            ...(was === null
              ? []
              : ([
                  ['Was: balance', money(was.balance)],
                  ['Was: rate', showPercent(was.rate)],
                  ['Was: interest', <Fraction key="w" value={was.exact} />],
                ] as const)),
            ['Carried in', <Fraction key="c" value={day.carried} />],
            [
              'Posted',
              <strong key="p">
                <Money amountE8={readAmountE8(day.amount)} minorUnits={minorUnits} currency={currency} showCurrency side />
              </strong>,
            ],
            ['Carried on', <Fraction key="r" value={day.remainder} />],
            [
              'Value date',
              day.value_date === day.on ? showDay(day.on) : `${showDay(day.value_date)}: ${showDay(day.on)} is in a locked period`,
            ],
            ['Intent', <IntentLink key="i" id={day.intent_id} />],
            [
              'Event',
              <TextLink key="s" to={paths.events} search={{ open: String(day.seq) }}>
                #{day.seq}
              </TextLink>,
            ],
            ['Balance known at', `event #${day.known_at}`],
          ]}
        />
        <Text size="xs" c="dimmed">
          Balance × rate × days ÷ days of the year{was === null ? '' : ', less what it was before'}, plus what was carried in, is rounded
          half-even to eight decimals once. What that leaves is carried to the next day, so that nothing is lost over the years.
        </Text>
      </Stack>
    </SidePanel>
  );
}
