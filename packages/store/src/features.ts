// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.

import type { Feature } from './feature.ts';
import { accounts } from './features/accounts/projection.ts';
import { allowLists } from './features/allow-lists/projection.ts';
import { anchors } from './features/anchors/projection.ts';
import { apiKeys } from './features/api-keys/projection.ts';
import { approvals } from './features/approvals/projection.ts';
import { attachments } from './features/attachments/projection.ts';
import { auditExport } from './features/audit-export/projection.ts';
import { branding } from './features/branding/projection.ts';
import { closeTasks } from './features/close-tasks/projection.ts';
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
import { metadata } from './features/metadata/projection.ts';
import { parties } from './features/parties/projection.ts';
import { people } from './features/people/projection.ts';
import { periods } from './features/periods/projection.ts';
import { privacy } from './features/privacy/projection.ts';
import { prunes } from './features/prunes/projection.ts';
import { recon } from './features/recon/projection.ts';
import { revaluations } from './features/revaluations/projection.ts';
import { schedules } from './features/schedules/projection.ts';
import { secondFactorResets } from './features/second-factor-resets/projection.ts';
import { serviceAccounts } from './features/service-accounts/projection.ts';
import { settings } from './features/settings/projection.ts';
import { signingKeys } from './features/signing-keys/projection.ts';
import { snapshots } from './features/snapshots/projection.ts';
import { sso } from './features/sso/projection.ts';
import { templates } from './features/templates/projection.ts';
import { tenants } from './features/tenants/projection.ts';
import { webhooks } from './features/webhooks/projection.ts';
import { witnesses } from './features/witnesses/projection.ts';
import { yearEnds } from './features/year-ends/projection.ts';

/** Every feature with tables that follow from events. Where several have statements for one event, they come in this order. */
export const features = [
  tenants,
  people,
  sso,
  settings,
  secondFactorResets,
  entities,
  parties,
  branding,
  glAccounts,
  accounts,
  limits,
  intents,
  metadata,
  approvals,
  holds,
  templates,
  schedules,
  attachments,
  comments,
  recon,
  periods,
  closeTasks,
  interest,
  revaluations,
  yearEnds,
  anchors,
  prunes,
  witnesses,
  auditExport,
  webhooks,
  snapshots,
  currencies,
  fx,
  controls,
  privacy,
  signingKeys,
  serviceAccounts,
  allowLists,
  apiKeys,
] as const satisfies readonly Feature[];
