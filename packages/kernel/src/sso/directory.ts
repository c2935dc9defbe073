// What the directory of a connection may do, which keeps people and groups by SCIM: bring in, move and end members as groups say, never make an owner,
// never change an owner's role, never end the last owner, and never end an owner whom four eyes guard.

import { seesFourEyes } from '../approvals/four-eyes.ts';
import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { countOwners } from '../people/owners.ts';
import type { ApplyDirectory, EndDirectoryToken, SetDirectoryToken } from './commands.ts';
import { roleByGroups } from './decide.ts';

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND (the connection). The token before it ends. */
export function decideSetDirectoryToken(state: TenantState, { actor, connectionId, tokenHash }: SetDirectoryToken): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  if (!state.ssoConnections.has(connectionId)) return refuse('NOT_FOUND');
  return append({ type: 'sso_directory.token_set', payload: { connection_id: connectionId, token_hash: tokenHash } });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND (there is no token). */
export function decideEndDirectoryToken(state: TenantState, { actor, connectionId }: EndDirectoryToken): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  if (!state.ssoDirectories.has(connectionId)) return refuse('NOT_FOUND');
  return append({ type: 'sso_directory.token_ended', payload: { connection_id: connectionId } });
}

/**
 * Expects the system to ask. Refuses, first match wins: NOT_FOUND (the organisation is gone, the connection is off or its directory has no token); who is
 * to leave: LAST_OWNER, FOUR_EYES_ON; who is to be here: SSO_DOMAIN_UNVERIFIED, SSO_NO_ROLE, TENANT_READONLY. Where nothing changes nothing is written.
 */
export function decideApplyDirectory(state: TenantState, command: ApplyDirectory): Decision {
  const { actor, connectionId } = command;
  const isOn = state.ssoConnections.get(connectionId)?.enabled === true && state.ssoDirectories.has(connectionId);
  if (actor.kind !== 'system' || state.archived || !isOn) return refuse('NOT_FOUND');
  return command.active ? decideIn(state, command) : decideOut(state, command);
}

function decideIn(state: TenantState, { connectionId, userId, domain, groups, placed }: ApplyDirectory): Decision {
  const connection = state.ssoConnections.get(connectionId);
  const found = state.ssoDomains.get(domain);
  if (connection === undefined || found?.verified !== true || found.connectionId !== connectionId) return refuse('SSO_DOMAIN_UNVERIFIED');
  const now = state.members.get(userId);
  // Who was taken out by hand stays out.
  if (now === 'owner' || (now === undefined && placed)) return append();
  // A directory that tells of no groups leaves the role of a member to whoever gave it.
  if (now !== undefined && (groups === null || connection.roles.length === 0)) return append();
  const role = roleByGroups(connection, groups ?? []);
  const applied = { type: 'sso_directory.applied', payload: { connection_id: connectionId, user_id: userId } } as const;
  // Who had a role by their groups and has none any more leaves; who never had one waits for a group.
  if (role === null && now !== undefined && placed) return append(applied, { type: 'member.removed', payload: { user_id: userId } });
  if (role === null) return refuse('SSO_NO_ROLE');
  if (now === role) return append();
  if (state.readOnly) return refuse('TENANT_READONLY');
  const payload = { user_id: userId, role };
  return append(applied, now === undefined ? { type: 'member.added', payload } : { type: 'member.role_changed', payload });
}

function decideOut(state: TenantState, { connectionId, userId }: ApplyDirectory): Decision {
  const now = state.members.get(userId);
  if (now === undefined) return append();
  if (now === 'owner' && countOwners(state) === 1) return refuse('LAST_OWNER');
  if (now === 'owner' && seesFourEyes(state)) return refuse('FOUR_EYES_ON');
  return append(
    { type: 'sso_directory.applied', payload: { connection_id: connectionId, user_id: userId } },
    { type: 'member.removed', payload: { user_id: userId } },
  );
}
