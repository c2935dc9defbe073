// Every feature with tables that follow from events. Live writing and replay use the same statements, the one in `public`, the other in
// a shadow schema: they name no schema.

import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import type { Feature, Project } from './feature.ts';
import { accounts } from './features/accounts/projection.ts';
import { apiKeys } from './features/api-keys/projection.ts';
import { approvals } from './features/approvals/projection.ts';
import { attachments } from './features/attachments/projection.ts';
import { auditExport } from './features/audit-export/projection.ts';
import { branding } from './features/branding/projection.ts';
import { comments } from './features/comments/projection.ts';
import { controls } from './features/controls/projection.ts';
import { currencies } from './features/currencies/projection.ts';
import { entities } from './features/entities/projection.ts';
import { fx } from './features/fx/projection.ts';
import { glAccounts } from './features/gl-accounts/projection.ts';
import { holds } from './features/holds/projection.ts';
import { intents } from './features/intents/projection.ts';
import { interest } from './features/interest/projection.ts';
import { limits } from './features/limits/projection.ts';
import { parties } from './features/parties/projection.ts';
import { people } from './features/people/projection.ts';
import { periods } from './features/periods/projection.ts';
import { privacy } from './features/privacy/projection.ts';
import { recon } from './features/recon/projection.ts';
import { revaluations } from './features/revaluations/projection.ts';
import { schedules } from './features/schedules/projection.ts';
import { settings } from './features/settings/projection.ts';
import { signingKeys } from './features/signing-keys/projection.ts';
import { snapshots } from './features/snapshots/projection.ts';
import { templates } from './features/templates/projection.ts';
import { tenants } from './features/tenants/projection.ts';
import { yearEnds } from './features/year-ends/projection.ts';
import type { Statement } from './sql/statement.ts';
import { houseDays } from './writer/house-days.ts';

/** Where several have statements for one event, they come in this order. */
const features = [
  tenants,
  people,
  entities,
  parties,
  branding,
  auditExport,
  currencies,
  glAccounts,
  accounts,
  attachments,
  comments,
  snapshots,
  fx,
  signingKeys,
  holds,
  intents,
  templates,
  approvals,
  schedules,
  periods,
  interest,
  revaluations,
  houseDays,
  yearEnds,
  limits,
  controls,
  recon,
  privacy,
  apiKeys,
  settings,
] as const satisfies readonly Feature[];

/** Written by the batch itself. */
const batchTables = ['postings', 'account_days', 'gl_days', 'entity_days', 'account_months', 'account_marks', 'booked'] as const;

/** Tables that replay rebuilds and compares. */
export const projectedTables: readonly string[] = [...features.flatMap(({ tables }) => tables), ...batchTables];

type KeysOf<T> = T extends unknown ? keyof T : never;

/** An event that no feature has a statement for does not compile unless it is named here. */
const leavesNoRow = { 'intent.validated': true, 'ledger.loss_accepted': true } satisfies Record<
  Exclude<EventType, KeysOf<(typeof features)[number]['project']>>,
  true
>;

const projectors = new Map<string, Project<ChainedEvent>[]>(Object.entries(leavesNoRow).map(([type]) => [type, []]));
for (const feature of features) {
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
export function project(tenantId: string, event: ChainedEvent): readonly Statement[] {
  const found = projectors.get(event.type);
  if (found === undefined) throw new Error(`event ${event.seq}: no table knows ${event.type}`);
  return found.flatMap((one) => one(tenantId, event));
}
