// What concerns a person in an organisation: what waits for their approval, what became of what they asked for, who mentions them, which
// of their close tasks are late. Each is an event of the
// log, seen by whom it concerns; which of them a person has read is no part of the log.
import * as z from 'zod';
import { Done, limit, Next, olderThan } from '../fields.ts';
import { route } from '../wire.ts';
import { CommentSubject } from './comments.ts';

export const NOTIFICATIONS_LIST_MAX = 100;
const NOTIFICATIONS_LIST_DEFAULT = 20;

export const NotificationKind = z.enum([
  'approval_asked',
  'approval_approved',
  'approval_rejected',
  'mention',
  'comment',
  'period_started',
  'period_locked',
  'period_published',
  'period_reopened',
  'tasks_late',
]);
export type NotificationKind = z.output<typeof NotificationKind>;

export const Notification = z.object({
  /** Its event in the log. */
  seq: z.number().int(),
  kind: NotificationKind,
  at: z.string(),
  /** Who did it; null: the system. */
  actor: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** What it is about, and where that is found. */
  subject: CommentSubject,
  subject_id: z.string(),
  /** Of a close task: the period it is of; else null. */
  period_id: z.string().nullable(),
  /** Of an approval its use case or command; of a period, and of late tasks, its code; else null. */
  what: z.string().nullable(),
  /** In few words: what is to be approved, or what was said; null where `what` says it all, or the words are erased. */
  says: z.string().nullable(),
  /** Decimal, of the first row of an intent. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** It waits for the caller's decision. */
  waiting: z.boolean(),
  /** Whether the caller read it, did it, or has nothing to do there any more. */
  read: z.boolean(),
});
export type Notification = z.output<typeof Notification>;

const Seq = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const notifications = {
  list: route({
    method: 'GET',
    path: '/api/v1/notifications',
    summary: 'What concerns the caller, or everybody, the latest first; and how much of it they have not read',
    needs: 'member',
    query: z.strictObject({
      view: z.enum(['mine', 'everything']).default('mine'),
      ...olderThan,
      limit: limit(NOTIFICATIONS_LIST_MAX, NOTIFICATIONS_LIST_DEFAULT),
    }),
    /** `unread`: of the latest 100 that concern the caller. `next`: where older ones go on; null: there are none. */
    ok: z.object({ notifications: z.array(Notification), unread: z.number().int(), next: Next }),
  }),
  mark: route({
    method: 'POST',
    path: '/api/v1/notifications/read',
    summary: 'Mark notifications as read: these, or all up to an event',
    needs: 'member',
    evenReadOnly: true,
    ownView: true,
    body: z.strictObject({ seqs: z.array(Seq).min(1).max(NOTIFICATIONS_LIST_MAX) }).or(z.strictObject({ through: Seq })),
    ok: Done,
  }),
} as const;
