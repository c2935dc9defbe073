import { magnitudeOf } from './magnitude.ts';

/** The integer nearest to a quotient; of two equally near, the even one. The sign goes through. The denominator is above zero. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const size = magnitudeOf(numerator);
  const floor = size / denominator;
  const twice = (size - floor * denominator) * 2n;
  const nearest = twice > denominator || (twice === denominator && floor % 2n === 1n) ? floor + 1n : floor;
  return numerator < 0n ? -nearest : nearest;
}
