import { secondFactorResets as contract, RESET_WAIT_SECONDS } from '@countinghouse/contract/features/second-factor-resets';
import { listResets } from '@countinghouse/store/features/second-factor-resets/reads';
import { read } from '@countinghouse/store/reader';
import { done, writtenCount } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id } }, { readerPool, clock }) => ({
  resets: [...(await read(readerPool, { tenantId: tenant_id }, (tx) => listResets(tx, tenant_id, clock.now())))],
}));

export const grant = handler(contract.grant, async ({ tenant, caller: { actor }, input: { body } }, { ledger }) =>
  done(
    await ledger.submit(tenant.tenant_id, {
      type: 'second_factor.grant_reset',
      actor,
      userId: body.user_id,
      waitSeconds: RESET_WAIT_SECONDS,
    }),
  ),
);

/** Of a person, over all their organisations. */
async function listOwn({ sessions, readerPool, clock }: Pick<Services, 'sessions' | 'readerPool' | 'clock'>, userId: string) {
  const found = [];
  for (const { tenant_id, name } of await sessions.membershipsNow(userId)) {
    const resets = await read(readerPool, { tenantId: tenant_id }, (tx) => listResets(tx, tenant_id, clock.now()));
    const own = resets.find((r) => r.user_id === userId);
    if (own !== undefined) found.push({ tenant_id, organisation: name, effective_at: own.effective_at });
  }
  return found;
}

export const mine = handler(contract.mine, async ({ caller }, services) => ({ resets: await listOwn(services, caller.session.userId) }));

export const stop = handler(contract.stop, async ({ caller }, services) => {
  const actor = { kind: 'user', id: caller.session.userId } as const;
  let stopped = 0;
  for (const { tenant_id } of await listOwn(services, actor.id))
    stopped += writtenCount(await services.ledger.submit(tenant_id, { type: 'second_factor.stop_reset', actor }));
  return { stopped };
});

export const secondFactorResetsHandlers: readonly Handler[] = [list, grant, mine, stop];
