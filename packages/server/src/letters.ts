// What the house writes to people, and to whom: put together when a mail leaves, from what is true then. A mail whose link is
// dead by then (revoked, replaced, accepted, erased) is not worth sending.

import { RESET_LINK_LIFE_SECONDS } from '@countinghouse/contract/features/auth';
import { INVITE_LIFE_DAYS } from '@countinghouse/contract/features/people';
import type { Pool } from '@countinghouse/store/connection';
import { findInvitationToMail } from '@countinghouse/store/features/people/reads';
import type { Kms } from '@countinghouse/store/keys/kms';
import { type DueMail, type NewMail, queueMail } from '@countinghouse/store/mail-outbox';
import type { Statement } from '@countinghouse/store/sql/statement';
import { hashToken } from './invitations.ts';
import type { Mail } from './mail.ts';
import { findPeople } from './people.ts';

const DAY_SECONDS = 86_400;
const MINUTES_OF_RESET = RESET_LINK_LIFE_SECONDS / 60;
/** Who invited is no longer known by name. */
const SOMEBODY = 'Somebody';

/** What binds a wrapped token to its row. */
const contextOf = (id: string): string => `mail/${id}`;

export class Letters {
  private readonly kms: Kms;
  private readonly writerPool: Pool;
  private readonly authPool: Pool;
  private readonly publicUrl: string;

  constructor(o: { readonly kms: Kms; readonly writerPool: Pool; readonly authPool: Pool; readonly publicUrl: string }) {
    this.kms = o.kms;
    this.writerPool = o.writerPool;
    this.authPool = o.authPool;
    this.publicUrl = o.publicUrl;
  }

  /** The row of an invitation's mail, for the transaction that makes the invitation. */
  queueInvitation(token: string): Promise<Statement> {
    return this.queue({ kind: 'invitation', userId: null, lifeSeconds: INVITE_LIFE_DAYS * DAY_SECONDS }, token);
  }

  queueReset(userId: string, token: string): Promise<Statement> {
    return this.queue({ kind: 'password_reset', userId, lifeSeconds: RESET_LINK_LIFE_SECONDS }, token);
  }

  private async queue(mail: Pick<NewMail, 'kind' | 'userId' | 'lifeSeconds'>, token: string): Promise<Statement> {
    const id = crypto.randomUUID();
    return queueMail({ ...mail, id, wrappedToken: await this.kms.wrap(Buffer.from(token), contextOf(id)) });
  }

  /** The mail of a row; null where nobody waits for it any more. Throws KeyUnavailable. */
  async write(due: DueMail): Promise<Mail | null> {
    const token = (await this.kms.unwrap(due.wrapped_token, contextOf(due.id))).toString();
    return due.kind === 'invitation' ? this.writeInvitation(due.id, token) : this.writeReset(due.id, due.user_id ?? '', token);
  }

  private async writeInvitation(id: string, token: string): Promise<Mail | null> {
    const invited = await findInvitationToMail(this.writerPool, hashToken(token));
    if (invited === null) return null;
    const { email, organisation, role, invited_by } = invited;
    const inviter = (await findPeople(this.authPool, [invited_by])).get(invited_by)?.name ?? SOMEBODY;
    return {
      id,
      to: email,
      subject: `${inviter} invites you to ${organisation}`,
      text: `${inviter} invites you to ${organisation} on Countinghouse as ${role}.\n\nAccept within ${INVITE_LIFE_DAYS} days:\n${this.publicUrl}/invite?token=${token}\n\nIf you do not know why you got this mail, ignore it.`,
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
