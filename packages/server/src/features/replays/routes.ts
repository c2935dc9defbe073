import { replays as contract, type Replay } from '@countinghouse/contract/features/replays';
import { askForCheck, type CheckRow, findLatestCheck } from '@countinghouse/store/checks';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { toWireCheck } from '../../wire/check-wire.ts';

export function registerReplays(app: FastifyInstance, services: Services): void {
  const { readerPool, writerPool } = services;

  register(app, services, contract.latest, async ({ tenant: { tenant_id } }) => {
    const row = await read(readerPool, { tenantId: tenant_id }, (tx) => findLatestCheck(tx, tenant_id, 'replay'));
    return { replay: row === null ? null : toWire(row) };
  });

  register(app, services, contract.start, async ({ tenant: { tenant_id }, caller }) => ({
    replay: toWire(await askForCheck(writerPool, tenant_id, 'replay', caller.session.userId)),
  }));
}

const toWire = (row: CheckRow): Replay => ({
  ...toWireCheck(row),
  result: row.result === null ? null : (JSON.parse(row.result) as Replay['result']),
});
