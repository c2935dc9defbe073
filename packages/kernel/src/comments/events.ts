/** What a comment is about. An exception is named by its bank row; a task is one of the close of a period. */
export type CommentSubject = 'intent' | 'approval' | 'exception' | 'period' | 'task';

export type CommentAdded = {
  readonly id: string;
  readonly subject: CommentSubject;
  readonly subject_id: string;
  /** Stands for the text; the words themselves are outside the log. */
  readonly text_token: string;
  /** Ids of the people it mentions. */
  readonly mentions: readonly string[];
};

/** The text and its mentions as a whole. */
export type CommentEdited = Pick<CommentAdded, 'id' | 'text_token' | 'mentions'>;

export type CommentRemoved = { readonly id: string };

export interface CommentEvents {
  readonly 'comment.added': CommentAdded;
  readonly 'comment.edited': CommentEdited;
  readonly 'comment.removed': CommentRemoved;
}
