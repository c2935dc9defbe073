// Every route, in one tree. What lies under /dashboard needs a session; without one the way leads to sign-in and back again.
// Screens are loaded when they are first shown, or when a link to them is about to be pressed.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { AccountsSearch } from '../features/accounts/search.ts';
import { AuditSearch } from '../features/anchors/search.ts';
import { ApiKeysSearch } from '../features/api-keys/search.ts';
import { ApprovalsSearch } from '../features/approvals/search.ts';
import { SignInPage } from '../features/auth/SignInPage.tsx';
import { ForgotSearch, ResetSearch, SignInSearch } from '../features/auth/search.ts';
import { BalancesSearch } from '../features/balances/search.ts';
import { ControlsSearch } from '../features/controls/search.ts';
import { CurrenciesSearch } from '../features/currencies/search.ts';
import { EntitiesSearch, EntityMembersSearch } from '../features/entities/search.ts';
import { EventsSearch, TrailSearchState } from '../features/events/search.ts';
import { EvidenceSearch } from '../features/evidence/search.ts';
import { FxSearch } from '../features/fx/search.ts';
import { GlAccountsSearch } from '../features/gl-accounts/search.ts';
import { HoldsSearch } from '../features/holds/search.ts';
import { ImportSearch, ImportsSearch } from '../features/imports/search.ts';
import { IntentsSearch, PostIntentSearch } from '../features/intents/search.ts';
import { AccountInterestSearch, InterestSearch } from '../features/interest/search.ts';
import { PartiesSearch, PartySearch } from '../features/parties/search.ts';
import { PeopleSearch } from '../features/people/search.ts';
import { PeriodsSearch } from '../features/periods/search.ts';
import { PoliciesSearch } from '../features/policies/search.ts';
import { ReconSearch } from '../features/recon/search.ts';
import { CashPositionSearch, GlBalancesSearch, StatementSearch } from '../features/reports/search.ts';
import { RevaluationSearch } from '../features/revaluations/search.ts';
import { SchedulesSearch } from '../features/schedules/search.ts';
import { SigningKeysSearch } from '../features/signing-keys/search.ts';
import { SnapshotsSearch } from '../features/snapshots/search.ts';
import { TemplatesSearch } from '../features/templates/search.ts';
import { DangerSearch } from '../features/tenants/search.ts';
import { YearEndSearch } from '../features/year-ends/search.ts';
import { onTenantsLoaded, onUnauthenticated } from '../lib/calls/client.ts';
import { queryClient } from '../lib/calls/query-client.ts';
import { paths } from '../lib/screen/paths.ts';
import { parseSearch, stringifySearch } from '../lib/screen/url-state.ts';
import { tenantsQuery } from '../lib/session/context.ts';
import { enter, forgetSession, isInSession } from '../lib/session/session.ts';
import { AccountSearch } from '../pages/account-search.ts';
import { InviteSearch } from '../pages/invite/search.ts';
import { OverviewSearch } from '../pages/overview-search.ts';
import { PostureSearch } from '../pages/security/posture-search.ts';
import { NotFound, RootNotFound } from './NotFound.tsx';
import { RootError, RouteError } from './RouteError.tsx';
import { Shell } from './shell/Shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: RootNotFound, errorComponent: RootError });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.overview });
  },
});

