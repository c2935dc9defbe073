// Every feature with tables that follow from events. Live writing and replay use the same statements, the one in `public`, the other in
// a shadow schema: they name no schema.

import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import type { Feature, Project } from './feature.ts';
import { features } from './features.ts';
import type { Insertion, Statement } from './sql/statement.ts';
import { houseDays } from './writer/house-days.ts';

/** After the features: the days on which the system posts for them. */
const all = [...features, houseDays] as const satisfies readonly Feature[];

/** Written by the batch itself. */
const batchTables = ['postings', 'account_days', 'gl_days', 'entity_days', 'account_months', 'account_marks', 'booked'] as const;

/** Tables that replay rebuilds and compares. */
export const projectedTables: readonly string[] = [...all.flatMap(({ tables }) => tables), ...batchTables];

type KeysOf<T> = T extends unknown ? keyof T : never;

/** An event that no feature has a statement for does not compile unless it is named here. */
const leavesNoRow = {
  'intent.validated': true,
  'ledger.loss_accepted': true,
  'sso_connection.admitted': true,
  'sso_directory.applied': true,
} satisfies Record<Exclude<EventType, KeysOf<(typeof all)[number]['project']>>, true>;

const projectors = new Map<string, Project<ChainedEvent>[]>(Object.entries(leavesNoRow).map(([type]) => [type, []]));
for (const feature of all) {
  for (const [type, one] of Object.entries(feature.project) as unknown as readonly (readonly [string, Project<ChainedEvent>])[]) {
    const known = projectors.get(type);
    if (known === undefined) projectors.set(type, [one]);
    else known.push(one);
  }
}

/**
 * The statements an event adds to its transaction. Postings, balances, days and the day's use are written by the batch itself. Throws for
 * an event of no known type.
 */
export function project(tenantId: string, event: ChainedEvent): readonly (Statement | Insertion)[] {
  const found = projectors.get(event.type);
  if (found === undefined) throw new Error(`event ${event.seq}: no table knows ${event.type}`);
  return found.flatMap((one) => one(tenantId, event));
}
