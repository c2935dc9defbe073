import { sessions as contract } from '@countinghouse/contract/features/sessions';
import { Refusal } from '../../http/refusal.ts';
import { type Handler, handler } from '../../route/route.ts';

export const list = handler(contract.list, async ({ caller }, { sessions }) => {
  const rows = await sessions.list(caller.session.userId);
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

export const revoke = handler(contract.revoke, async ({ caller, input, request }, { sessions }) => {
  if ((await sessions.revoke(caller.session.userId, { only: input.params.id }, request)) === 0) throw new Refusal('NOT_FOUND');
  return { ok: true as const };
});

export const revokeOthers = handler(contract.revokeOthers, async ({ caller, request }, { sessions }) => ({
  revoked: await sessions.revoke(caller.session.userId, { allBut: caller.session.id }, request),
}));

export const sessionsHandlers: readonly Handler[] = [list, revoke, revokeOthers];
