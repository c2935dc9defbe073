// What the system writes to people, and to whom: put together when a mail leaves, from what is true then. A mail whose link is
// dead by then (revoked, replaced, accepted, erased) is not worth sending.

import { APPROVAL_LIFE_DAYS } from '@countinghouse/contract/features/approvals';
import { RESET_LINK_LIFE_SECONDS } from '@countinghouse/contract/features/auth';
import { INVITE_LIFE_DAYS } from '@countinghouse/contract/features/people';
import type { LostEvents } from '@countinghouse/kernel/health/state';
import { findPeople } from '@countinghouse/store/auth/people';
import type { Clock } from '@countinghouse/store/clock';
import type { Pool } from '@countinghouse/store/connection';
import { findApprovalToMail } from '@countinghouse/store/features/approvals/reads';
import { findLateToMail } from '@countinghouse/store/features/close-tasks/reads';
import { findMentionToMail } from '@countinghouse/store/features/comments/reads';
import { findBrokenToMail, findOwnedToMail } from '@countinghouse/store/features/health/reads';
import { findInvitationToMail } from '@countinghouse/store/features/people/reads';
import { findResetToMail } from '@countinghouse/store/features/second-factor-resets/reads';
import type { Kms } from '@countinghouse/store/keys/kms';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import { type DueMail, type NewMail, queueMail } from '@countinghouse/store/mail-outbox';
import { findStoppedToMail } from '@countinghouse/store/outbound/endpoints';
import type { Statement } from '@countinghouse/store/sql/statement';
import { hashToken } from '../auth/invitations.ts';
import type { Mail } from './mail.ts';

const DAY_SECONDS = 86_400;
/** Later than that, whoever owns the ledger has seen it. */
const BROKEN_LIFE_DAYS = 7;
/** Later than that, whoever is mentioned has seen it, or will in the console. */
const MENTION_LIFE_DAYS = 7;
/** Later than that, whose tasks are late has seen it, or will in the console. */
const LATE_LIFE_DAYS = 7;
const MINUTES_OF_RESET = RESET_LINK_LIFE_SECONDS / 60;
/** Who invited is no longer known by name. */
const SOMEBODY = 'Somebody';

/** What a comment is about, and where the console shows it. */
const commentedOn = {
  intent: ['an intent', 'intents/'],
  approval: ['an approval', 'admin/approvals/'],
  exception: ['a reconciliation exception', 'risk-recon?view=rows&open='],
  period: ['an accounting period', 'period-close?open='],
  task: ['a close task', 'period-close/'],
} as const;

/** What binds a wrapped token to its row. */
const contextOf = (id: string): string => `mail/${id}`;

export class Letters {
  private readonly kms: Kms;
  private readonly pii: PiiStore;
  private readonly writerPool: Pool;
  private readonly authPool: Pool;
  private readonly publicUrl: string;
  private readonly clock: Clock;

  constructor(o: {
    readonly kms: Kms;
    readonly pii: PiiStore;
    readonly writerPool: Pool;
    readonly authPool: Pool;
    readonly publicUrl: string;
    readonly clock: Clock;
  }) {
    this.kms = o.kms;
    this.pii = o.pii;
    this.writerPool = o.writerPool;
    this.authPool = o.authPool;
    this.publicUrl = o.publicUrl;
    this.clock = o.clock;
  }

  /** The row of an invitation's mail, for the transaction that makes the invitation. */
  queueInvitation(token: string): Promise<Statement> {
    return this.queue({ kind: 'invitation', userId: null, lifeSeconds: INVITE_LIFE_DAYS * DAY_SECONDS }, token);
  }

  queueReset(userId: string, token: string): Promise<Statement> {
    return this.queue({ kind: 'password_reset', userId, lifeSeconds: RESET_LINK_LIFE_SECONDS }, token);
  }

  /** To somebody who may approve: that something waits. */
  queueApproval(userId: string, tenantId: string, approvalId: string): Promise<Statement> {
    return this.queue({ kind: 'approval', userId, lifeSeconds: APPROVAL_LIFE_DAYS * DAY_SECONDS }, `${tenantId}/${approvalId}`);
  }

  /** To an owner: that a check found the ledger broken. */
  queueLedgerBroken(userId: string, tenantId: string): Promise<Statement> {
    return this.queue({ kind: 'ledger_broken', userId, lifeSeconds: BROKEN_LIFE_DAYS * DAY_SECONDS }, tenantId);
  }

  /** To an owner: that the database went back, and which events are lost. */
  queueLogWentBack(userId: string, tenantId: string, { from, to }: LostEvents): Promise<Statement> {
    const mail = { kind: 'log_went_back', userId, lifeSeconds: BROKEN_LIFE_DAYS * DAY_SECONDS } as const;
    return this.queue(mail, `${tenantId}/${from}/${to}`);
  }

