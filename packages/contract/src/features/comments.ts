// What people say about an intent, an approval, an exception, a period or a task of its close, and whom they mention.
import * as z from 'zod';
import { Done, limit, Next, olderThan, text, Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { IntentId } from './intents.ts';

// Source: decision 0090.
export const COMMENT_LENGTH_MAX = 4_000;
export const COMMENT_MENTIONS_MAX = 20;
/** Comments in one answer. */
export const COMMENTS_PAGE = 100;

export const CommentSubject = z.enum(['intent', 'approval', 'exception', 'period', 'task']);
export type CommentSubject = z.output<typeof CommentSubject>;

const mention = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/;

/** How a text mentions somebody: by the id of their account, never by a name. */
export const mentionOf = (userId: string): string => `@[${userId}]`;

/** The people that a text mentions, each once, in its order. */
export const mentionsIn = (words: string): readonly string[] => [
  ...new Set([...words.matchAll(new RegExp(mention, 'g'))].map(([, userId = '']) => userId)),
];

/** A text in its parts: words, and the people it mentions. */
export const partsOf = (words: string): readonly (string | { readonly mentions: string })[] =>
  words
    .split(mention)
    .map((part, i) => (i % 2 === 1 ? { mentions: part } : part))
    .filter((part) => part !== '');

export const CommentText = text(COMMENT_LENGTH_MAX)
  .trim()
  .min(1, 'Write something first.')
  .refine((words) => mentionsIn(words).length <= COMMENT_MENTIONS_MAX, `Mention at most ${COMMENT_MENTIONS_MAX} people.`);

/** What a comment is about: `subject_id` is the id of the intent, the approval, the exception's bank row, the period, or the close task. */
const About = z.strictObject({ subject: CommentSubject, subject_id: IntentId });
const isIdOf = ({ subject, subject_id }: z.output<typeof About>): boolean => subject === 'intent' || Uuid.safeParse(subject_id).success;
const wrongId = { path: ['subject_id'], message: 'Use an id as the server gave it.' };

const Person = z.object({ id: z.string(), name: z.string() });

export const Comment = z.object({
  id: z.string(),
  subject: CommentSubject,
  subject_id: z.string(),
  /** Of a close task: the period it is of; else null. */
  period_id: z.string().nullable(),
  /** With a mention as `@[id of the account]`; null once it was removed. */
  text: z.string().nullable(),
  author: Person,
  /** Whom it mentions, by name. */
  mentions: z.array(Person),
  written_at: z.string(),
  edited_at: z.string().nullable(),
  removed_at: z.string().nullable(),
  /** Until when its author may change or remove it. */
  fixed_at: z.string(),
  /** The event that noted it. */
  seq: z.number().int(),
});
export type Comment = z.output<typeof Comment>;

const one = z.object({ comment: Comment });
const ofOne = z.object({ id: Uuid });

export const comments = {
  list: route({
    method: 'GET',
    path: '/api/v1/comments',
    summary: 'The comments on an intent, approval, exception, period or close task: the latest, oldest first',
    needs: 'member',
    query: About.extend({
      ...olderThan,
      limit: limit(COMMENTS_PAGE, COMMENTS_PAGE),
    }).refine(isIdOf, wrongId),
    /** `next`, also as `before`: where those before these go on; null: there are none. */
    ok: z.object({ comments: z.array(Comment), before: z.number().int().nullable(), next: Next }),
    codes: ['NOT_FOUND'],
  }),
  mentions: route({
    method: 'GET',
    path: '/api/v1/comments/mentions',
    summary: 'The latest comments that mention the caller, newest first',
    needs: 'member',
    query: z.strictObject({ limit: limit(COMMENTS_PAGE, 10) }),
    ok: z.object({ comments: z.array(Comment) }),
  }),
  add: route({
    method: 'POST',
    path: '/api/v1/comments',
    summary: 'Comment on an intent, approval, exception, period or close task; those mentioned get a mail',
    needs: 'member',
    body: About.extend({
      /** Of the new comment: repeating it writes nothing. */
      id: Uuid,
      text: CommentText,
    }).refine(isIdOf, wrongId),
    ok: one,
    codes: ['NOT_FOUND', 'CODE_TAKEN', 'RATE_LIMITED'],
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/v1/comments/:id',
    summary: 'Replace the text of an own comment, until its `fixed_at`',
    needs: 'member',
    params: ofOne,
    body: z.strictObject({ text: CommentText }),
    ok: one,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'COMMENT_FIXED', 'RATE_LIMITED'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/comments/:id',
    summary: 'Remove an own comment, until its `fixed_at`; that there was one stays',
    needs: 'member',
    params: ofOne,
    ok: Done,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'COMMENT_FIXED'],
  }),
} as const;
