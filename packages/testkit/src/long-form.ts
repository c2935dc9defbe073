// How large a test is: for every commit, or as long as its property deserves now and then.

const isLong = process.env['LONG'] === '1';

/** How often, or how many: `short` in `npm test`, `long` with `LONG=1`. Every window that is asked for must be met in either. */
export const inForm = (short: number, long: number): number => (isLong ? long : short);
