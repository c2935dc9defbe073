import type { InviteStatus } from '@countinghouse/kernel/people/events';
import type { TenantRole } from '@countinghouse/kernel/tenants/events';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

export interface MemberRow {
  readonly user_id: string;
  readonly role: TenantRole;
  readonly joined_at: string;
}

/** First joined first. */
export async function listMembers(tx: Tx, tenantId: string): Promise<readonly MemberRow[]> {
  const found = await tx.query<MemberRow>('select user_id, role, joined_at from members where tenant_id = $1 order by joined_at, user_id', [
    tenantId,
  ]);
  return found.rows;
}

export interface InviteRow {
  readonly id: string;
  readonly role: TenantRole;
  readonly created_at: string;
  readonly expires_at: string;
  /** Of the address. */
  readonly email_token: string;
}

/** Newest first; those that are accepted or revoked are gone. */
export async function listPendingInvites(tx: Tx, tenantId: string): Promise<readonly InviteRow[]> {
  const found = await tx.query<InviteRow>(
    `select id, role, created_at, expires_at, email_token from invites
     where tenant_id = $1 and status = 'pending'
     order by event_seq desc`,
    [tenantId],
  );
  return found.rows;
}

/** The invitation that a mailed token belongs to: the one look-up that does not know the organisation yet. Needs the writer's role. */
export async function findInviteByToken(
  writerPool: Pool,
  tokenHash: string,
): Promise<{ readonly tenant_id: string; readonly id: string; readonly status: InviteStatus } | null> {
  const found = await writerPool.query<{ tenant_id: string; id: string; status: InviteStatus }>(
    'select tenant_id, id, status from invites where token_hash = $1',
    [tokenHash],
  );
  return found.rows[0] ?? null;
}

export interface InvitationToMail {
  readonly tenant_id: string;
  readonly email_token: string;
  readonly organisation: string;
  readonly role: TenantRole;
  /** Id of the person who invited. */
  readonly invited_by: string;
}

/** What the mail of an invitation needs; null where nobody can accept it at the instant `now`. Needs the writer's role. */
export async function findInvitationToMail(writerPool: Pool, now: string, tokenHash: string): Promise<InvitationToMail | null> {
  const found = await writerPool.query<InvitationToMail>(
    `select i.tenant_id, i.email_token, t.name as organisation, i.role, e.actor_id as invited_by
     from invites i
     join tenants t on t.tenant_id = i.tenant_id and t.archived_at is null
     join events e on e.tenant_id = i.tenant_id and e.seq = i.event_seq
     where i.token_hash = $1 and i.status = 'pending' and i.expires_at > $2`,
    [tokenHash, now],
  );
  return found.rows[0] ?? null;
}

/** The token of the address an invitation went to; null where it has expired at the instant `now`, or is not pending. */
export async function invitedAs(tx: Tx, tenantId: string, now: string, inviteId: string): Promise<string | null> {
  const found = await tx.query<{ email_token: string }>(
    `select email_token from invites where tenant_id = $1 and id = $2 and status = 'pending' and expires_at > $3`,
    [tenantId, inviteId, now],
  );
  return found.rows[0]?.email_token ?? null;
}
