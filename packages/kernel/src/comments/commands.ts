import type { Actor } from '../ledger/actor.ts';
import type { CommentSubject } from './events.ts';

export interface AddComment {
  readonly type: 'comment.add';
  readonly actor: Actor;
  /** Chosen by whoever writes it: repeating it writes nothing. */
  readonly id: string;
  readonly subject: CommentSubject;
  /** Looked up before: an intent, an approval, a bank row and a period never go away again, and of a task that does what is said stays. */
  readonly subjectId: string;
  readonly textToken: string;
  /** Ids of the people it mentions, each once. */
  readonly mentions: readonly string[];
}

export interface EditComment {
  readonly type: 'comment.edit';
  readonly actor: Actor;
  readonly id: string;
  readonly textToken: string;
  readonly mentions: readonly string[];
}

export interface RemoveComment {
  readonly type: 'comment.remove';
  readonly actor: Actor;
  readonly id: string;
}

export type CommentCommand = AddComment | EditComment | RemoveComment;
