// What a feature of the store says of itself: which tables follow from events, and how.

import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import type { Statement } from './sql/statement.ts';

type EventOf<T extends EventType> = Extract<ChainedEvent, { readonly type: T }>;

/** What an event adds to its transaction. Live writing and replay use the same statements: they name no schema. */
export type Project<E> = (tenantId: string, event: E) => Statement | readonly Statement[];

export interface Feature {
  /** Tables that follow from events alone: replay rebuilds and compares them. */
  readonly tables: readonly string[];
  readonly project: { readonly [T in EventType]?: Project<EventOf<T>> };
}
