// Numbers on the screen that are no amounts. Their digits are grouped here rather than by Intl, which loads the languages of the world for the
// first number of a page: a tenth of a second on a small machine.

export const MINUS = '\u2212';

/** Digits in groups of thousands: `1234567` is `1,234,567`. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A number with at most so many decimals and at least so few, none of them a zero without need: `1,234.5`. */
export function showNumber(value: number, most: number, least = 0): string {
  const [whole = '0', below = ''] = Math.abs(value).toFixed(most).split('.');
  const shown = below.slice(0, least) + below.slice(least).replace(/0+$/, '');
  const text = `${groupDigits(whole)}${shown === '' ? '' : `.${shown}`}`;
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

/** A whole number: `12,345`. */
export const showCount = (count: number): string => showNumber(count, 0);