  /** To an owner: that a witness says that it cosigned another log. */
  queueWitnessRefused(userId: string, tenantId: string, witness: string): Promise<Statement> {
    return this.queue({ kind: 'witness_refused', userId, lifeSeconds: BROKEN_LIFE_DAYS * DAY_SECONDS }, `${tenantId}/${witness}`);
  }

  /** To an owner: that nothing is sent to a webhook endpoint any more. */
  queueWebhookStopped(userId: string, tenantId: string, endpointId: string): Promise<Statement> {
    return this.queue({ kind: 'webhook_stopped', userId, lifeSeconds: BROKEN_LIFE_DAYS * DAY_SECONDS }, `${tenantId}/${endpointId}`);
  }

  /** To somebody whom a comment mentions. */
  queueMention(userId: string, tenantId: string, commentId: string): Promise<Statement> {
    return this.queue({ kind: 'mention', userId, lifeSeconds: MENTION_LIFE_DAYS * DAY_SECONDS }, `${tenantId}/${commentId}`);
  }

  /** To somebody whose tasks of a period's close are late. */
  queueLateTasks(
    userId: string,
    tenantId: string,
    { periodId, ids }: { readonly periodId: string; readonly ids: readonly string[] },
  ): Promise<Statement> {
    const mail = { kind: 'late_tasks', userId, lifeSeconds: LATE_LIFE_DAYS * DAY_SECONDS } as const;
    return this.queue(mail, `${tenantId}/${periodId}/${ids.join(',')}`);
  }

  /** To whom a passkey is: that it was added or removed. */
  queuePasskeyChanged(userId: string, change: 'added' | 'removed', name: string): Promise<Statement> {
    return this.queue({ kind: 'passkey_changed', userId, lifeSeconds: BROKEN_LIFE_DAYS * DAY_SECONDS }, `${change}/${name}`);
  }

  /** To a member: that owners of an organisation agreed to remove their second factor; null: that it was removed. */
  queueSecondFactorReset(userId: string, tenantId: string | null): Promise<Statement> {
    return this.queue({ kind: 'second_factor_reset', userId, lifeSeconds: BROKEN_LIFE_DAYS * DAY_SECONDS }, tenantId ?? '');
  }

  private async queue(
    mail: Pick<NewMail, 'kind' | 'userId' | 'lifeSeconds'>,
    token: string,
    id: string = crypto.randomUUID(),
  ): Promise<Statement> {
    return queueMail({ ...mail, id, wrappedToken: await this.kms.wrap(Buffer.from(token), contextOf(id)) });
  }

  /** The mail of a row; null where nobody waits for it any more. Throws KeyUnavailable. */
  async write(due: DueMail): Promise<Mail | null> {
    const token = (await this.kms.unwrap(due.wrapped_token, contextOf(due.id))).toString();
    switch (due.kind) {
      case 'invitation':
        return this.writeInvitation(due.id, token);
      case 'password_reset':
        return this.writeReset(due.id, due.user_id ?? '', token);
      case 'approval':
        return this.writeApproval(due.id, due.user_id ?? '', token);
      case 'ledger_broken':
        return this.writeLedgerBroken(due.id, due.user_id ?? '', token);
      case 'log_went_back':
        return this.writeLogWentBack(due.id, due.user_id ?? '', token);
      case 'witness_refused':
        return this.writeWitnessRefused(due.id, due.user_id ?? '', token);
      case 'webhook_stopped':
        return this.writeWebhookStopped(due.id, due.user_id ?? '', token);
      case 'mention':
        return this.writeMention(due.id, due.user_id ?? '', token);
      case 'late_tasks':
        return this.writeLateTasks(due.id, due.user_id ?? '', token);
      case 'passkey_changed':
        return this.writePasskeyChanged(due.id, due.user_id ?? '', token);
      case 'second_factor_reset':
        return token === '' ? this.writeFactorRemoved(due.id, due.user_id ?? '') : this.writeFactorReset(due.id, due.user_id ?? '', token);
    }
  }

  private async writeInvitation(id: string, token: string): Promise<Mail | null> {
    const invited = await findInvitationToMail(this.writerPool, this.clock.now(), hashToken(token));
    if (invited === null) return null;
    const { tenant_id, email_token, organisation, role, invited_by } = invited;
    const email = (await this.pii.reveal(tenant_id, [email_token])).of(email_token);
    if (email === null) return null;
    const inviter = (await findPeople(this.authPool, [invited_by])).get(invited_by)?.name ?? SOMEBODY;
    return {
      id,
      to: email,
      subject: `${inviter} invites you to ${organisation}`,
      text: `${inviter} invites you to ${organisation} on Countinghouse as ${role}.\n\nAccept within ${INVITE_LIFE_DAYS} days:\n${this.publicUrl}/invite?token=${token}\n\nIf you do not know why you got this mail, ignore it.`,
    };
  }

