import { sessions as contract } from '@countinghouse/contract/features/sessions';
import type { SessionRow } from '@countinghouse/store/auth/sessions';
import type { Session } from '../../auth/sessions.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

/** Of a person's sessions those that one of them sees and ends: where a provider of an organisation vouched for it, those of that organisation. */
async function seenBy({ userId, way }: Session, { sessions }: Pick<Services, 'sessions'>): Promise<readonly SessionRow[]> {
  const rows = await sessions.list(userId);
  return way.kind === 'sso' ? rows.filter((row) => row.sso_tenant_id === way.tenantId) : rows;
}

export const list = handler(contract.list, async ({ caller }, services) => {
  const rows = await seenBy(caller.session, services);
  return {
    sessions: rows.map((r) => ({
      id: r.id,
      current: r.id === caller.session.id,
      created_at: r.created_at.toISOString(),
      last_seen_at: r.last_seen_at.toISOString(),
      address: r.address === '' ? null : r.address,
      user_agent: r.user_agent === '' ? null : r.user_agent,
    })),
  };
});

export const revoke = handler(contract.revoke, async ({ caller, input, request }, services) => {
  const { session } = caller;
  const { id } = input.params;
  const isSeen = session.way.kind !== 'sso' || (await seenBy(session, services)).some((row) => row.id === id);
  if (!isSeen || (await services.sessions.revoke(session.userId, { only: id }, request)) === 0) throw new Refusal('NOT_FOUND');
  return { ok: true as const };
});

export const revokeOthers = handler(contract.revokeOthers, async ({ caller, request }, services) => {
  const { session } = caller;
  if (session.way.kind !== 'sso') return { revoked: await services.sessions.revoke(session.userId, { allBut: session.id }, request) };
  let revoked = 0;
  for (const { id } of await seenBy(session, services))
    if (id !== session.id) revoked += await services.sessions.revoke(session.userId, { only: id }, request);
  return { revoked };
});

export const sessionsHandlers: readonly Handler[] = [list, revoke, revokeOthers];
