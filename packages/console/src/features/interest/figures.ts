// Rates and exact fractions as a person reads them. Cut, never rounded: an ellipsis says that there is more.
import { formatDecimal } from '@countinghouse/kernel/money/amount';
import { readAmountE8 } from '../../lib/values/money.ts';
import { groupDigits, MINUS } from '../../lib/values/numbers.ts';

const PERCENT_DECIMALS = 2;
/** Enough to tell what rounding to eight decimals did. */
const FRACTION_DECIMALS = 12;

/** `3.25 %`: percent of the wire, at least two decimals. */
export const showPercent = (rate: string): string => `${formatDecimal(readAmountE8(rate), PERCENT_DECIMALS).replace('-', MINUS)} %`;

/** `-5/36` as `−0.138888888888…`. */
export function showFraction(fraction: string): string {
  const [numerator = '0', denominator = '1'] = fraction.replace('-', '').split('/');
  const [n, d] = [BigInt(numerator), BigInt(denominator)];
  const scaled = (n * 10n ** BigInt(FRACTION_DECIMALS)) / d;
  const exact = scaled * d === n * 10n ** BigInt(FRACTION_DECIMALS);
  const digits = scaled.toString().padStart(FRACTION_DECIMALS + 1, '0');
  const whole = groupDigits(digits.slice(0, -FRACTION_DECIMALS));
  const text = `${whole}.${digits.slice(-FRACTION_DECIMALS)}`;
  const sign = fraction.startsWith('-') ? MINUS : '';
  return exact ? `${sign}${text.replace(/\.?0+$/, '')}` : `${sign}${text}…`;
}

/** On which side a fraction of the wire stands: debit-positive. */
export const sideOfFraction = (fraction: string): 'Dr' | 'Cr' | '' => (fraction === '0' ? '' : fraction.startsWith('-') ? 'Cr' : 'Dr');
