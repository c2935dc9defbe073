// FX rates: at most 12 significant digits, held as an integer and a power of ten, so that conversion is exact until it rounds once.

export const RATE_DIGITS_MAX = 12;
const RATE_EXPONENT_MAX = 12;

export interface Rate {
  readonly digits: bigint;
  /** The rate is digits × 10^−scale. */
  readonly scale: number;
}

/** Parses a positive rate, plain or with an exponent (the shortest form of a double); null beyond 12 significant digits or 12 places either way. */
export function parseRate(text: string): Rate | null {
  const m = /^(\d{1,25})(?:\.(\d{1,25}))?(?:e([+-]\d{1,2}))?$/.exec(text);
  if (m === null) return null;
  let digits = (m[1] ?? '') + (m[2] ?? '');
  let scale = (m[2] ?? '').length - Number.parseInt(m[3] ?? '0', 10);
  const trailing = /0*$/.exec(digits)?.[0].length ?? 0;
  digits = digits.slice(0, digits.length - trailing).replace(/^0+/, '');
  scale -= trailing;
  if (digits === '' || digits.length > RATE_DIGITS_MAX) return null;
  if (scale > RATE_DIGITS_MAX + RATE_EXPONENT_MAX || scale < -RATE_EXPONENT_MAX) return null;
  return { digits: BigInt(digits), scale };
}

/** The one spelling of a rate: plain decimal without trailing zeros. */
export function formatRate(rate: Rate): string {
  const digits = rate.digits.toString();
  if (rate.scale <= 0) return digits + '0'.repeat(-rate.scale);
  const padded = digits.padStart(rate.scale + 1, '0');
  return `${padded.slice(0, -rate.scale)}.${padded.slice(-rate.scale)}`;
}