  /** No amounts and no accounts: the page shows them to whoever signs in. */
  private async writeApproval(id: string, userId: string, named: string): Promise<Mail | null> {
    const [tenantId = '', approvalId = ''] = named.split('/');
    const waits = await findApprovalToMail(this.writerPool, tenantId, { userId, now: this.clock.now() }, approvalId);
    if (waits === null) return null;
    const people = await findPeople(this.authPool, [userId, waits.maker_id]);
    const person = people.get(userId);
    if (person === undefined) return null;
    const maker = waits.service_account ?? people.get(waits.maker_id)?.name ?? SOMEBODY;
    const what = waits.kind === 'intent' ? 'an intent' : 'a change';
    return {
      id,
      to: person.email,
      subject: `${waits.organisation}: ${what} waits for your approval`,
      text: `${maker} made ${what} in ${waits.organisation} that needs a second person.\n\nLook at it, then approve or reject it within ${APPROVAL_LIFE_DAYS} days:\n${this.publicUrl}/dashboard/admin/approvals/${approvalId}\n\nUntil somebody decides, nothing has happened.`,
    };
  }

  private async writeLedgerBroken(id: string, userId: string, tenantId: string): Promise<Mail | null> {
    const broken = await findBrokenToMail(this.writerPool, tenantId, userId);
    const person = (await findPeople(this.authPool, [userId])).get(userId);
    if (broken === null || person === undefined) return null;
    return {
      id,
      to: person.email,
      subject: `${broken.organisation}: the ledger does not check out and is read-only`,
      text: `A check found that what is stored of ${broken.organisation} is not what its log says. Nothing can be posted until a full check finds nothing.\n\nWhat was found:\n${this.publicUrl}/dashboard/health\n\nKeep the database as it is until you know what happened.`,
    };
  }

  private async writeLogWentBack(id: string, userId: string, named: string): Promise<Mail | null> {
    const [tenantId = '', from = '', to = ''] = named.split('/');
    const owned = await findOwnedToMail(this.writerPool, tenantId, userId);
    const person = (await findPeople(this.authPool, [userId])).get(userId);
    if (owned === null || person === undefined) return null;
    const lost = from === to ? `Event ${from} was` : `Events ${from} to ${to} were`;
    return {
      id,
      to: person.email,
      subject: `${owned.organisation}: the database went back, and nothing can be posted`,
      text: `${lost} answered and are not in the log of ${owned.organisation} any more: an older copy of the database is in place. Nothing is written until the right one is back, or an owner accepts the loss.\n\nWhat is lost, and what to do:\n${this.publicUrl}/dashboard/health`,
    };
  }

  private async writeWitnessRefused(id: string, userId: string, named: string): Promise<Mail | null> {
    const slash = named.indexOf('/');
    const [tenantId, witness] = [named.slice(0, slash), named.slice(slash + 1)];
    const owned = await findOwnedToMail(this.writerPool, tenantId, userId);
    const person = (await findPeople(this.authPool, [userId])).get(userId);
    if (owned === null || person === undefined) return null;
    return {
      id,
      to: person.email,
      subject: `${owned.organisation}: a witness refuses the log`,
      text: `The witness ${witness} says that it has cosigned another log than that of ${owned.organisation}: it was shown another history, or the database went back.\n\nWhat it said, and what to do:\n${this.publicUrl}/dashboard/health\n\nKeep the database as it is until you know what happened.`,
    };
  }

  /** Not where it is: the page shows it to whoever signs in. One that goes on again, or is gone, is not told of. */
  private async writeWebhookStopped(id: string, userId: string, named: string): Promise<Mail | null> {
    const [tenantId = '', endpointId = ''] = named.split('/');
    const owned = await findOwnedToMail(this.writerPool, tenantId, userId);
    const endpoint = await findStoppedToMail(this.writerPool, tenantId, endpointId);
    const person = (await findPeople(this.authPool, [userId])).get(userId);
    if (owned === null || endpoint === null || person === undefined) return null;
    return {
      id,
      to: person.email,
      subject: `${owned.organisation}: the webhook endpoint ${endpoint.name} is stopped`,
      text: `Nothing is sent to the webhook endpoint ${endpoint.name} of ${owned.organisation} any more: ${endpoint.last_error}\n\nWhat it has not taken waits. Once its receiver is well again, let it go on:\n${this.publicUrl}/dashboard/settings/organisation/webhooks/${endpointId}`,
    };
  }

