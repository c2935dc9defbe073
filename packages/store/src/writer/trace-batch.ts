// A batch as it is told to whoever watches traces: part of what the first in it was asked for by, and linked to all the others.

import { type Activity, during, type Tracing } from '../tracing.ts';
import type { Batch } from './batch.ts';

/** Links beyond that say nothing more; the count of commands is whole. */
const LINKS_MAX = 100;

export function traceBatch<T>(tracing: Tracing, tenantId: string, batch: Batch, work: () => Promise<T>): Promise<T> {
  const from = new Set(batch.answers.flatMap(({ to }): readonly Activity[] => (to.from == null ? [] : [to.from])));
  const [parent = null, ...others] = from;
  const facts = {
    'countinghouse.tenant.id': tenantId,
    'countinghouse.batch.commands': batch.size,
    'countinghouse.batch.events': batch.events,
  };
  return during(tracing, { name: 'commit a batch', parent, links: others.slice(0, LINKS_MAX), facts }, work);
}
