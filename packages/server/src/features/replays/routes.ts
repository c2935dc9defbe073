import { replays as contract, type Replay } from '@countinghouse/contract/features/replays';
import { askForCheck, type CheckRow, findLatestCheck } from '@countinghouse/store/checks';
import { read } from '@countinghouse/store/reader';
import { type Handler, handler, reading } from '../../route/route.ts';
import { toWireCheck } from '../../wire/check-wire.ts';

export const latest = reading(contract.latest, async ({ tenant: { tenant_id } }, { readerPool }) => {
  const row = await read(readerPool, { tenantId: tenant_id }, (tx) => findLatestCheck(tx, tenant_id, 'replay'));
  return { replay: row === null ? null : toWire(row) };
});

export const start = handler(contract.start, async ({ tenant: { tenant_id }, caller }, { writerPool }) => ({
  replay: toWire(await askForCheck(writerPool, tenant_id, 'replay', caller.session.userId)),
}));

const toWire = (row: CheckRow): Replay => ({
  ...toWireCheck(row),
  result: row.result === null ? null : (JSON.parse(row.result) as Replay['result']),
});

export const replaysHandlers: readonly Handler[] = [latest, start];
