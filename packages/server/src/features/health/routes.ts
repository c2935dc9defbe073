import { health as contract } from '@countinghouse/contract/features/health';
import { Refusal } from '../../http/refusal.ts';
import { type Handler, handler } from '../../route/route.ts';

export const get = handler(contract.get, ({ tenant }, { ledgerChecks, readerPool }) => ledgerChecks.look(tenant.tenant_id, readerPool));

export const check = handler(contract.check, async ({ tenant, caller }, { ledgerChecks }) => {
  await ledgerChecks.ask(tenant.tenant_id, caller.session.userId);
  return ledgerChecks.look(tenant.tenant_id);
});

export const acceptLoss = handler(contract.acceptLoss, async ({ tenant, caller, input }, { ledger, ledgerChecks, highWater }) => {
  const { lost_from: lostFrom, lost_to: lostTo } = input.body;
  await highWater.check(tenant.tenant_id);
  // What the writer remembers is of the log that is lost.
  ledger.reload(tenant.tenant_id);
  const outcome = await ledger.submit(tenant.tenant_id, { type: 'ledger.accept_loss', actor: caller.actor, lostFrom, lostTo });
  if (outcome.kind === 'refused') throw new Refusal(outcome.code, outcome.details);
  return ledgerChecks.look(tenant.tenant_id);
});

export const healthHandlers: readonly Handler[] = [get, check, acceptLoss];
