// What notifications say on the screen.
import type { Notification, NotificationKind } from '@countinghouse/contract/features/notifications';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';

const subjects: Readonly<Record<Notification['subject'], string>> = {
  intent: 'an intent',
  approval: 'an approval',
  exception: 'an exception',
  period: 'a period',
  task: 'a close task',
};

/** What somebody did, behind their name. `mine`: the reader asked for it. */
export function sentenceOf({ kind, waiting, subject, what }: Notification, mine: boolean): string {
  const says: Readonly<Record<NotificationKind, string>> = {
    approval_asked: waiting ? 'asks for your approval' : 'asked for an approval',
    approval_approved: mine ? 'approved what you asked for' : 'approved a request',
    approval_rejected: mine ? 'rejected what you asked for' : 'rejected a request',
    mention: `mentioned you on ${subjects[subject]}`,
    comment: `commented on ${subjects[subject]}`,
    period_started: `started to close ${what}`,
    period_locked: `locked ${what}`,
    period_published: `published ${what}`,
    period_reopened: `re-opened ${what}`,
    tasks_late: mine ? `reminds you of what is late in the close of ${what}` : `told of late tasks in the close of ${what}`,
  };
  return says[kind];
}

/** What it is about, in a line; null: the sentence says it all. */
export function detailOf({ subject, kind, what, says }: Notification): string | null {
  if (kind === 'mention' || kind === 'comment') return says === null ? null : `“${says}”`;
  if (subject !== 'approval' || what === null) return says;
  return says === null ? wordOfSubject({ subject: what }) : `${wordOfSubject({ subject: what })}: ${says}`;
}