  /** Not what was said: the page shows it to whoever signs in. */
  private async writeMention(id: string, userId: string, named: string): Promise<Mail | null> {
    const [tenantId = '', commentId = ''] = named.split('/');
    const mentioned = await findMentionToMail(this.writerPool, tenantId, commentId, userId);
    if (mentioned === null) return null;
    const { organisation, author_id, subject, subject_id, period_id } = mentioned;
    const people = await findPeople(this.authPool, [userId, author_id]);
    const person = people.get(userId);
    if (person === undefined) return null;
    const author = people.get(author_id)?.name ?? SOMEBODY;
    const [what, path] = commentedOn[subject];
    const place = period_id === null ? subject_id : `${period_id}?task=${subject_id}`;
    return {
      id,
      to: person.email,
      subject: `${author} mentions you in ${organisation}`,
      text: `${author} mentions you in a comment on ${what} of ${organisation}.\n\nRead it:\n${this.publicUrl}/dashboard/${path}${place}`,
    };
  }

  /** Those that were done meanwhile are left out. */
  private async writeLateTasks(id: string, userId: string, named: string): Promise<Mail | null> {
    const [tenantId = '', periodId = '', ids = ''] = named.split('/');
    const late = await findLateToMail(this.writerPool, tenantId, userId, { periodId, ids: ids.split(',') });
    const person = (await findPeople(this.authPool, [userId])).get(userId);
    if (late === null || person === undefined) return null;
    const { organisation, period_code, tasks } = late;
    const count = tasks.length === 1 ? 'A task of yours is late' : `${tasks.length} tasks of yours are late`;
    const lines = tasks.map(({ title, due_on }) => `- ${title}, due ${due_on}`).join('\n');
    return {
      id,
      to: person.email,
      subject: `${organisation}: ${tasks.length === 1 ? 'a close task is' : `${tasks.length} close tasks are`} late`,
      text: `${count} in the close of ${period_code} of ${organisation}:\n\n${lines}\n\nTick what is done, or see what is left:\n${this.publicUrl}/dashboard/period-close/${periodId}\n\nOf each task you are told once.`,
    };
  }

  private async writePasskeyChanged(id: string, userId: string, named: string): Promise<Mail | null> {
    const person = (await findPeople(this.authPool, [userId])).get(userId);
    if (person === undefined) return null;
    const slash = named.indexOf('/');
    const [change, name] = [named.slice(0, slash), named.slice(slash + 1)];
    const now = change === 'added' ? 'It signs in without a password from now on.' : 'It signs in no more.';
    return {
      id,
      to: person.email,
      subject: `A passkey was ${change}`,
      text: `The passkey “${name}” was ${change} in your Countinghouse account. ${now}\n\nIf it was not you, set a new password at once, then look at your passkeys and sessions:\n${this.publicUrl}/forgot-password\n${this.publicUrl}/dashboard/account/security`,
    };
  }

  /** Not where it was stopped meanwhile. */
  private async writeFactorReset(id: string, userId: string, tenantId: string): Promise<Mail | null> {
    const reset = await findResetToMail(this.writerPool, tenantId, userId);
    const person = (await findPeople(this.authPool, [userId])).get(userId);
    if (reset === null || person === undefined) return null;
    return {
      id,
      to: person.email,
      subject: `${reset.organisation}: your second factor is to be removed`,
      text: `Two owners of ${reset.organisation} agreed to remove your second factor and your passkeys, because you have lost them. It is done a day from now. Every session of yours ends then, your password alone signs you in, and you set up a new second factor. If you belong to other organisations too, their owners have to agree as well.\n\nIf you have not lost it, sign in before then and keep it:\n${this.publicUrl}/dashboard/account/security`,
    };
  }

  private async writeFactorRemoved(id: string, userId: string): Promise<Mail | null> {
    const person = (await findPeople(this.authPool, [userId])).get(userId);
    if (person === undefined) return null;
    return {
      id,
      to: person.email,
      subject: 'Your second factor was removed',
      text: `Your second factor was removed, with your passkeys, as owners of your organisation had agreed. Sign in with your password, and set up a new one at once:\n${this.publicUrl}/dashboard/account/security`,
    };
  }

  private async writeReset(id: string, userId: string, token: string): Promise<Mail | null> {
    const person = (await findPeople(this.authPool, [userId])).get(userId);
    if (person === undefined) return null;
    const link = `${this.publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
    return {
      id,
      to: person.email,
      subject: 'Set a new password',
      text: `Somebody asked to set a new password for your Countinghouse account.\n\nSet it here within ${MINUTES_OF_RESET} minutes:\n${link}\n\nIf it was not you, ignore this mail: nothing has changed.`,
    };
  }
}
