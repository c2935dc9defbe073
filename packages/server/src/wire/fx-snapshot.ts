// The FX snapshot that the system names for a person who made an intent without looking at one.

import { randomUUID } from 'node:crypto';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { listSnapshots } from '@countinghouse/store/features/snapshots/reads';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../services.ts';

/** The newest one; the first is taken where there is none. */
export async function chooseFxSnapshot(
  services: Pick<Services, 'ledger' | 'writerPool'>,
  tenantId: string,
  label: string,
): Promise<string> {
  const [latest] = await read(services.writerPool, { tenantId }, (tx) => listSnapshots(tx, tenantId, 'fx', 1));
  if (latest !== undefined) return latest.id;
  const id = randomUUID();
  await services.ledger.submit(tenantId, { type: 'snapshot.take', actor: systemActor, id, kind: 'fx', label, source: 'house' });
  return id;
}
