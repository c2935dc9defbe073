// Balances at the end of each day: some days back from one, and some ahead with what is value-dated on them.
import * as z from 'zod';

/** What a screen offers to look back. */
export const DAYS_BACK_CHOICES = [30, 90, 365] as const;
export type DaysBack = (typeof DAYS_BACK_CHOICES)[number];
const DAYS_BACK_MAX = 366;
const DAYS_BACK_DEFAULT = 90;
const DAYS_AHEAD_MAX = 92;
const DAYS_AHEAD_DEFAULT = 30;

export const seriesFields = {
  back: z.coerce.number().int().min(1).max(DAYS_BACK_MAX).default(DAYS_BACK_DEFAULT),
  ahead: z.coerce.number().int().min(0).max(DAYS_AHEAD_MAX).default(DAYS_AHEAD_DEFAULT),
};