const signIn = createRoute({ getParentRoute: () => root, path: paths.signIn, validateSearch: SignInSearch, component: SignInPage });
const signUp = createRoute({
  getParentRoute: () => root,
  path: paths.signUp,
  validateSearch: SignInSearch,
  component: lazyRouteComponent(() => import('../features/auth/SignUpPage.tsx'), 'SignUpPage'),
});
const forgot = createRoute({
  getParentRoute: () => root,
  path: paths.forgotPassword,
  validateSearch: ForgotSearch,
  component: lazyRouteComponent(() => import('../features/auth/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  validateSearch: ResetSearch,
  component: lazyRouteComponent(() => import('../features/auth/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: paths.invite,
  validateSearch: InviteSearch,
  component: lazyRouteComponent(() => import('../pages/invite/InvitePage.tsx'), 'InvitePage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: paths.overview,
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: RootError,
  beforeLoad: async ({ location }) => {
    if ((await enter()) === 'signed-out') throw redirect({ to: paths.signIn, search: { next: location.href } });
  },
});

const under = () => dashboard;

const screens = [
  createRoute({
    getParentRoute: under,
    path: '/',
    validateSearch: OverviewSearch,
    component: lazyRouteComponent(() => import('../pages/OverviewPage.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/health',
    component: lazyRouteComponent(() => import('../features/health/HealthPage.tsx'), 'HealthPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/performance',
    component: lazyRouteComponent(() => import('../features/performance/PerformancePage.tsx'), 'PerformancePage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/intents',
    validateSearch: IntentsSearch,
    component: lazyRouteComponent(() => import('../pages/IntentsLogPage.tsx'), 'IntentsLogPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/intents/post',
    validateSearch: PostIntentSearch,
    component: lazyRouteComponent(() => import('../features/intents/post/PostIntentPage.tsx'), 'PostIntentPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/intents/templates',
    validateSearch: TemplatesSearch,
    component: lazyRouteComponent(() => import('../features/templates/TemplatesPage.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/intents/recurring',
    validateSearch: SchedulesSearch,
    component: lazyRouteComponent(() => import('../features/schedules/SchedulesPage.tsx'), 'SchedulesPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/risk-recon',
    validateSearch: ReconSearch,
    component: lazyRouteComponent(() => import('../features/recon/RiskReconPage.tsx'), 'RiskReconPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/risk-recon',
    validateSearch: ReconSearch,
    component: lazyRouteComponent(() => import('../features/recon/RiskReconPage.tsx'), 'RiskReconPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/recon',
    validateSearch: ReconSearch,
    component: lazyRouteComponent(() => import('../features/recon/RiskReconPage.tsx'), 'RiskReconPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/intents/imports',
    validateSearch: ImportsSearch,
    component: lazyRouteComponent(() => import('../features/imports/ImportsPage.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/intents/imports/$importId',
    validateSearch: ImportSearch,
    component: lazyRouteComponent(() => import('../features/imports/ImportPage.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/intents/holds',
    validateSearch: HoldsSearch,
    component: lazyRouteComponent(() => import('../pages/HoldsWithActs.tsx'), 'HoldsWithActs'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/intents/$intentId',
    component: lazyRouteComponent(() => import('../pages/IntentWithFiles.tsx'), 'IntentWithFiles'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/balances',
    validateSearch: BalancesSearch,
    component: lazyRouteComponent(() => import('../features/balances/BalancesPage.tsx'), 'BalancesPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/evidence',
    validateSearch: EvidenceSearch,
    component: lazyRouteComponent(() => import('../features/evidence/EvidencePage.tsx'), 'EvidencePage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/audit',
    validateSearch: AuditSearch.extend(TrailSearchState.shape),
    component: lazyRouteComponent(() => import('../pages/AuditTrailPage.tsx'), 'AuditTrailPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/policies',
    validateSearch: PoliciesSearch,
    component: lazyRouteComponent(() => import('../features/policies/PoliciesPage.tsx'), 'PoliciesPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger',
    component: lazyRouteComponent(() => import('../pages/LedgerHubPage.tsx'), 'LedgerHubPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/accounts',
    validateSearch: AccountsSearch,
    component: lazyRouteComponent(() => import('../features/accounts/AccountsPage.tsx'), 'AccountsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/accounts/$accountId',
    validateSearch: AccountSearch,
    component: lazyRouteComponent(() => import('../pages/AccountPage.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/accounts/$accountId/interest',
    validateSearch: AccountInterestSearch,
    component: lazyRouteComponent(() => import('../features/interest/AccountInterestPage.tsx'), 'AccountInterestPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/fx',
    validateSearch: FxSearch,
    component: lazyRouteComponent(() => import('../features/fx/FxPage.tsx'), 'FxPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/gl-accounts',
    validateSearch: GlAccountsSearch,
    component: lazyRouteComponent(() => import('../features/gl-accounts/GlAccountsPage.tsx'), 'GlAccountsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/reports',
    component: lazyRouteComponent(() => import('../features/reports/ReportsPage.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/reports/trial-balance',
    validateSearch: StatementSearch,
    component: lazyRouteComponent(() => import('../features/reports/TrialBalancePage.tsx'), 'TrialBalancePage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/reports/balance-sheet',
    validateSearch: StatementSearch,
    component: lazyRouteComponent(() => import('../features/reports/BalanceSheetPage.tsx'), 'BalanceSheetPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/reports/income-statement',
    validateSearch: StatementSearch,
    component: lazyRouteComponent(() => import('../features/reports/IncomeStatementPage.tsx'), 'IncomeStatementPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/reports/cash-position',
    validateSearch: CashPositionSearch,
    component: lazyRouteComponent(() => import('../features/reports/CashPositionPage.tsx'), 'CashPositionPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/ledger/reports/balances-by-gl',
    validateSearch: GlBalancesSearch,
    component: lazyRouteComponent(() => import('../features/reports/GlBalancesPage.tsx'), 'GlBalancesPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/events',
    validateSearch: EventsSearch,
    component: lazyRouteComponent(() => import('../features/events/EventsPage.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/snapshots',
    validateSearch: SnapshotsSearch,
    component: lazyRouteComponent(() => import('../features/snapshots/SnapshotsPage.tsx'), 'SnapshotsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/period-close',
    validateSearch: PeriodsSearch,
    component: lazyRouteComponent(() => import('../features/periods/PeriodClosePage.tsx'), 'PeriodClosePage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/period-close/revaluation/$periodId',
    validateSearch: RevaluationSearch,
    component: lazyRouteComponent(() => import('../features/revaluations/RevaluationPage.tsx'), 'RevaluationPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/period-close/years',
    validateSearch: YearEndSearch,
    component: lazyRouteComponent(() => import('../features/year-ends/YearEndPage.tsx'), 'YearEndPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/directory/parties',
    validateSearch: PartiesSearch,
    component: lazyRouteComponent(() => import('../features/parties/PartiesPage.tsx'), 'PartiesPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/directory/parties/new',
    component: lazyRouteComponent(() => import('../features/parties/NewPartyPage.tsx'), 'NewPartyPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/directory/parties/detail',
    validateSearch: PartySearch,
    component: lazyRouteComponent(() => import('../features/parties/PartyPage.tsx'), 'PartyPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/directory/parties/$partyId',
    component: lazyRouteComponent(() => import('../features/parties/PartyPage.tsx'), 'PartyPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/entities',
    validateSearch: EntitiesSearch,
    component: lazyRouteComponent(() => import('../features/entities/EntitiesPage.tsx'), 'EntitiesPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/entities/new',
    component: lazyRouteComponent(() => import('../features/entities/NewEntityPage.tsx'), 'NewEntityPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/entities/members',
    validateSearch: EntityMembersSearch,
    component: lazyRouteComponent(() => import('../features/entities/EntityMembersPage.tsx'), 'EntityMembersPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/portal',
    component: lazyRouteComponent(() => import('../pages/portal/PortalPage.tsx'), 'PortalPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin',
    component: lazyRouteComponent(() => import('../pages/AdminHubPage.tsx'), 'AdminHubPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/settings',
    component: lazyRouteComponent(() => import('../pages/AdminSettingsPage.tsx'), 'AdminSettingsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/audit-export',
    component: lazyRouteComponent(() => import('../features/audit-export/AuditExportPage.tsx'), 'AuditExportPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/branding',
    component: lazyRouteComponent(() => import('../features/branding/BrandingPage.tsx'), 'BrandingPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/currencies',
    validateSearch: CurrenciesSearch,
    component: lazyRouteComponent(() => import('../features/currencies/CurrenciesPage.tsx'), 'CurrenciesPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/periods',
    validateSearch: PeriodsSearch,
    component: lazyRouteComponent(() => import('../features/periods/AccountingPeriodsPage.tsx'), 'AccountingPeriodsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/approvals',
    validateSearch: ApprovalsSearch,
    component: lazyRouteComponent(() => import('../features/approvals/ApprovalsPage.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/approvals/$approvalId',
    component: lazyRouteComponent(() => import('../features/approvals/ApprovalPage.tsx'), 'ApprovalPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/diagnostics',
    component: lazyRouteComponent(() => import('../features/diagnostics/DiagnosticsPage.tsx'), 'DiagnosticsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/limits',
    component: lazyRouteComponent(() => import('../features/limits/AdminLimitsPage.tsx'), 'AdminLimitsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/admin/compliance',
    validateSearch: ControlsSearch,
    component: lazyRouteComponent(() => import('../features/controls/CompliancePage.tsx'), 'CompliancePage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/settings/organisation/limits',
    component: lazyRouteComponent(() => import('../features/limits/LimitsPage.tsx'), 'LimitsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/settings/organisation/profile',
    component: lazyRouteComponent(() => import('../features/settings/ProfilePage.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/settings/organisation/people',
    validateSearch: PeopleSearch,
    component: lazyRouteComponent(() => import('../features/people/PeoplePage.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/settings/organisation/interest',
    validateSearch: InterestSearch,
    component: lazyRouteComponent(() => import('../features/interest/InterestPage.tsx'), 'InterestPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/settings/organisation/danger',
    validateSearch: DangerSearch,
    component: lazyRouteComponent(() => import('../features/tenants/DangerPage.tsx'), 'DangerPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/account/security',
    component: lazyRouteComponent(() => import('../pages/security/AccountSecurityPage.tsx'), 'AccountSecurityPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/privacy',
    component: lazyRouteComponent(() => import('../features/privacy/PrivacyPage.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/governance/security',
    validateSearch: PostureSearch,
    component: lazyRouteComponent(() => import('../pages/security/SecurityPosturePage.tsx'), 'SecurityPosturePage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/settings/organisation/security',
    component: lazyRouteComponent(() => import('../pages/security/OrganisationSecurityPage.tsx'), 'OrganisationSecurityPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/settings/organisation/security/signing-keys',
    validateSearch: SigningKeysSearch,
    component: lazyRouteComponent(() => import('../features/signing-keys/SigningKeysPage.tsx'), 'SigningKeysPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: '/settings/organisation/security/api-keys',
    validateSearch: ApiKeysSearch,
    component: lazyRouteComponent(() => import('../features/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage'),
  }),
] as const;

const routeTree = root.addChildren([home, signIn, signUp, forgot, reset, invite, dashboard.addChildren(screens)]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

onTenantsLoaded((mine) => queryClient.setQueryData(tenantsQuery.queryKey, mine));

onUnauthenticated(() => {
  // Before the first screen has opened, its own guard sends to sign-in.
  if (!isInSession()) return;
  const next = router.state.location.href;
  forgetSession();
  void router.navigate({ to: paths.signIn, search: { next } });
});
