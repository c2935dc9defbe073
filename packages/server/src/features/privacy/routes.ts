import { privacy as contract, type Privacy } from '@countinghouse/contract/features/privacy';
import { getPrivacy, type PrivacyRow } from '@countinghouse/store/features/privacy/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { FileAnswer, register } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { eraseNow, rotateNow, tokeniseNow } from './acts.ts';
import { exportSubject } from './subject.ts';

export function registerPrivacy(app: FastifyInstance, services: Services): void {
  register(app, services, contract.tokenise, ({ tenant, caller }) => tokeniseNow(services, tenant.tenant_id, caller));

  register(app, services, contract.erase, async ({ tenant, caller }) => ({
    status: 'erased' as const,
    ...(await eraseNow(services, tenant.tenant_id, caller)),
  }));

  register(app, services, contract.rotate, async ({ tenant, caller }) => ({
    status: 'queued' as const,
    key_version: await rotateNow(services, tenant.tenant_id, caller),
  }));

  register(app, services, contract.status, async ({ tenant: { tenant_id } }) => ({
    privacy: toWire(await read(services.readerPool, { tenantId: tenant_id }, (tx) => getPrivacy(tx, tenant_id))),
  }));

  register(app, services, contract.exportSubject, async ({ tenant, caller, input }) => {
    const { name, content } = await exportSubject(services, tenant, caller.actor, input.body);
    return new FileAnswer(name, 'application/json; charset=utf-8', `${JSON.stringify(content, null, 2)}\n`);
  });
}

function toWire({ reencrypted_version, ...row }: PrivacyRow): Privacy {
  const running = row.tokenised && (row.behind > 0 || reencrypted_version < row.key_version);
  return { ...row, encryption: running ? 'running' : 'idle' };
}
