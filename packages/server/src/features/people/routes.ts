import { randomBytes, randomUUID } from 'node:crypto';
import { people as contract, INVITE_LIFE_DAYS } from '@countinghouse/contract/features/people';
import { ERASED } from '@countinghouse/contract/features/privacy';
import { findPeople, findPersonByEmail } from '@countinghouse/store/auth/people';
import { listAccessEvents } from '@countinghouse/store/features/access-reviews/reads';
import { listApiKeys } from '@countinghouse/store/features/api-keys/reads';
import { findInviteByToken, listMembers, listPendingInvites } from '@countinghouse/store/features/people/reads';
import { getPrivacy } from '@countinghouse/store/features/privacy/reads';
import { listServiceAccountNames } from '@countinghouse/store/features/service-accounts/reads';
import { read } from '@countinghouse/store/reader';
import { hashToken } from '../../auth/invitations.ts';
import { countAttempt, countInHour, networkOf } from '../../http/attempts.ts';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import { leavingTimes, nameOf } from './names.ts';
import { proveMailbox } from './rules.ts';

const DAY_US = 86_400_000_000n;
const TOKEN_BYTES = 32;
/** Of an organisation: mail that the system sends on behalf of others is worth something to those who spam. Source: decision 0015. */
const INVITES_AN_HOUR = 60;
/** A minute, by account and by address. Source: decision 0005, as for sign-in. */
const INVITE_TRIES_A_MINUTE = 30;

export const members = reading(contract.members, async ({ tenant: { tenant_id } }, { readerPool, authPool }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listMembers(tx, tenant_id));
  const persons = await findPeople(
    authPool,
    rows.map((r) => r.user_id),
  );
  return {
    members: rows.map((r) => ({
      id: r.user_id,
      email: persons.get(r.user_id)?.email ?? '',
      name: persons.get(r.user_id)?.name ?? '',
      role: r.role,
      joined_at: r.joined_at,
    })),
  };
});

export const names = reading(contract.names, async ({ tenant: { tenant_id } }, { readerPool, authPool, clock }) => {
  const { present, access, accounts, keys, privacy } = await read(readerPool, { tenantId: tenant_id }, async (tx) => ({
    present: await listMembers(tx, tenant_id),
    access: await listAccessEvents(tx, tenant_id, Number.MAX_SAFE_INTEGER),
    accounts: await listServiceAccountNames(tx, tenant_id),
    keys: await listApiKeys(tx, tenant_id, clock.now()),
    privacy: await getPrivacy(tx, tenant_id),
  }));
  const members = new Set(present.map((m) => m.user_id));
  const leftAt = leavingTimes(access, members);
  const ids = [...members, ...leftAt.keys()];
  const persons = await findPeople(authPool, ids);
  const people = ids.map((id) => nameOf(id, persons.get(id), leftAt.get(id) ?? null, privacy.erased_at));
  return { people, service_accounts: [...accounts], api_keys: keys.map(({ id, name }) => ({ id, name })) };
});

export const invites = handler(contract.invites, async ({ tenant: { tenant_id } }, { readerPool, pii }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listPendingInvites(tx, tenant_id));
  const words = await pii.reveal(
    tenant_id,
    rows.map((r) => r.email_token),
  );
  return { invites: rows.map(({ email_token, ...invite }) => ({ ...invite, email: words.of(email_token) ?? ERASED })) };
});

export const invite = handler(contract.invite, async ({ tenant, caller, input }, { ledger, authPool, pii, letters, mailWorker, clock }) => {
  const { email, role } = input.body;
  await countInHour(authPool, `invites|${tenant.tenant_id}`, INVITES_AN_HOUR, 'RATE_LIMITED');
  const person = await findPersonByEmail(authPool, email);
  const words = await pii.tokenise(tenant.tenant_id, 'email', email);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const outcome = await ledger.submit(
    tenant.tenant_id,
    {
      type: 'invite.create',
      actor: caller.actor,
      id: randomUUID(),
      emailToken: words.token,
      role,
      expiresAtUs: clock.nowUs() + BigInt(INVITE_LIFE_DAYS) * DAY_US,
      tokenHash: hashToken(token),
      userId: person?.id ?? null,
    },
    [words.store, await letters.queueInvitation(token)],
  );
  const event = writtenEvent(outcome, 'invite.created');
  mailWorker.nudge();
  return { invite: { id: event.payload.id, email, role, created_at: event.eventTs, expires_at: event.payload.expires_at } };
});

export const revokeInvite = handler(contract.revokeInvite, async ({ tenant, caller, input }, { ledger }) =>
  done(await ledger.submit(tenant.tenant_id, { type: 'invite.revoke', actor: caller.actor, id: input.params.id })),
);

export const acceptInvite = handler(contract.acceptInvite, async ({ caller, input, request }, services) => {
  if (caller === null) throw new Refusal('NOT_SIGNED_IN');
  const { session } = caller;
  await countAttempt(services.authPool, [`invite|${session.userId}`, `invite|${networkOf(request.ip)}`], INVITE_TRIES_A_MINUTE);
  if (session.email === '') throw new Refusal('NO_EMAIL');
  const invite = await findInviteByToken(services.writerPool, hashToken(input.body.token));
  if (invite === null) throw new Refusal('INVITE_NOT_FOUND');
  const emailToken = await services.pii.tokenOf(invite.tenant_id, 'email', session.email);
  await proveMailbox(services, session, emailToken, invite, input.body);
  const outcome = await services.ledger.submit(invite.tenant_id, {
    type: 'invite.accept',
    actor: { kind: 'user', id: session.userId },
    id: invite.id,
    emailToken,
  });
  const { role } = writtenEvent(outcome, 'member.added').payload;
  services.sessions.forgetMemberships(session.userId);
  services.sessions.forgetSessions();
  await services.sessions.switchTenant(session, invite.tenant_id);
  return { tenantId: invite.tenant_id, role };
});

export const changeRole = handler(contract.changeRole, async ({ tenant, caller, input }, { ledger, sessions }) => {
  const outcome = await ledger.submit(tenant.tenant_id, {
    type: 'member.change_role',
    actor: caller.actor,
    userId: input.params.id,
    role: input.body.role,
  });
  sessions.forgetMemberships(input.params.id);
  return done(outcome);
});

export const removeMember = handler(contract.removeMember, async ({ tenant, caller, input }, { ledger, sessions, apiKeys }) => {
  const outcome = await ledger.submit(tenant.tenant_id, { type: 'member.remove', actor: caller.actor, userId: input.params.id });
  sessions.forgetMemberships(input.params.id);
  apiKeys.forgetAll();
  return done(outcome);
});

export const peopleHandlers: readonly Handler[] = [members, names, invites, invite, revokeInvite, acceptInvite, changeRole, removeMember];
