// Tells the owners of an organisation by mail that the database went back: once a loss, whichever server finds it.

import { listOwnerIds } from '@countinghouse/store/features/health/reads';
import { isLossTold, tellLoss } from '@countinghouse/store/high-water/told';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'highWater' | 'letters' | 'mailWorker' | 'readerPool' | 'writerPool'>;

/** One pass: every loss that is known and was not told. Throws where the database cannot be reached; the next pass tries again. */
export async function mailLosses({ highWater, letters, mailWorker, readerPool, writerPool }: Needs): Promise<void> {
  for (const loss of highWater.listLosses()) {
    const { tenantId, markHash } = loss;
    const { told, owners } = await read(readerPool, { tenantId }, async (tx) => ({
      told: await isLossTold(tx, tenantId, markHash),
      owners: await listOwnerIds(tx, tenantId),
    }));
    if (told) continue;
    const mails = await Promise.all(owners.map((userId) => letters.queueLogWentBack(userId, tenantId, loss)));
    if (await tellLoss(writerPool, tenantId, markHash, mails)) mailWorker.nudge();
  }
}
