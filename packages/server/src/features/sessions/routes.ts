import { sessions as contract } from '@countinghouse/contract/features/sessions';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../http/refusal.ts';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export function registerSessions(app: FastifyInstance, services: Services): void {
  const { sessions } = services;

  register(app, services, contract.list, async ({ caller }) => {
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

  register(app, services, contract.revoke, async ({ caller, input, request }) => {
    if ((await sessions.revoke(caller.session.userId, { only: input.params.id }, request)) === 0) throw new Refusal('NOT_FOUND');
    return { ok: true as const };
  });

  register(app, services, contract.revokeOthers, async ({ caller, request }) => ({
    revoked: await sessions.revoke(caller.session.userId, { allBut: caller.session.id }, request),
  }));
}
