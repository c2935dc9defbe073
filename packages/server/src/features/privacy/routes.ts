import { privacy as contract, type Privacy } from '@countinghouse/contract/features/privacy';
import { getPrivacy, type PrivacyRow } from '@countinghouse/store/features/privacy/reads';
import { read } from '@countinghouse/store/reader';
import { FileAnswer } from '../../route/answers.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { eraseNow, rotateNow, tokeniseNow } from './acts.ts';
import { collectSubject } from './subject.ts';

export const tokenise = handler(contract.tokenise, ({ tenant, caller }, services) => tokeniseNow(services, tenant.tenant_id, caller));

export const erase = handler(contract.erase, async ({ tenant, caller }, services) => ({
  status: 'erased' as const,
  ...(await eraseNow(services, tenant.tenant_id, caller)),
}));

export const rotate = handler(contract.rotate, async ({ tenant, caller }, services) => ({
  status: 'queued' as const,
  key_version: await rotateNow(services, tenant.tenant_id, caller),
}));

export const status = handler(contract.status, ({ tenant: { tenant_id } }, services) => show(services, tenant_id));

export const setReferences = handler(contract.setReferences, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { references } = input.body;
  done(await services.ledger.submit(tenant_id, { type: 'privacy.set_references', actor: caller.actor, references }));
  services.pii.forget(tenant_id);
  return show(services, tenant_id);
});

const show = async ({ readerPool }: Services, tenantId: string): Promise<{ privacy: Privacy }> => ({
  privacy: toWire(await read(readerPool, { tenantId }, (tx) => getPrivacy(tx, tenantId))),
});

export const exportSubject = handler(contract.exportSubject, async ({ tenant, caller, input }, services) => {
  const { name, content } = await collectSubject(services, tenant, caller.actor, input.body);
  return new FileAnswer(name, 'application/json; charset=utf-8', `${JSON.stringify(content, null, 2)}\n`);
});

function toWire({ reencrypted_version, ...row }: PrivacyRow): Privacy {
  const running = row.tokenised && (row.behind > 0 || reencrypted_version < row.key_version);
  return { ...row, encryption: running ? 'running' : 'idle' };
}

export const privacyHandlers: readonly Handler[] = [tokenise, erase, rotate, status, setReferences, exportSubject];
