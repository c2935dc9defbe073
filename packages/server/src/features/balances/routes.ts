import { balances as contract } from '@countinghouse/contract/features/balances';
import { GENESIS_HASH } from '@countinghouse/kernel/chain/event-hash';
import { formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { listBalances, listBalancesAsOf } from '@countinghouse/store/features/balances/reads';
import { findLatestPosition } from '@countinghouse/store/features/events/reads';
import { findSnapshot } from '@countinghouse/store/features/snapshots/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { chooseEntity } from '../../active-entity.ts';
import { Refusal } from '../../refusal.ts';
import { register } from '../../route.ts';
import type { Services } from '../../services.ts';

export function registerBalances(app: FastifyInstance, services: Services): void {
  register(app, services, contract.get, async ({ tenant: { tenant_id }, caller, input, request }) => {
    const { snapshot_id } = input.query;
    const { rows, position } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
      const entityId = await chooseEntity(tx, tenant_id, caller.session, request);
      if (snapshot_id === undefined) {
        const latest = await findLatestPosition(tx, tenant_id);
        return { rows: await listBalances(tx, tenant_id, entityId), position: latest ?? { seq: 0, event_hash: GENESIS_HASH } };
      }
      const snapshot = await findSnapshot(tx, tenant_id, snapshot_id);
      if (snapshot === null) throw new Refusal('NOT_FOUND');
      return { rows: await listBalancesAsOf(tx, tenant_id, snapshot.seq, entityId), position: snapshot };
    });
    return {
      accounts: rows.map((r) => {
        const minorUnits = minorUnitsOf(r.currency);
        return {
          id: r.id,
          code: r.code,
          currency: r.currency,
          balance: formatMinor(parseBalanceE8(r.balance), minorUnits),
          minorUnits,
        };
      }),
      as_of: { seq: position.seq, event_hash: position.event_hash, snapshot_id: snapshot_id ?? null },
    };
  });
}
