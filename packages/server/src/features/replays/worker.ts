import { runChecks } from '../../checks/check-worker.ts';
import type { Services } from '../../services.ts';

/** One pass: every replay that was asked for. Answers how many it ended. */
export function replayLedgers(services: Pick<Services, 'writerPool' | 'checking'>, stopping?: AbortSignal): Promise<number> {
  return runChecks(services, 'replay', ({ tenant_id }, progress) => services.checking.replay(tenant_id, progress), stopping);
}
