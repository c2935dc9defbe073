// What is held about one person or party: rows of every table that carries a token of theirs, or names them by their account.

import { type Range, type Window, windowBack } from '../../pruned/windows.ts';
import type { Tx } from '../../reader.ts';

/** Acts of a person that are listed; of more, the latest. */
export const ACTS_MAX = 20_000;

export interface SubjectInvite {
  readonly id: string;
  readonly role: string;
  readonly status: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly event_seq: number;
}

export async function listSubjectInvites(tx: Tx, tenantId: string, tokens: readonly string[]): Promise<readonly SubjectInvite[]> {
  const found = await tx.query<SubjectInvite>(
    `select id, role, status, created_at, expires_at, event_seq from invites
     where tenant_id = $1 and email_token = any($2) order by event_seq`,
    [tenantId, tokens],
  );
  return found.rows;
}

export async function isPrimaryContact(tx: Tx, tenantId: string, tokens: readonly string[]): Promise<boolean> {
  const found = await tx.query('select from tenants where tenant_id = $1 and primary_contact_token = any($2)', [tenantId, tokens]);
  return found.rowCount === 1;
}

export interface SubjectInDirectory {
  readonly state: string;
  readonly user_name_token: string;
  readonly external_id_token: string | null;
  readonly groups: readonly string[];
  readonly created_at: string;
  readonly changed_at: string;
}

/** What directories told of the person, or under the subject as a name. */
export async function listSubjectInDirectories(
  tx: Tx,
  tenantId: string,
  o: { readonly tokens: readonly string[]; readonly userId: string | null },
): Promise<readonly SubjectInDirectory[]> {
  const found = await tx.query<SubjectInDirectory>(
    `select p.state, p.user_name_token, p.external_id_token, p.created_at, p.changed_at,
       (select coalesce(jsonb_agg(g.name order by g.name), '[]') from directory_group_members m
          join directory_groups g on g.tenant_id = m.tenant_id and g.connection_id = m.connection_id and g.id = m.group_id
        where m.tenant_id = $1 and m.connection_id = p.connection_id and m.user_id = p.user_id) as groups
     from directory_people p
     where p.tenant_id = $1 and (p.user_id = $3 or p.user_name_token = any($2) or p.external_id_token = any($2)) order by p.created_at`,
    [tenantId, o.tokens, o.userId],
  );
  return found.rows;
}

export interface SubjectFile {
  readonly on: 'intent' | 'account' | 'party' | 'period';
  /** Of what it is on. */
  readonly id: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly content_type: string;
  readonly added_at: string;
  readonly event_seq: number;
}

/** Files whose name is the subject, and files that the person added. */
export async function listSubjectFiles(
  tx: Tx,
  tenantId: string,
  o: { readonly tokens: readonly string[]; readonly userId: string | null },
): Promise<readonly SubjectFile[]> {
  const found = await tx.query<SubjectFile>(
    `select 'intent' as "on", intent_id as id, sha256, size_bytes, content_type, added_at, event_seq from attachments
     where tenant_id = $1 and (name_token = any($2) or added_by = $3)
     union all
     select filed_on, filed_on_id::text, sha256, size_bytes, content_type, added_at, event_seq from filed_attachments
     where tenant_id = $1 and (name_token = any($2) or added_by = $3) order by event_seq`,
    [tenantId, o.tokens, o.userId],
  );
  return found.rows;
}

export interface SubjectComment {
  readonly id: string;
  /** Each text it had: an edited comment is here more than once. */
  readonly text_token: string;
  readonly written_at: string;
  readonly event_seq: number;
}

/** What a person wrote in comments, those that were edited or removed since too. */
export async function listSubjectComments(tx: Tx, tenantId: string, userId: string): Promise<readonly SubjectComment[]> {
  const found = await tx.query<SubjectComment>(
    `select payload::jsonb ->> 'id' as id, payload::jsonb ->> 'text_token' as text_token, event_ts as written_at, seq as event_seq
     from events where tenant_id = $1 and actor_id = $2 and event_type in ('comment.added', 'comment.edited') order by seq`,
    [tenantId, userId],
  );
  return found.rows;
}

export interface SubjectMention {
  readonly id: string;
  readonly subject: string;
  readonly subject_id: string;
  readonly event_seq: number;
}

/** The comments that mention a person. What others said in them is theirs. */
export async function listSubjectMentions(tx: Tx, tenantId: string, userId: string): Promise<readonly SubjectMention[]> {
  const found = await tx.query<SubjectMention>(
    `select c.id, c.subject, c.subject_id, c.written_seq as event_seq
     from comment_mentions m join comments c on c.tenant_id = m.tenant_id and c.id = m.comment_id
     where m.tenant_id = $1 and m.user_id = $2 order by c.written_seq`,
    [tenantId, userId],
  );
  return found.rows;
}

