// Every screen below the dashboard: its address, what loads it, and what else its address may say. Screens are loaded when they
// are first shown, or when a link to them is about to be pressed.
import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import { AccountsSearch } from '../features/accounts/search.ts';
import { AuditSearch } from '../features/anchors/search.ts';
import { ApiKeysSearch } from '../features/api-keys/search.ts';
import { ApprovalsSearch } from '../features/approvals/search.ts';
import { BalancesSearch } from '../features/balances/search.ts';
import { ControlsSearch } from '../features/controls/search.ts';
import { CurrenciesSearch } from '../features/currencies/search.ts';
import { EntitiesSearch, EntityMembersSearch } from '../features/entities/search.ts';
import { EventsSearch, TrailSearchState } from '../features/events/search.ts';
import { EvidenceSearch } from '../features/evidence/search.ts';
import { FxSearch } from '../features/fx/search.ts';
import { GlAccountsSearch } from '../features/gl-accounts/search.ts';
import { GuideSearch } from '../features/guide/search.ts';
import { HoldsSearch } from '../features/holds/search.ts';
import { ImportSearch, ImportsSearch } from '../features/imports/search.ts';
import { IntentsSearch, PostIntentSearch } from '../features/intents/search.ts';
import { AccountInterestSearch, InterestSearch } from '../features/interest/search.ts';
import { NotificationsSearch } from '../features/notifications/search.ts';
import { PartiesSearch, PartySearch, PartyStatementSearch } from '../features/parties/search.ts';
import { PeopleSearch } from '../features/people/search.ts';
import { PeriodsSearch } from '../features/periods/search.ts';
import { PoliciesSearch } from '../features/policies/search.ts';
import { ReconSearch } from '../features/recon/search.ts';
import { AgeingSearch, CashPositionSearch, GlBalancesSearch, StatementSearch } from '../features/reports/search.ts';
import { RevaluationSearch } from '../features/revaluations/search.ts';
import { SchedulesSearch } from '../features/schedules/search.ts';
import { ServiceAccountsSearch } from '../features/service-accounts/search.ts';
import { SigningKeysSearch } from '../features/signing-keys/search.ts';
import { SnapshotsSearch } from '../features/snapshots/search.ts';
import { SsoSearch } from '../features/sso/search.ts';
import { TemplatesSearch } from '../features/templates/search.ts';
import { DangerSearch } from '../features/tenants/search.ts';
import { WebhookSearch, WebhooksSearch } from '../features/webhooks/search.ts';
import { YearEndSearch } from '../features/year-ends/search.ts';
import { AccountSearch } from '../pages/account/account-search.ts';
import { OverviewSearch } from '../pages/overview-search.ts';
import { PeriodSearch } from '../pages/period/search.ts';
import { PostureSearch } from '../pages/security/posture-search.ts';
import { dashboard } from './base-routes.tsx';

/** Its address says nothing beside its path. */
const nothing = z.looseObject({});

function screen<const P extends string, S extends z.ZodType<object>, const N extends string>(
  path: P,
  search: S,
  name: N,
  load: () => Promise<{ readonly [name in N]: RouteComponent }>,
) {
  return createRoute({ getParentRoute: () => dashboard, path, validateSearch: search, component: lazyRouteComponent(load, name) });
}

