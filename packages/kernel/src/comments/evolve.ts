import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { CommentEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'comment.added': (state, { payload, actorId, eventTsUs }) => {
    const { id, subject, subject_id: subjectId, text_token: textToken } = payload;
    state.comments.set(id, { authorId: actorId, writtenAtUs: eventTsUs, subject, subjectId, textToken, removed: false });
  },
  'comment.edited': (state, { payload, seq }) => {
    must(state.comments.get(payload.id), 'its comment', seq).textToken = payload.text_token;
  },
  'comment.removed': (state, { payload, seq }) => {
    must(state.comments.get(payload.id), 'its comment', seq).removed = true;
  },
} satisfies EventRows<CommentEvents>;
