// Money is a bigint of 10⁻⁸ units (`…E8`) in the kernel, a decimal string on the wire, numeric(38,8) in PostgreSQL. Never a float.

export const AMOUNT_DECIMALS = 8;
const INTEGER_DIGITS_MAX = 20;
const pattern = new RegExp(`^(-?)(\\d{1,${INTEGER_DIGITS_MAX}})(?:\\.(\\d{1,${AMOUNT_DECIMALS}}))?$`);

/** Parses a decimal string (at most 20 digits before and 8 after the point, ASCII digits) into units of 10⁻⁸; null if it is anything else. */
export function parseAmountE8(text: string): bigint | null {
  const m = pattern.exec(text);
  if (m === null) return null;
  const units = BigInt((m[2] ?? '') + (m[3] ?? '').padEnd(AMOUNT_DECIMALS, '0'));
  return m[1] === '-' ? -units : units;
}

/** Reads an amount that was checked before: of an event, a row of the database, a request that the contract let pass. Throws RangeError. */
export function readAmountE8(text: string): bigint {
  const amountE8 = parseAmountE8(text);
  if (amountE8 === null) throw new RangeError(`not an amount: ${text}`);
  return amountE8;
}

/**
 * Reads a sum of amounts as the database holds it. It may have more digits than any one amount.
 * Throws RangeError for what is none: a balance that cannot be read is never shown as zero.
 */
export function parseBalanceE8(text: string): bigint {
  const short = readShort(text);
  if (short !== null) return BigInt(short);
  const m = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text);
  if (m === null) throw new RangeError(`not a balance: ${text}`);
  const units = BigInt((m[2] ?? '') + (m[3] ?? '').padEnd(AMOUNT_DECIMALS, '0'));
  return m[1] === '-' ? -units : units;
}

/** So many characters, a point among them, are an integer of units below 2^53. */
const SHORT_MAX = 16;
const [MINUS, ZERO, NINE, POINT] = [0x2d, 0x30, 0x39, 0x2e];

/** Most balances, as the database writes them, in a third of the time: digits, a point, eight digits. null: it is read as any other. */
function readShort(text: string): number | null {
  const point = text.length - AMOUNT_DECIMALS - 1;
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (text.length > SHORT_MAX || point <= first || text.charCodeAt(point) !== POINT) return null;
  let units = 0;
  for (let i = first; i < text.length; i++) {
    if (i === point) continue;
    const digit = text.charCodeAt(i);
    if (digit < ZERO || digit > NINE) return null;
    units = units * 10 + digit - ZERO;
  }
  return first === 0 ? units : -units;
}

/** Formats units of 10⁻⁸ as a decimal string with exactly 8 decimals. */
export function formatAmountE8(amountE8: bigint): string {
  const negative = amountE8 < 0n;
  const digits = (negative ? -amountE8 : amountE8).toString().padStart(AMOUNT_DECIMALS + 1, '0');
  return `${negative ? '-' : ''}${digits.slice(0, -AMOUNT_DECIMALS)}.${digits.slice(-AMOUNT_DECIMALS)}`;
}

/**
 * Formats units of 10⁻⁸ in minor units of a currency: `12345` for 123.45 with 2 decimals.
 * Exact: where the amount goes below the minor unit, a decimal part without trailing zeros follows.
 */
export function formatMinor(amountE8: bigint, minorUnits: number): string {
  const negative = amountE8 < 0n;
  const digits = (negative ? -amountE8 : amountE8).toString().padStart(AMOUNT_DECIMALS + 1, '0');
  const cut = digits.length - (AMOUNT_DECIMALS - minorUnits);
  const whole = digits.slice(0, cut).replace(/^0+(?=\d)/, '');
  const below = digits.slice(cut).replace(/0+$/, '');
  const sign = negative ? '-' : '';
  return below === '' ? `${sign}${whole}` : `${sign}${whole}.${below}`;
}

/** Formats units of 10⁻⁸ as a decimal with a currency's decimals, more only where the amount goes below its minor unit. */
export function formatDecimal(amountE8: bigint, minorUnits: number): string {
  const [whole = '0', fraction = ''] = formatAmountE8(amountE8).split('.');
  const shown = fraction.slice(0, minorUnits) + fraction.slice(minorUnits).replace(/0+$/, '');
  return shown === '' ? whole : `${whole}.${shown}`;
}

/** Reads what `formatMinor` wrote. Throws RangeError for anything else. */
export function readMinor(text: string, minorUnits: number): bigint {
  const amountE8 = parseMinor(text, minorUnits);
  if (amountE8 === null) throw new RangeError(`not an amount in minor units: ${text}`);
  return amountE8;
}

/** Turns a minor-units string of `formatMinor` back into units of 10⁻⁸; null if it is not one. */
export function parseMinor(text: string, minorUnits: number): bigint | null {
  const m = /^(-?)(\d{1,30})(?:\.(\d{1,8}))?$/.exec(text);
  if (m === null) return null;
  const scale = AMOUNT_DECIMALS - minorUnits;
  const fraction = m[3] ?? '';
  if (fraction.length > scale) return null;
  const units = BigInt((m[2] ?? '') + fraction.padEnd(scale, '0'));
  return m[1] === '-' ? -units : units;
}
