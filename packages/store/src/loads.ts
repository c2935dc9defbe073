// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.

import type { Load } from './feature.ts';
import { load as accounts } from './features/accounts/load.ts';
import { load as allowLists } from './features/allow-lists/load.ts';
import { load as anchors } from './features/anchors/load.ts';
import { load as apiKeys } from './features/api-keys/load.ts';
import { load as approvals } from './features/approvals/load.ts';
import { load as attachments } from './features/attachments/load.ts';
import { load as auditExport } from './features/audit-export/load.ts';
import { load as closeTasks } from './features/close-tasks/load.ts';
import { load as comments } from './features/comments/load.ts';
import { load as controls } from './features/controls/load.ts';
import { load as currencies } from './features/currencies/load.ts';
import { load as entities } from './features/entities/load.ts';
import { load as fx } from './features/fx/load.ts';
import { load as glAccounts } from './features/gl-accounts/load.ts';
import { load as holds } from './features/holds/load.ts';
import { load as intents } from './features/intents/load.ts';
import { load as interest } from './features/interest/load.ts';
import { load as limits } from './features/limits/load.ts';
import { load as parties } from './features/parties/load.ts';
import { load as people } from './features/people/load.ts';
import { load as periods } from './features/periods/load.ts';
import { load as privacy } from './features/privacy/load.ts';
import { load as prunes } from './features/prunes/load.ts';
import { load as recon } from './features/recon/load.ts';
import { load as schedules } from './features/schedules/load.ts';
import { load as secondFactorResets } from './features/second-factor-resets/load.ts';
import { load as serviceAccounts } from './features/service-accounts/load.ts';
import { load as signingKeys } from './features/signing-keys/load.ts';
import { load as snapshots } from './features/snapshots/load.ts';
import { load as sso } from './features/sso/load.ts';
import { load as templates } from './features/templates/load.ts';
import { load as tenants } from './features/tenants/load.ts';
import { load as webhooks } from './features/webhooks/load.ts';
import { load as witnesses } from './features/witnesses/load.ts';

/** What reads the writer's state, part by part, in the order of the census. */
export const loads: readonly Load[] = [
  tenants,
  people,
  sso,
  secondFactorResets,
  entities,
  parties,
  glAccounts,
  accounts,
  limits,
  intents,
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
];
