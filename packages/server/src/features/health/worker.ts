// Full checks in the background: those that were asked for, and one a day of every ledger. And at the start: logs that are shorter
// than what was anchored.

import { listLogsBehindTheirAnchor, listTenantsToCheck } from '@countinghouse/store/features/health/reads';
import { runChecks } from '../../checks/check-worker.ts';
import { isSound } from '../../checks/ledger-checks.ts';
import type { Services } from '../../services.ts';

const CHECK_EVERY_SECONDS = 86_400;
const LOGS_A_PASS_MAX = 100;

type Needs = Pick<Services, 'writerPool' | 'ledgerChecks'>;

/** One pass. Answers how many checks it ended. */
export function checkLedgers(services: Needs, stopping?: AbortSignal): Promise<number> {
  const { ledgerChecks } = services;
  return runChecks(
    services,
    'full',
    async ({ tenant_id }, progress) => {
      const derived = await ledgerChecks.deriveAndReplay(tenant_id, progress);
      if (!isSound(derived)) await ledgerChecks.stop(tenant_id, derived);
      return derived;
    },
    stopping,
  );
}

/** One pass. Answers how many checks it asked for. */
export async function askForChecks({ writerPool, ledgerChecks }: Needs): Promise<number> {
  const due = await listTenantsToCheck(writerPool, CHECK_EVERY_SECONDS, LOGS_A_PASS_MAX);
  const behind = await listLogsBehindTheirAnchor(writerPool, LOGS_A_PASS_MAX);
  const asked = new Set([...due, ...behind.map((log) => log.tenant_id)]);
  for (const tenantId of asked) await ledgerChecks.ask(tenantId, 'system');
  return asked.size;
}
