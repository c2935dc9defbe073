import { replay } from '@countinghouse/store/replay';
import { runChecks } from '../../checks/check-worker.ts';
import type { Services } from '../../services.ts';
import { resultOf } from './result.ts';

/** One pass: every replay that was asked for. Answers how many it ended. */
export function replayLedgers(services: Pick<Services, 'writerPool' | 'connectAsOwner'>, stopping?: AbortSignal): Promise<number> {
  return runChecks(
    services,
    'replay',
    async ({ tenant_id }, progress) => {
      const client = await services.connectAsOwner();
      try {
        return resultOf(await replay(client, tenant_id, { onProgress: (events, step) => progress(step, events) }));
      } finally {
        await client.end();
      }
    },
    stopping,
  );
}
