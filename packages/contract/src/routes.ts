// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.
// Every route there is: what the server registers, the reference lists, and the tests walk.

import { accessReviews } from './features/access-reviews.ts';
import { accounts } from './features/accounts.ts';
import { allowLists } from './features/allow-lists.ts';
import { anchors } from './features/anchors.ts';
import { apiKeys } from './features/api-keys.ts';
import { approvals } from './features/approvals.ts';
import { attachments } from './features/attachments.ts';
import { auditExport } from './features/audit-export.ts';
import { auth } from './features/auth.ts';
import { balances } from './features/balances.ts';
import { branding } from './features/branding.ts';
import { closeTasks } from './features/close-tasks.ts';
import { comments } from './features/comments.ts';
import { controls } from './features/controls.ts';
import { currencies } from './features/currencies.ts';
import { diagnostics } from './features/diagnostics.ts';
import { entities } from './features/entities.ts';
import { events } from './features/events.ts';
import { evidence } from './features/evidence.ts';
import { fx } from './features/fx.ts';
import { glAccounts } from './features/gl-accounts.ts';
import { health } from './features/health.ts';
import { holds } from './features/holds.ts';
import { imports } from './features/imports.ts';
import { intents } from './features/intents.ts';
import { interest } from './features/interest.ts';
import { limits } from './features/limits.ts';
import { metadata } from './features/metadata.ts';
import { notifications } from './features/notifications.ts';
import { parties } from './features/parties.ts';
import { passkeys } from './features/passkeys.ts';
import { people } from './features/people.ts';
import { performance } from './features/performance.ts';
import { periods } from './features/periods.ts';
import { policies } from './features/policies.ts';
import { postings } from './features/postings.ts';
import { privacy } from './features/privacy.ts';
import { recon } from './features/recon.ts';
import { replays } from './features/replays.ts';
import { reports } from './features/reports.ts';
import { revaluations } from './features/revaluations.ts';
import { savedViews } from './features/saved-views.ts';
import { schedules } from './features/schedules.ts';
import { secondFactorResets } from './features/second-factor-resets.ts';
import { secondFactors } from './features/second-factors.ts';
import { serviceAccounts } from './features/service-accounts.ts';
import { sessions } from './features/sessions.ts';
import { settings } from './features/settings.ts';
import { signIns } from './features/sign-ins.ts';
import { signingKeys } from './features/signing-keys.ts';
import { snapshots } from './features/snapshots.ts';
import { sso } from './features/sso.ts';
import { statements } from './features/statements.ts';
import { templates } from './features/templates.ts';
import { tenants } from './features/tenants.ts';
import { webhooks } from './features/webhooks.ts';
import { witnesses } from './features/witnesses.ts';
import { yearEnds } from './features/year-ends.ts';
import type { RouteDef } from './wire.ts';

export const routes: Readonly<Record<string, Readonly<Record<string, RouteDef>>>> = {
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
