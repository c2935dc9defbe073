import { signIns as contract } from '@countinghouse/contract/features/sign-ins';
import { listSignIns } from '@countinghouse/store/auth/sign-ins';
import { listMembers } from '@countinghouse/store/features/people/reads';
import { read } from '@countinghouse/store/reader';
import { type Handler, handler } from '../../route/route.ts';

export const list = handler(contract.list, async ({ tenant, input }, services) => {
  const members = await read(services.readerPool, { tenantId: tenant.tenant_id }, (tx) => listMembers(tx, tenant.tenant_id));
  const rows = await listSignIns(services.authPool, new Map(members.map((m) => [m.user_id, m.joined_at])), {
    failed: input.query.failed === '1',
    limit: input.query.limit,
  });
  return {
    sign_ins: rows.map((r) => ({
      id: r.id,
      at: r.at.toISOString(),
      person: { id: r.user_id, email: r.email, name: r.name },
      outcome: r.outcome,
      address: r.address,
      user_agent: r.user_agent,
    })),
  };
});

export const signInsHandlers: readonly Handler[] = [list];
