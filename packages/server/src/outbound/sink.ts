// What takes messages: the receiver of a webhook, or a broker.

import type { Message } from './message.ts';

/** Messages of one organisation, in the order of its log. */
export type Handful = readonly [Message, ...Message[]];

export interface Sink {
  /** One try; it never throws because of what is at the other end. */
  send(messages: Handful, withinMs: number): Promise<Answer>;
  /** Whether several may be handed over at once: all of them are kept in their order, or none is. Else each comes alone. */
  readonly takesSeveral: boolean;
  /** It is never waited for longer than this. */
  readonly waitMsMax: number;
}

/** What a receiver of HTTP answered; the text is how its body begins. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

export type Answer = { readonly reply?: Reply } & (
  | { readonly kind: 'taken' }
  /** The content is not wanted. */
  | { readonly kind: 'refused'; readonly error: string }
  /** It cannot be had now; `afterMs` where it said when. */
  | { readonly kind: 'away'; readonly error: string; readonly afterMs: number | null }
  /** It is not to be asked again. */
  | { readonly kind: 'gone'; readonly error: string }
);
