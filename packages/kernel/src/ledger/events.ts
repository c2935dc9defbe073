// An event, as it is decided and in its place in the chain. Shapes are checked in as JSON schemas under `vectors/event-shapes/`;
// an event is never rewritten: a new shape is a new version.

import type { EventShapes } from './event-shapes.ts';

export type EventType = keyof EventShapes;

/** An event as decided: without its place in the chain. */
export type EventDraft = {
  [T in EventType]: {
    readonly type: T;
    readonly payload: EventShapes[T];
    /** Only of the first event of an intent. */
    readonly idemKey?: string;
    /** Of every event of an intent. */
    readonly intentId?: string;
    readonly signature?: string | null;
    /** Where it is the act of another than whoever gave the command: of the system. */
    readonly actorId?: string;
  };
}[EventType];

/** An event in its place in the chain, as `evolve` and the projections see it. */
export type ChainedEvent = EventDraft & {
  readonly seq: number;
  readonly eventId: string;
  readonly eventTs: string;
  /** The same instant as microseconds since 1970. */
  readonly eventTsUs: bigint;
  readonly actorId: string;
  readonly eventHash: string;
};

/** The day, UTC, on which it was written. */
export const bookingDayOf = ({ eventTs }: Pick<ChainedEvent, 'eventTs'>): string => eventTs.slice(0, 10);
