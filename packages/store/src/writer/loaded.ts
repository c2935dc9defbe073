// What is read of a projection for the writer's state.

import { parseInstant } from '@countinghouse/kernel/time/instant';

/** Throws where a projection has not what another says that it has. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('a projection contradicts itself: run replay --compare');
  return value;
}

/** Microseconds since 1970. */
export const instant = (text: string): bigint => present(parseInstant(text));