export const screens = [
  screen('/', OverviewSearch, 'OverviewPage', () => import('../pages/OverviewPage.tsx')),
  screen('/guide', GuideSearch, 'GuidePage', () => import('../features/guide/GuidePage.tsx')),
  screen('/notifications', NotificationsSearch, 'NotificationsPage', () => import('../features/notifications/NotificationsPage.tsx')),
  screen('/health', nothing, 'HealthPage', () => import('../features/health/HealthPage.tsx')),
  screen('/performance', nothing, 'PerformancePage', () => import('../features/performance/PerformancePage.tsx')),
  screen('/intents', IntentsSearch, 'IntentsLogPage', () => import('../pages/IntentsLogPage.tsx')),
  screen('/intents/post', PostIntentSearch, 'PostIntentPage', () => import('../features/intents/post/PostIntentPage.tsx')),
  screen('/intents/templates', TemplatesSearch, 'TemplatesPage', () => import('../features/templates/TemplatesPage.tsx')),
  screen('/intents/recurring', SchedulesSearch, 'SchedulesPage', () => import('../features/schedules/SchedulesPage.tsx')),
  screen('/risk-recon', ReconSearch, 'ReconWithComments', () => import('../pages/ReconWithComments.tsx')),
  screen('/admin/risk-recon', ReconSearch, 'ReconWithComments', () => import('../pages/ReconWithComments.tsx')),
  screen('/admin/recon', ReconSearch, 'ReconWithComments', () => import('../pages/ReconWithComments.tsx')),
  screen('/intents/imports', ImportsSearch, 'ImportsPage', () => import('../features/imports/ImportsPage.tsx')),
  screen('/intents/imports/$importId', ImportSearch, 'ImportPage', () => import('../features/imports/ImportPage.tsx')),
  screen('/intents/holds', HoldsSearch, 'HoldsWithActs', () => import('../pages/HoldsWithActs.tsx')),
  screen('/intents/$intentId', nothing, 'IntentWithFiles', () => import('../pages/IntentWithFiles.tsx')),
  screen('/balances', BalancesSearch, 'BalancesPage', () => import('../features/balances/BalancesPage.tsx')),
  screen('/evidence', EvidenceSearch, 'EvidencePage', () => import('../features/evidence/EvidencePage.tsx')),
  screen('/audit', AuditSearch.extend(TrailSearchState.shape), 'AuditTrailPage', () => import('../pages/AuditTrailPage.tsx')),
  screen('/policies', PoliciesSearch, 'PoliciesPage', () => import('../features/policies/PoliciesPage.tsx')),
  screen('/ledger', nothing, 'LedgerHubPage', () => import('../pages/LedgerHubPage.tsx')),
  screen('/ledger/accounts', AccountsSearch, 'AccountsPage', () => import('../features/accounts/AccountsPage.tsx')),
  screen('/ledger/accounts/$accountId', AccountSearch, 'AccountPage', () => import('../pages/account/AccountPage.tsx')),
  screen(
    '/ledger/accounts/$accountId/interest',
    AccountInterestSearch,
    'AccountInterestPage',
    () => import('../features/interest/AccountInterestPage.tsx'),
  ),
  screen('/ledger/fx', FxSearch, 'FxPage', () => import('../features/fx/FxPage.tsx')),
  screen('/ledger/gl-accounts', GlAccountsSearch, 'GlAccountsPage', () => import('../features/gl-accounts/GlAccountsPage.tsx')),
  screen('/ledger/reports', nothing, 'ReportsPage', () => import('../features/reports/ReportsPage.tsx')),
  screen(
    '/ledger/reports/trial-balance',
    StatementSearch,
    'StatementPage',
    () => import('../features/reports/statement/StatementPage.tsx'),
  ),
  screen(
    '/ledger/reports/balance-sheet',
    StatementSearch,
    'StatementPage',
    () => import('../features/reports/statement/StatementPage.tsx'),
  ),
  screen(
    '/ledger/reports/income-statement',
    StatementSearch,
    'StatementPage',
    () => import('../features/reports/statement/StatementPage.tsx'),
  ),
  screen('/ledger/reports/cash-position', CashPositionSearch, 'CashPositionPage', () => import('../features/reports/CashPositionPage.tsx')),
  screen('/ledger/reports/ageing', AgeingSearch, 'AgeingPage', () => import('../features/reports/ageing/AgeingPage.tsx')),
  screen('/ledger/reports/balances-by-gl', GlBalancesSearch, 'GlBalancesPage', () => import('../features/reports/GlBalancesPage.tsx')),
  screen('/events', EventsSearch, 'EventsPage', () => import('../features/events/EventsPage.tsx')),
  screen('/snapshots', SnapshotsSearch, 'SnapshotsPage', () => import('../features/snapshots/SnapshotsPage.tsx')),
  screen('/period-close', PeriodsSearch, 'PeriodsWithComments', () => import('../pages/PeriodsWithComments.tsx')),
  screen(
    '/period-close/revaluation/$periodId',
    RevaluationSearch,
    'RevaluationPage',
    () => import('../features/revaluations/RevaluationPage.tsx'),
  ),
  screen('/period-close/years', YearEndSearch, 'YearEndPage', () => import('../features/year-ends/YearEndPage.tsx')),
  screen('/period-close/tasks', nothing, 'CloseTemplatePage', () => import('../features/close-tasks/CloseTemplatePage.tsx')),
  screen('/period-close/$periodId', PeriodSearch, 'PeriodPage', () => import('../pages/period/PeriodPage.tsx')),
  screen('/directory/parties', PartiesSearch, 'PartiesPage', () => import('../features/parties/PartiesPage.tsx')),
  screen('/directory/parties/new', nothing, 'NewPartyPage', () => import('../features/parties/NewPartyPage.tsx')),
  screen('/directory/parties/detail', PartySearch, 'PartyPage', () => import('../pages/party/PartyPage.tsx')),
  screen('/directory/parties/$partyId', nothing, 'PartyPage', () => import('../pages/party/PartyPage.tsx')),
  screen(
    '/directory/parties/$partyId/statement',
    PartyStatementSearch,
    'PartyStatementPage',
    () => import('../pages/party/PartyStatementPage.tsx'),
  ),
  screen('/entities', EntitiesSearch, 'EntitiesWithMetadata', () => import('../pages/EntitiesWithMetadata.tsx')),
  screen('/entities/new', nothing, 'NewEntityPage', () => import('../features/entities/NewEntityPage.tsx')),
  screen('/entities/members', EntityMembersSearch, 'EntityMembersPage', () => import('../features/entities/EntityMembersPage.tsx')),
  screen('/portal', nothing, 'PortalPage', () => import('../pages/portal/PortalPage.tsx')),
  screen('/admin', nothing, 'AdminHubPage', () => import('../pages/AdminHubPage.tsx')),
  screen('/admin/settings', nothing, 'AdminSettingsPage', () => import('../pages/AdminSettingsPage.tsx')),
  screen('/admin/audit-export', nothing, 'AuditExportPage', () => import('../features/audit-export/AuditExportPage.tsx')),
  screen('/admin/branding', nothing, 'BrandingPage', () => import('../features/branding/BrandingPage.tsx')),
  screen('/admin/currencies', CurrenciesSearch, 'CurrenciesPage', () => import('../features/currencies/CurrenciesPage.tsx')),
  screen('/admin/periods', PeriodsSearch, 'PeriodsWithComments', () => import('../pages/PeriodsWithComments.tsx')),
  screen('/admin/approvals', ApprovalsSearch, 'ApprovalsPage', () => import('../features/approvals/ApprovalsPage.tsx')),
  screen('/admin/approvals/$approvalId', nothing, 'ApprovalWithComments', () => import('../pages/ApprovalWithComments.tsx')),
  screen('/admin/diagnostics', nothing, 'DiagnosticsPage', () => import('../features/diagnostics/DiagnosticsPage.tsx')),
  screen('/admin/limits', nothing, 'LimitsPage', () => import('../features/limits/LimitsPage.tsx')),
  screen('/admin/compliance', ControlsSearch, 'CompliancePage', () => import('../features/controls/CompliancePage.tsx')),
  screen('/settings/organisation/limits', nothing, 'LimitsPage', () => import('../features/limits/LimitsPage.tsx')),
  screen('/settings/organisation/profile', nothing, 'ProfilePage', () => import('../features/settings/ProfilePage.tsx')),
  screen('/settings/organisation/people', PeopleSearch, 'PeoplePage', () => import('../features/people/PeoplePage.tsx')),
  screen('/settings/organisation/interest', InterestSearch, 'InterestPage', () => import('../features/interest/InterestPage.tsx')),
  screen('/settings/organisation/webhooks', WebhooksSearch, 'WebhooksPage', () => import('../features/webhooks/WebhooksPage.tsx')),
  screen('/settings/organisation/webhooks/$webhookId', WebhookSearch, 'WebhookPage', () => import('../features/webhooks/WebhookPage.tsx')),
  screen('/settings/organisation/single-sign-on', SsoSearch, 'SsoPage', () => import('../features/sso/SsoPage.tsx')),
  screen('/settings/organisation/danger', DangerSearch, 'DangerPage', () => import('../features/tenants/DangerPage.tsx')),
  screen('/account/security', nothing, 'AccountSecurityPage', () => import('../pages/security/AccountSecurityPage.tsx')),
  screen('/privacy', nothing, 'PrivacyPage', () => import('../features/privacy/PrivacyPage.tsx')),
  screen('/governance/security', PostureSearch, 'SecurityPosturePage', () => import('../pages/security/SecurityPosturePage.tsx')),
  screen(
    '/settings/organisation/security',
    nothing,
    'OrganisationSecurityPage',
    () => import('../pages/security/OrganisationSecurityPage.tsx'),
  ),
  screen(
    '/settings/organisation/security/signing-keys',
    SigningKeysSearch,
    'SigningKeysPage',
    () => import('../features/signing-keys/SigningKeysPage.tsx'),
  ),
  screen(
    '/settings/organisation/security/service-accounts',
    ServiceAccountsSearch,
    'ServiceAccountsPage',
    () => import('../features/service-accounts/ServiceAccountsPage.tsx'),
  ),
  screen('/settings/organisation/security/api-keys', ApiKeysSearch, 'ApiKeysPage', () => import('../features/api-keys/ApiKeysPage.tsx')),
] as const;
