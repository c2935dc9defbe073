import type { CommentSubject } from '@countinghouse/kernel/comments/events';
import type { Load } from '../../feature.ts';
import { instant } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const comments = await read<{
    id: string;
    author_id: string;
    written_at: string;
    subject: CommentSubject;
    subject_id: string;
    text_token: string;
    removed: boolean;
  }>(
    `select id, author_id, written_at, subject, subject_id, text_token, removed_at is not null as removed
     from comments where tenant_id = $1 order by written_seq`,
  );
  for (const { id, author_id, written_at, subject, subject_id, text_token, removed } of comments)
    state.comments.set(id, {
      authorId: author_id,
      writtenAtUs: instant(written_at),
      subject,
      subjectId: subject_id,
      textToken: text_token,
      removed,
    });
};
