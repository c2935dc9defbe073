import { Text } from '@mantine/core';
import { useTimeZone } from '../../../lib/screen/preferences.ts';
import { fromInputValue, showDay, toInputValue } from '../../../lib/values/time.ts';
import { Calendar } from './Calendar.tsx';
import { readInstant } from './read-instant.ts';
import { WrittenField, type WrittenFieldProps } from './WrittenField.tsx';

const [DATE_LENGTH, MINUTE_LENGTH] = ['2026-03-05'.length, '14:30'.length];
const WIDTH_PX = 200;

interface InstantFieldProps extends WrittenFieldProps {
  /** RFC 3339, or null while it is empty. */
  readonly value: string | null;
  readonly onChange: (instant: string | null) => void;
  /** What a day without a time is: its first second, or its last one. */
  readonly dayMeans?: 'start' | 'end';
}

/** An instant to the second, typed as people write it or picked from a calendar, in local time or UTC as the person has set it. */
export function InstantField({ value, onChange, dayMeans = 'start', ...field }: InstantFieldProps) {
  const [zone] = useTimeZone();
  const now = new Date();
  /** `2026-03-05T14:30:00` where the person is; empty for none, and for what an address carries and is none. */
  const here = value === null ? '' : toInputValue(value, zone);
  const [day, time] = [here.slice(0, DATE_LENGTH), here.slice(DATE_LENGTH + 1)];
  const onDay = dayMeans === 'start' ? '00:00:00' : '23:59:59';
  return (
    <WrittenField
      w={WIDTH_PX}
      {...field}
      value={here === '' ? '' : (value ?? '')}
      onChange={(instant) => onChange(instant ?? null)}
      show={() => `${showDay(day, '')} ${time.endsWith(':00') ? time.slice(0, MINUTE_LENGTH) : time}`}
      read={(typed) => readInstant(typed, { zone, now, dayMeans })}
    >
      {(take) => (
        <>
          <Calendar
            day={day}
            today={toInputValue(now.toISOString(), zone).slice(0, DATE_LENGTH)}
            onPick={(next) => take(fromInputValue(`${next}T${time === '' ? onDay : time}`, zone) ?? '')}
          />
          <Text size="xs" c="dimmed" mt="xs">
            {zone === 'utc' ? 'UTC' : 'Local time'}, as in 5 Mar 2026 14:30.
            <br />A day alone is its {dayMeans}.
          </Text>
        </>
      )}
    </WrittenField>
  );
}
