// Which events of a log are handed over at once, where that is possible.

import type { EventRow } from '@countinghouse/store/features/events/reads';
import { messageOf } from './message.ts';
import type { Handful } from './sink.ts';

/** In the order of their log. */
export type Together = readonly [EventRow, ...EventRow[]];

/** No longer than this, unless it is one event: a broker takes so much in one batch, however little it is set to. */
export const PAYLOADS_CHARS_MAX = 200_000;

/** All of them: each with those after it that fit, or each alone. */
export function* handfulsOf(events: readonly EventRow[], areSeveral: boolean): Generator<Together> {
  let together: [EventRow, ...EventRow[]] | null = null;
  let chars = 0;
  for (const event of events) {
    chars += event.payload.length;
    if (together !== null && areSeveral && chars <= PAYLOADS_CHARS_MAX) together.push(event);
    else {
      if (together !== null) yield together;
      together = [event];
      chars = event.payload.length;
    }
  }
  if (together !== null) yield together;
}

export const messagesOf = ([first, ...others]: Together): Handful => [messageOf(first), ...others.map(messageOf)];
