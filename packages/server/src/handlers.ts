// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.

import { accessReviewsHandlers } from './features/access-reviews/routes.ts';
import { accountsHandlers } from './features/accounts/routes.ts';
import { allowListsHandlers } from './features/allow-lists/routes.ts';
import { anchorsHandlers } from './features/anchors/routes.ts';
import { apiKeysHandlers } from './features/api-keys/routes.ts';
import { approvalsHandlers } from './features/approvals/routes.ts';
import { attachmentsHandlers } from './features/attachments/routes.ts';
import { auditExportHandlers } from './features/audit-export/routes.ts';
import { authHandlers } from './features/auth/routes.ts';
import { balancesHandlers } from './features/balances/routes.ts';
import { brandingHandlers } from './features/branding/routes.ts';
import { closeTasksHandlers } from './features/close-tasks/routes.ts';
import { commentsHandlers } from './features/comments/routes.ts';
import { controlsHandlers } from './features/controls/routes.ts';
import { currenciesHandlers } from './features/currencies/routes.ts';
import { diagnosticsHandlers } from './features/diagnostics/routes.ts';
import { entitiesHandlers } from './features/entities/routes.ts';
import { eventsHandlers } from './features/events/routes.ts';
import { evidenceHandlers } from './features/evidence/routes.ts';
import { fxHandlers } from './features/fx/routes.ts';
import { glAccountsHandlers } from './features/gl-accounts/routes.ts';
import { healthHandlers } from './features/health/routes.ts';
import { holdsHandlers } from './features/holds/routes.ts';
import { importsHandlers } from './features/imports/routes.ts';
import { intentsHandlers } from './features/intents/routes.ts';
import { interestHandlers } from './features/interest/routes.ts';
import { limitsHandlers } from './features/limits/routes.ts';
import { metadataHandlers } from './features/metadata/routes.ts';
import { notificationsHandlers } from './features/notifications/routes.ts';
import { partiesHandlers } from './features/parties/routes.ts';
import { passkeysHandlers } from './features/passkeys/routes.ts';
import { peopleHandlers } from './features/people/routes.ts';
import { performanceHandlers } from './features/performance/routes.ts';
import { periodsHandlers } from './features/periods/routes.ts';
import { policiesHandlers } from './features/policies/routes.ts';
import { postingsHandlers } from './features/postings/routes.ts';
import { privacyHandlers } from './features/privacy/routes.ts';
import { reconHandlers } from './features/recon/routes.ts';
import { replaysHandlers } from './features/replays/routes.ts';
import { reportsHandlers } from './features/reports/routes.ts';
import { revaluationsHandlers } from './features/revaluations/routes.ts';
import { savedViewsHandlers } from './features/saved-views/routes.ts';
import { schedulesHandlers } from './features/schedules/routes.ts';
import { secondFactorResetsHandlers } from './features/second-factor-resets/routes.ts';
import { secondFactorsHandlers } from './features/second-factors/routes.ts';
import { serviceAccountsHandlers } from './features/service-accounts/routes.ts';
import { sessionsHandlers } from './features/sessions/routes.ts';
import { settingsHandlers } from './features/settings/routes.ts';
import { signInsHandlers } from './features/sign-ins/routes.ts';
import { signingKeysHandlers } from './features/signing-keys/routes.ts';
import { snapshotsHandlers } from './features/snapshots/routes.ts';
import { ssoHandlers } from './features/sso/routes.ts';
import { statementsHandlers } from './features/statements/routes.ts';
import { templatesHandlers } from './features/templates/routes.ts';
import { tenantsHandlers } from './features/tenants/routes.ts';
import { webhooksHandlers } from './features/webhooks/routes.ts';
import { witnessesHandlers } from './features/witnesses/routes.ts';
import { yearEndsHandlers } from './features/year-ends/routes.ts';
import type { Handler } from './route/route.ts';

/** What answers each call of the contract. */
export const handlers: readonly Handler[] = [
  ...authHandlers,
  ...secondFactorsHandlers,
  ...passkeysHandlers,
  ...sessionsHandlers,
  ...signInsHandlers,
  ...tenantsHandlers,
  ...peopleHandlers,
  ...ssoHandlers,
  ...settingsHandlers,
  ...secondFactorResetsHandlers,
  ...entitiesHandlers,
  ...partiesHandlers,
  ...brandingHandlers,
  ...diagnosticsHandlers,
  ...glAccountsHandlers,
  ...accountsHandlers,
  ...statementsHandlers,
  ...balancesHandlers,
  ...reportsHandlers,
  ...limitsHandlers,
  ...intentsHandlers,
  ...postingsHandlers,
  ...metadataHandlers,
  ...approvalsHandlers,
  ...holdsHandlers,
  ...templatesHandlers,
  ...schedulesHandlers,
  ...importsHandlers,
  ...attachmentsHandlers,
  ...commentsHandlers,
  ...reconHandlers,
  ...periodsHandlers,
  ...closeTasksHandlers,
  ...notificationsHandlers,
  ...savedViewsHandlers,
  ...interestHandlers,
  ...revaluationsHandlers,
  ...yearEndsHandlers,
  ...eventsHandlers,
  ...anchorsHandlers,
  ...witnessesHandlers,
  ...performanceHandlers,
  ...auditExportHandlers,
  ...webhooksHandlers,
  ...healthHandlers,
  ...replaysHandlers,
  ...evidenceHandlers,
  ...snapshotsHandlers,
  ...currenciesHandlers,
  ...fxHandlers,
  ...policiesHandlers,
  ...controlsHandlers,
  ...privacyHandlers,
  ...signingKeysHandlers,
  ...serviceAccountsHandlers,
  ...allowListsHandlers,
  ...apiKeysHandlers,
  ...accessReviewsHandlers,
];
