import { randomUUID } from 'node:crypto';
import { witnesses as contract, WITNESS_SILENT_AFTER_SECONDS, type Witness } from '@countinghouse/contract/features/witnesses';
import { findActiveChainKey, listWitnesses } from '@countinghouse/store/features/witnesses/reads';
import { logVkey, originOf } from '@countinghouse/store/keys/checkpoint';
import { parseWitnessKey } from '@countinghouse/store/keys/cosignature';
import { KeyUnavailable } from '@countinghouse/store/keys/kms';
import { read } from '@countinghouse/store/reader';
import { refuseField } from '../../http/refusal.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { toWireWitness } from '../../wire/witness-wire.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id } }, { readerPool }) => {
  const { key, rows } = await read(readerPool, { tenantId: tenant_id }, async (tx) => ({
    key: await findActiveChainKey(tx, tenant_id),
    rows: await listWitnesses(tx, tenant_id, WITNESS_SILENT_AFTER_SECONDS),
  }));
  if (key === null) throw new KeyUnavailable('the organisation has no active chain key');
  const { x = '' } = JSON.parse(key) as { readonly x?: string };
  return { log_vkey: logVkey(originOf(tenant_id), x), witnesses: rows.map(toWireWitness) };
});

export const add = handler(contract.add, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const key = parseWitnessKey(body.vkey);
  if (key === null)
    throw refuseField('vkey', 'Use the key of a witness as it says it: its name, the id of the key and the key, with + between them.');
  if (key.name === originOf(tenant_id)) throw refuseField('vkey', 'That is the name of this log.');
  const fault = services.egress.faultOf(body.url);
  if (fault !== null) throw refuseField('url', fault);
  const { vkey, url } = body;
  const command = { type: 'witness.add', actor, id: randomUUID(), name: key.name, vkey, url } as const;
  const { payload } = writtenEvent(await services.ledger.submit(tenant_id, command), 'witness.added');
  return { witness: await getWitness(services, tenant_id, payload.id) };
});

export const remove = handler(contract.remove, async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, services) =>
  done(await services.ledger.submit(tenant_id, { type: 'witness.remove', actor, id: params.id })),
);

async function getWitness({ readerPool }: Services, tenantId: string, id: string): Promise<Witness> {
  const rows = await read(readerPool, { tenantId }, (tx) => listWitnesses(tx, tenantId, WITNESS_SILENT_AFTER_SECONDS));
  const found = rows.find((row) => row.id === id);
  if (found === undefined) throw new Error('a witness that was added is not there');
  return toWireWitness(found);
}

export const witnessesHandlers: readonly Handler[] = [list, add, remove];
