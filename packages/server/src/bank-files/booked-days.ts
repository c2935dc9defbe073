// Days on which no bank has booked anything: such a day is written in another way than it is read.

import { addDays } from '@countinghouse/kernel/time/instant';
import { BankFileFault, type Place } from './statement.ts';

/** As far back as the two digits of a year go in SWIFT. Spreadsheets and programs begin to count before. */
const FIRST_DAY = '1980-01-01';
/** A card that is charged at the end of the next month is ahead of today, and told so by its value date. Source: decision 0268. */
const DAYS_AHEAD_MAX = 92;

/** Throws DATE_INVALID. `day` may be an instant; without `today` no day is too far ahead. */
export function checkBookedDay(day: string, today: string | undefined, place: Place): void {
  const isAhead = today !== undefined && day.slice(0, 10) > addDays(today, DAYS_AHEAD_MAX);
  if (day >= FIRST_DAY && !isAhead) return;
  const why = isAhead ? `is more than ${DAYS_AHEAD_MAX} days ahead of today` : `is before ${FIRST_DAY}`;
  throw new BankFileFault(
    'DATE_INVALID',
    `A row booked on ${day.slice(0, 10)} ${why}. Most likely its day is written in another way than it is read: look at how days are written in the file.`,
    place,
  );
}
