// What takes messages, one after the other: the receiver of a webhook, or a broker.

import type { Message } from './message.ts';

export interface Sink {
  /** One try; it never throws because of what is at the other end. */
  send(message: Message, withinMs: number): Promise<Answer>;
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
