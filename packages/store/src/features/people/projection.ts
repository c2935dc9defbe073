import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<
  ChainedEvent,
  { type: 'member.added' | 'member.role_changed' | 'member.removed' | 'invite.created' | 'invite.revoked' | 'invite.accepted' }
>;

function projectPeople(tenantId: string, event: Event): readonly Statement[] {
  switch (event.type) {
    case 'member.added': {
      const { user_id, role } = event.payload;
      return [
        statement(
          'insert into members (tenant_id, user_id, role, joined_at) values ($1, $2, $3, $4)',
          tenantId,
          user_id,
          role,
          event.eventTs,
        ),
      ];
    }
    case 'member.role_changed': {
      const { user_id, role } = event.payload;
      return [
        statement('update members set role = $3 where tenant_id = $1 and user_id = $2', tenantId, user_id, role),
        // Who may only read from now on has no role in an entity any more.
        ...(role === 'auditor' ? [statement('delete from entity_members where tenant_id = $1 and user_id = $2', tenantId, user_id)] : []),
      ];
    }
    case 'member.removed':
      return [
        ...['members', 'entity_members'].map((table) =>
          statement(`delete from ${table} where tenant_id = $1 and user_id = $2`, tenantId, event.payload.user_id),
        ),
        statement(
          'update api_keys set revoked_at = $3 where tenant_id = $1 and user_id = $2 and revoked_at is null',
          tenantId,
          event.payload.user_id,
          event.eventTs,
        ),
      ];
    case 'invite.created': {
      const { id, email_token, role, expires_at, token_hash } = event.payload;
      return [
        statement(
          `insert into invites (tenant_id, id, email_token, role, status, token_hash, created_at, expires_at, event_seq)
           values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8)`,
          tenantId,
          id,
          email_token,
          role,
          token_hash,
          event.eventTs,
          expires_at,
          event.seq,
        ),
      ];
    }
    case 'invite.revoked':
    case 'invite.accepted': {
      const status = event.type === 'invite.revoked' ? 'revoked' : 'accepted';
      return [statement('update invites set status = $3 where tenant_id = $1 and id = $2', tenantId, event.payload.id, status)];
    }
  }
}

/** Tables, and what events do to them. */
export const people = {
  tables: ['members', 'invites'],
  project: {
    'member.added': projectPeople,
    'member.role_changed': projectPeople,
    'member.removed': projectPeople,
    'invite.created': projectPeople,
    'invite.revoked': projectPeople,
    'invite.accepted': projectPeople,
  },
} satisfies Feature;
