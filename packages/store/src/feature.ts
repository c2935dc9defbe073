// What a feature of the store says of itself: which tables follow from events, and how.

import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import type pg from 'pg';
import type { Insertion, Statement } from './sql/statement.ts';

type EventOf<T extends EventType> = Extract<ChainedEvent, { readonly type: T }>;

/** What an event adds to its transaction. Live writing and replay use the same statements: they name no schema. */
export type Project<E> = (tenantId: string, event: E) => Statement | Insertion | readonly (Statement | Insertion)[];

export interface Feature {
  /** Tables that follow from events alone: replay rebuilds and compares them. */
  readonly tables: readonly string[];
  readonly project: { readonly [T in EventType]?: Project<EventOf<T>> };
}

/** Rows of a statement whose only value is the organisation. */
export type Read = <T extends Record<string, unknown>>(sql: string) => Promise<readonly T[]>;

/** Reads a feature's part of the writer's state from its tables. What it stands on is there: see the order of the census. */
export type Load = (state: TenantState, read: Read, client: pg.ClientBase) => Promise<void>;
