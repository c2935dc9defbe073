// When a row and a posting may be the same movement: within 24 hours of each other (specification §9).

import { formatInstant, parseDate, parseInstant } from '../time/instant.ts';

/**
 * How far the days of a row and a posting may lie apart. A date stands for its whole UTC day, without the midnight that ends it: a
 * moment of the one day is then within 24 hours of a moment of the other exactly where the days are the same or neighbours.
 * Source: specification §9, decision 0043.
 */
export const WINDOW_DAYS = 1;

export interface PostedAt {
  /** The date as it is, or the instant in UTC with six decimals. */
  readonly at: string;
  /** Its UTC day. */
  readonly on: string;
}

/** Reads a date or an instant (RFC 3339); null where it is neither. Digits beyond the microsecond are cut off. */
export function parsePostedAt(text: string): PostedAt | null {
  if (parseDate(text) !== null) return { at: text, on: text };
  const us = parseInstant(text);
  if (us === null) return null;
  const at = formatInstant(us);
  return { at, on: at.slice(0, 10) };
}

/** Whether two days, counted from 1970, lie within the window. */
export const isWithinWindow = (a: number, b: number): boolean => (a < b ? b - a : a - b) <= WINDOW_DAYS;
