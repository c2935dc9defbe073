// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.

import { walk as accessReviews } from './access-reviews.ts';
import { walk as accounts } from './accounts.ts';
import { walk as allowLists } from './allow-lists.ts';
import { walk as anchors } from './anchors.ts';
import { walk as apiKeys } from './api-keys.ts';
import { walk as approvals } from './approvals.ts';
import { walk as attachments } from './attachments.ts';
import { walk as auditExport } from './audit-export.ts';
import { walk as auth } from './auth.ts';
import { walk as balances } from './balances.ts';
import { walk as branding } from './branding.ts';
import { walk as closeTasks } from './close-tasks.ts';
import { walk as comments } from './comments.ts';
import { walk as controls } from './controls.ts';
import { walk as currencies } from './currencies.ts';
import { walk as diagnostics } from './diagnostics.ts';
import { walk as entities } from './entities.ts';
import { walk as events } from './events.ts';
import { walk as evidence } from './evidence.ts';
import { walk as fx } from './fx.ts';
import { walk as glAccounts } from './gl-accounts.ts';
import { walk as health } from './health.ts';
import { walk as holds } from './holds.ts';
import { walk as imports } from './imports.ts';
import { walk as intents } from './intents.ts';
import { walk as interest } from './interest.ts';
import { walk as limits } from './limits.ts';
import { walk as metadata } from './metadata.ts';
import { walk as notifications } from './notifications.ts';
import { walk as parties } from './parties.ts';
import { walk as passkeys } from './passkeys.ts';
import { walk as people } from './people.ts';
import { walk as performance } from './performance.ts';
import { walk as periods } from './periods.ts';
import { walk as policies } from './policies.ts';
import { walk as postings } from './postings.ts';
import { walk as privacy } from './privacy.ts';
import { walk as recon } from './recon.ts';
import { walk as replays } from './replays.ts';
import { walk as reports } from './reports.ts';
import { walk as revaluations } from './revaluations.ts';
import { walk as savedViews } from './saved-views.ts';
import { walk as schedules } from './schedules.ts';
import { walk as secondFactorResets } from './second-factor-resets.ts';
import { walk as secondFactors } from './second-factors.ts';
import { walk as serviceAccounts } from './service-accounts.ts';
import { walk as sessions } from './sessions.ts';
import { walk as settings } from './settings.ts';
import { walk as signIns } from './sign-ins.ts';
import { walk as signingKeys } from './signing-keys.ts';
import { walk as snapshots } from './snapshots.ts';
import { walk as sso } from './sso.ts';
import { walk as statements } from './statements.ts';
import { walk as templates } from './templates.ts';
import { walk as tenants } from './tenants.ts';
import type { Walk } from './walk.ts';
import { walk as webhooks } from './webhooks.ts';
import { walk as witnesses } from './witnesses.ts';
import { walk as yearEnds } from './year-ends.ts';

export const walks: Readonly<Record<string, Walk>> = {
  auth,
  'second-factors': secondFactors,
  passkeys,
  sessions,
  'sign-ins': signIns,
  tenants,
  people,
  sso,
  settings,
  'second-factor-resets': secondFactorResets,
  entities,
  parties,
  branding,
  diagnostics,
  'gl-accounts': glAccounts,
  accounts,
  statements,
  balances,
  reports,
  limits,
  intents,
  postings,
  metadata,
  approvals,
  holds,
  templates,
  schedules,
  imports,
  attachments,
  comments,
  recon,
  periods,
  'close-tasks': closeTasks,
  notifications,
  'saved-views': savedViews,
  interest,
  revaluations,
  'year-ends': yearEnds,
  events,
  anchors,
  witnesses,
  performance,
  'audit-export': auditExport,
  webhooks,
  health,
  replays,
  evidence,
  snapshots,
  currencies,
  fx,
  policies,
  controls,
  privacy,
  'signing-keys': signingKeys,
  'service-accounts': serviceAccounts,
  'allow-lists': allowLists,
  'api-keys': apiKeys,
  'access-reviews': accessReviews,
};
