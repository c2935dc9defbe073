// When a control must be attested next.

import { addDays } from '../time/instant.ts';

/** `later`: it is not yet time. `due`: within a week, or today. `none`: nobody has to. */
export type Due = 'none' | 'later' | 'due' | 'overdue';

/** How long before its day an attestation counts as due. Source: decision 0031. */
export const DUE_AHEAD_DAYS = 7;

/** The day by which it must be attested; null where the spec does not say how often. Never attested, it is the day it was registered. */
export function dueOn(everyDays: number | null, registeredOn: string, attestedOn: string | null): string | null {
  if (everyDays === null) return null;
  return attestedOn === null ? registeredOn : addDays(attestedOn, everyDays);
}

export function dueAt(day: string | null, today: string): Due {
  if (day === null) return 'none';
  if (day < today) return 'overdue';
  return day <= addDays(today, DUE_AHEAD_DAYS) ? 'due' : 'later';
}
