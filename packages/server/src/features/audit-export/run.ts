// A run that somebody asked for: pushes for a while and tells what was taken, by it or by the worker meanwhile.

import { setTimeout as sleep } from 'node:timers/promises';
import { RUN_MS_MAX } from '@countinghouse/contract/features/audit-export';
import type { DestinationName } from '@countinghouse/kernel/audit-export/events';
import type { Exporter } from '../../outbound/exporter.ts';

const LOOK_AGAIN_MS = 100;

/** Why a destination does not go on, or null. It is over after 15 seconds, or where the receiver takes nothing. */
export async function push(exporter: Exporter, tenantId: string, destination: DestinationName): Promise<string | null> {
  const untilMs = performance.now() + RUN_MS_MAX;
  for (;;) {
    const served = await exporter.serve(tenantId, destination, { evenNow: true, untilMs, breaksOff: true });
    if (served.state === 'done') return null;
    if (served.state === 'failed' && (served.taken === 0 || served.waitMs === null)) return served.error;
    const pauseMs = served.state === 'failed' ? (served.waitMs ?? 0) : LOOK_AGAIN_MS;
    if (performance.now() + pauseMs >= untilMs) return served.state === 'failed' ? served.error : null;
    await sleep(pauseMs);
  }
}
