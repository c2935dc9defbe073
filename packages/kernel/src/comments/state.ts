import type { CommentSubject } from './events.ts';

export interface CommentState {
  readonly authorId: string;
  /** Microseconds since 1970. */
  readonly writtenAtUs: bigint;
  readonly subject: CommentSubject;
  readonly subjectId: string;
  textToken: string;
  removed: boolean;
}

/** What the state of an organisation keeps of it. */
export interface CommentsPart {
  readonly comments: Map<string, CommentState>;
}

export const commentsPart = (): CommentsPart => ({
  comments: new Map(),
});