export interface SubjectAccount {
  readonly id: string;
  readonly code: string;
  readonly external_ref: string | null;
  readonly external_ref_token: string | null;
}

/** Accounts of a party, and those whose reference is the subject. */
export async function listSubjectAccounts(
  tx: Tx,
  tenantId: string,
  o: { readonly tokens: readonly string[]; readonly partyId: string | null },
): Promise<readonly SubjectAccount[]> {
  const found = await tx.query<SubjectAccount>(
    `select id, code, external_ref, external_ref_token from accounts
     where tenant_id = $1 and (external_ref_token = any($2) or party_id = $3) order by code`,
    [tenantId, o.tokens, o.partyId],
  );
  return found.rows;
}

export interface SubjectMembership {
  readonly role: string;
  readonly joined_at: string;
}

export async function findSubjectMembership(tx: Tx, tenantId: string, userId: string): Promise<SubjectMembership | null> {
  const found = await tx.query<SubjectMembership>('select role, joined_at from members where tenant_id = $1 and user_id = $2', [
    tenantId,
    userId,
  ]);
  return found.rows[0] ?? null;
}

export interface SubjectRole {
  readonly entity_id: string;
  readonly entity_code: string;
  readonly role: string;
}

export async function listSubjectRoles(tx: Tx, tenantId: string, userId: string): Promise<readonly SubjectRole[]> {
  const found = await tx.query<SubjectRole>(
    `select m.entity_id, e.code as entity_code, m.role from entity_members m join entities e on e.tenant_id = m.tenant_id and e.id = m.entity_id
     where m.tenant_id = $1 and m.user_id = $2 order by e.code`,
    [tenantId, userId],
  );
  return found.rows;
}

export interface SubjectKey {
  readonly kid: string;
  readonly label: string;
  readonly status: string;
  readonly created_at: string;
}

export async function listSubjectKeys(tx: Tx, tenantId: string, userId: string): Promise<readonly SubjectKey[]> {
  const found = await tx.query<SubjectKey>(
    'select kid, label, status, created_at from signing_keys where tenant_id = $1 and user_id = $2 order by created_at, kid',
    [tenantId, userId],
  );
  return found.rows;
}

export interface SubjectAct {
  readonly seq: number;
  readonly event_type: string;
  readonly event_ts: string;
  readonly event_hash: string;
}

const acts = 'select seq, event_type, event_ts, event_hash from events';

/** What a person did, the latest first, at most ACTS_MAX; and how many there are. */
export async function listSubjectActs(
  tx: Tx,
  tenantId: string,
  userId: string,
): Promise<{ readonly acts: readonly SubjectAct[]; readonly total: number }> {
  const counted = await tx.query<{ total: number }>(
    `select (select count(*) from events where tenant_id = $1 and actor_id = $2)
       + coalesce((select sum(events) from pruned_actors where tenant_id = $1 and actor_id = $2), 0)::bigint as total`,
    [tenantId, userId],
  );
  const total = counted.rows[0]?.total ?? 0;
  const latest: SubjectAct[] = [];
  for (
    let range: Range | null = { after: 0, through: Number.MAX_SAFE_INTEGER };
    range !== null && latest.length < Math.min(ACTS_MAX, total);
  ) {
    const { rest, after, through }: Window = await windowBack(tx, tenantId, range);
    const found = await tx.query<SubjectAct>(
      `${acts} where tenant_id = $1 and actor_id = $2 and seq > $3 and seq <= $4 order by seq desc limit $5`,
      [tenantId, userId, after, through, ACTS_MAX - latest.length],
    );
    latest.push(...found.rows);
    range = rest;
  }
  return { acts: latest, total };
}

/** Events whose payload carries one of these tokens or ids, among those that may. */
export async function listEventsNaming(tx: Tx, tenantId: string, names: readonly string[]): Promise<readonly SubjectAct[]> {
  const found = await tx.query<SubjectAct>(
    `${acts} where tenant_id = $1
       and event_type in ('party.created', 'party.changed', 'account.created', 'recon_source.saved', 'invite.created', 'settings.changed', 'attachment.added', 'attachment.filed', 'privacy.exported',
         'member.added', 'member.role_changed', 'member.removed', 'entity_member.set', 'entity_member.removed')
       and exists (select from jsonb_each_text(payload::jsonb) p where p.value = any($2))
     order by seq`,
    [tenantId, names],
  );
  return found.rows;
}
