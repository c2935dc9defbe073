import { showDay, today } from '../../../lib/values/time.ts';
import { Calendar } from './Calendar.tsx';
import { isWholeDay, readDay } from './read-day.ts';
import { type Read, WrittenField, type WrittenFieldProps } from './WrittenField.tsx';

interface DayFieldProps extends WrittenFieldProps {
  /** `2026-03-05`; empty or undefined: none. */
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  /** The last day that may be chosen. */
  readonly latest?: string;
}

/** A day, typed as people write it or picked from a calendar. */
export function DayField({ value = '', latest, ...field }: DayFieldProps) {
  const now = today(new Date());
  const read = (typed: string): Read => {
    const { day, why } = readDay(typed, now);
    if (day === undefined) return { why };
    return latest !== undefined && day > latest ? { why: `The last day is ${showDay(latest, '')}.` } : { value: day };
  };
  return (
    <WrittenField {...field} value={value} show={(day) => showDay(day, '')} read={read} isWhole={isWholeDay}>
      {(take) => <Calendar day={value} today={now} latest={latest} onPick={take} />}
    </WrittenField>
  );
}
