import { DatePicker } from '@mantine/dates';

interface CalendarProps {
  /** `2026-03-05`; empty: none is chosen. */
  readonly day: string;
  readonly today: string;
  readonly latest?: string | undefined;
  readonly onPick: (day: string) => void;
}

/** The month of the day that is chosen, or of today. */
export function Calendar({ day, today, latest, onPick }: CalendarProps) {
  return (
    <DatePicker
      key={day}
      size="xs"
      // None in red: that is the colour of what is wrong.
      weekendDays={[]}
      defaultDate={day === '' ? today : day}
      value={day === '' ? null : day}
      {...(latest === undefined ? {} : { maxDate: latest })}
      onChange={(next) => {
        if (next !== null) onPick(next);
      }}
    />
  );
}
