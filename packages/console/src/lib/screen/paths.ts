// Every screen: its address, and where menu, palette, breadcrumbs, titles and G-shortcuts have it. Links are made from `paths`, never from
// literals. A screen that is not built is not here. Addresses and titles: specification §2.
import type { Capability } from '@countinghouse/contract/permissions';
import {
  type Icon,
  IconActivityHeartbeat,
  IconAddressBook,
  IconAlertOctagon,
  IconAnchor,
  IconApi,
  IconArchive,
  IconArrowsExchange,
  IconArrowsExchange2,
  IconBook2,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCalendarCheck,
  IconCalendarTime,
  IconCamera,
  IconChartLine,
  IconChecklist,
  IconClipboardCheck,
  IconCoins,
  IconFileCheck,
  IconFileImport,
  IconGauge,
  IconGavel,
  IconHourglass,
  IconIdBadge2,
  IconKey,
  IconLayoutDashboard,
  IconLink,
  IconListTree,
  IconLogin2,
  IconPalette,
  IconPencilPlus,
  IconPercentage,
  IconRepeat,
  IconReportAnalytics,
  IconRobot,
  IconScale,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconStethoscope,
  IconSum,
  IconTemplate,
  IconTools,
  IconUserShield,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';

/** The groups of the menu, in a treasurer's words. */
export type Section =
  | 'Home'
  | 'Money'
  | 'Accounts'
  | 'Reconcile & close'
  | 'Reports'
  | 'Parties & entities'
  | 'Proof & control'
  | 'Settings';

interface Addressed {
  readonly path: string;
}
interface Named extends Addressed {
  readonly section: Section;
  readonly title: string;
  /** What the role must have to see it; none: every member. */
  readonly capability?: Exclude<Capability, 'tenant:auditor'>;
  /** Shows what belongs to the active entity, or to all of them. */
  readonly byEntity?: true;
}
/** In the menu, in this order. */
interface InMenu extends Named {
  readonly icon: Icon;
  /** The second key of the sequence that begins with G; there are more screens than letters. */
  readonly key?: string;
  /** Another name of a screen that the menu has: not listed there again. */
  readonly alias?: true;
}
/** Reached from another one and not in the menu. */
interface Inner extends Named {
  readonly parent: string;
  /** Makes sense without a row that it is of: the palette offers it. */
  readonly standsAlone?: true;
}

const outside = {
  signIn: { path: '/sign-in' },
  companySignIn: { path: '/sign-in/company' },
  signUp: { path: '/sign-up' },
  forgotPassword: { path: '/forgot-password' },
  resetPassword: { path: '/reset-password' },
  invite: { path: '/invite' },
  verifyReceipt: { path: '/verify-receipt' },
} as const satisfies Readonly<Record<string, Addressed>>;

const inMenu = {
  overview: { section: 'Home', title: 'Organisation overview', path: '/dashboard', icon: IconLayoutDashboard, key: 'O' },
  health: { section: 'Proof & control', title: 'Kernel Health', path: '/dashboard/health', icon: IconActivityHeartbeat, key: 'H' },
  performance: { section: 'Reports', title: 'Performance & SLOs', path: '/dashboard/performance', icon: IconChartLine },
  intents: { section: 'Money', byEntity: true, title: 'Signed intents log', path: '/dashboard/intents', icon: IconFileCheck, key: 'I' },
  holds: { section: 'Money', byEntity: true, title: 'Holds', path: '/dashboard/intents/holds', icon: IconHourglass },
  postIntent: { section: 'Money', title: 'Post Kernel Intent', path: '/dashboard/intents/post', icon: IconPencilPlus, key: 'P' },
  approvals: {
    section: 'Money',
    byEntity: true,
    title: 'Approvals queue',
    path: '/dashboard/admin/approvals',
    icon: IconChecklist,
    capability: 'tenant:admin',
    key: '0',
  },
  templates: { section: 'Money', title: 'Intent templates', path: '/dashboard/intents/templates', icon: IconTemplate, key: '3' },
  schedules: { section: 'Money', title: 'Recurring intents', path: '/dashboard/intents/recurring', icon: IconRepeat, key: 'J' },
  imports: { section: 'Money', title: 'Imports', path: '/dashboard/intents/imports', icon: IconFileImport, key: 'N' },
  balances: { section: 'Accounts', byEntity: true, title: 'Accounts & Balances', path: '/dashboard/balances', icon: IconScale, key: 'B' },
  ledger: { section: 'Accounts', byEntity: true, title: 'Ledger hub', path: '/dashboard/ledger', icon: IconBook2, key: 'L' },
  accounts: {
    section: 'Accounts',
    byEntity: true,
    title: 'Ledger accounts',
    path: '/dashboard/ledger/accounts',
    icon: IconWallet,
    key: 'A',
  },
  fx: { section: 'Accounts', title: 'Ledger FX overrides', path: '/dashboard/ledger/fx', icon: IconArrowsExchange, key: 'F' },
  glAccounts: { section: 'Accounts', title: 'Chart of accounts', path: '/dashboard/ledger/gl-accounts', icon: IconListTree, key: 'C' },
  reports: {
    section: 'Reports',
    byEntity: true,
    title: 'Financial reports',
    path: '/dashboard/ledger/reports',
    icon: IconReportAnalytics,
    key: '1',
  },
  balancesByGl: {
    section: 'Reports',
    byEntity: true,
    title: 'Balances by GL',
    path: '/dashboard/ledger/reports/balances-by-gl',
    icon: IconSum,
    key: '2',
  },
  events: { section: 'Proof & control', title: 'Events stream', path: '/dashboard/events', icon: IconLink, key: 'E' },
  snapshots: { section: 'Reconcile & close', title: 'Snapshots', path: '/dashboard/snapshots', icon: IconCamera, key: 'S' },
  evidence: { section: 'Proof & control', title: 'Evidence vault', path: '/dashboard/evidence', icon: IconArchive },
  policies: { section: 'Proof & control', title: 'Policy hooks', path: '/dashboard/policies', icon: IconGavel },
  periodClose: { section: 'Reconcile & close', title: 'Period close', path: '/dashboard/period-close', icon: IconCalendarCheck, key: 'K' },
  audit: { section: 'Proof & control', title: 'Audit trail', path: '/dashboard/audit', icon: IconAnchor },
  parties: {
    section: 'Parties & entities',
    title: 'Parties directory',
    path: '/dashboard/directory/parties',
    icon: IconAddressBook,
    key: 'D',
  },
  entities: { section: 'Parties & entities', title: 'Entities', path: '/dashboard/entities', icon: IconBuildingCommunity, key: 'T' },
  riskRecon: {
    section: 'Reconcile & close',
    byEntity: true,
    title: 'Risk & reconciliation',
    path: '/dashboard/risk-recon',
    icon: IconArrowsExchange2,
  },
  privacy: { section: 'Settings', title: 'Privacy (PII & keys)', path: '/dashboard/privacy', icon: IconUserShield },
  securityPosture: {
    section: 'Proof & control',
    title: 'Security posture',
    path: '/dashboard/governance/security',
    icon: IconShieldCheck,
    key: '7',
  },
  portal: { section: 'Parties & entities', title: 'Client portal', path: '/dashboard/portal', icon: IconBuildingStore, key: 'W' },
  admin: { section: 'Settings', title: 'Admin hub', path: '/dashboard/admin', icon: IconTools, capability: 'tenant:admin', key: 'M' },
  adminSettings: {
    section: 'Settings',
    title: 'Admin settings',
    path: '/dashboard/admin/settings',
    icon: IconSettings,
    capability: 'tenant:admin',
    key: 'X',
  },
  branding: {
    section: 'Settings',
    title: 'Branding',
    path: '/dashboard/admin/branding',
    icon: IconPalette,
    capability: 'tenant:admin',
    key: 'R',
  },
  currencies: {
    section: 'Accounts',
    title: 'Tenant currencies',
    path: '/dashboard/admin/currencies',
    icon: IconCoins,
    capability: 'tenant:admin',
    key: 'U',
  },
  periods: {
    section: 'Reconcile & close',
    alias: true,
    title: 'Accounting periods',
    path: '/dashboard/admin/periods',
    icon: IconCalendarTime,
    capability: 'tenant:admin',
    key: '4',
  },
  adminLimits: {
    section: 'Proof & control',
    alias: true,
    title: 'Limits',
    path: '/dashboard/admin/limits',
    icon: IconGauge,
    capability: 'tenant:admin',
  },
  auditExport: {
    section: 'Proof & control',
    title: 'Audit export',
    path: '/dashboard/admin/audit-export',
    icon: IconSend,
    capability: 'tenant:admin',
  },
  adminRiskRecon: {
    section: 'Reconcile & close',
    alias: true,
    title: 'Reconciliation',
    path: '/dashboard/admin/risk-recon',
    icon: IconArrowsExchange2,
    capability: 'tenant:admin',
  },
  compliance: {
    section: 'Proof & control',
    title: 'Compliance controls',
    path: '/dashboard/admin/compliance',
    icon: IconClipboardCheck,
    capability: 'tenant:admin',
  },
  diagnostics: {
    section: 'Settings',
    title: 'Auth diagnostics',
    path: '/dashboard/admin/diagnostics',
    icon: IconStethoscope,
    capability: 'tenant:admin',
    key: 'Q',
  },
  profile: {
    section: 'Settings',
    title: 'Organisation profile',
    path: '/dashboard/settings/organisation/profile',
    icon: IconIdBadge2,
    key: 'Y',
  },
  people: {
    section: 'Settings',
    title: 'People',
    path: '/dashboard/settings/organisation/people',
    icon: IconUsers,
    capability: 'tenant:owner',
    key: 'V',
  },
  interest: {
    section: 'Accounts',
    title: 'Interest',
    path: '/dashboard/settings/organisation/interest',
    icon: IconPercentage,
    capability: 'tenant:owner',
    key: '5',
  },
  limits: {
    section: 'Proof & control',
    title: 'Risk & limits',
    path: '/dashboard/settings/organisation/limits',
    icon: IconGauge,
    capability: 'tenant:owner',
  },
  security: {
    section: 'Settings',
    title: 'Security & privacy',
    path: '/dashboard/settings/organisation/security',
    icon: IconShieldLock,
    capability: 'tenant:owner',
    key: '8',
  },
  signingKeys: {
    section: 'Settings',
    title: 'Signing keys',
    path: '/dashboard/settings/organisation/security/signing-keys',
    icon: IconKey,
    capability: 'tenant:owner',
    key: '9',
  },
  apiKeys: {
    section: 'Settings',
    title: 'API keys',
    path: '/dashboard/settings/organisation/security/api-keys',
    icon: IconApi,
    capability: 'tenant:owner',
  },
  serviceAccounts: {
    section: 'Settings',
    title: 'Service accounts',
    path: '/dashboard/settings/organisation/security/service-accounts',
    icon: IconRobot,
    capability: 'tenant:owner',
  },
  webhooks: {
    section: 'Settings',
    title: 'Webhooks',
    path: '/dashboard/settings/organisation/webhooks',
    icon: IconWebhook,
    capability: 'tenant:owner',
  },
  sso: {
    section: 'Settings',
    title: 'Single sign-on',
    path: '/dashboard/settings/organisation/single-sign-on',
    icon: IconLogin2,
    capability: 'tenant:owner',
  },
  danger: {
    section: 'Settings',
    title: 'Danger zone',
    path: '/dashboard/settings/organisation/danger',
    icon: IconAlertOctagon,
    capability: 'tenant:owner',
    key: 'Z',
  },
} as const satisfies Readonly<Record<string, InMenu>>;

const inner = {
  guide: { section: 'Home', title: 'Guide', path: '/dashboard/guide', parent: '/dashboard', standsAlone: true },
  notifications: { section: 'Home', title: 'Notifications', path: '/dashboard/notifications', parent: '/dashboard', standsAlone: true },
  accountSecurity: {
    section: 'Home',
    title: 'Account security',
    path: '/dashboard/account/security',
    parent: '/dashboard',
    standsAlone: true,
  },
  trialBalance: {
    section: 'Reports',
    byEntity: true,
    title: 'Trial balance',
    path: '/dashboard/ledger/reports/trial-balance',
    parent: '/dashboard/ledger/reports',
    standsAlone: true,
  },
  balanceSheet: {
    section: 'Reports',
    byEntity: true,
    title: 'Balance sheet',
    path: '/dashboard/ledger/reports/balance-sheet',
    parent: '/dashboard/ledger/reports',
    standsAlone: true,
  },
  incomeStatement: {
    section: 'Reports',
    byEntity: true,
    title: 'Income statement',
    path: '/dashboard/ledger/reports/income-statement',
    parent: '/dashboard/ledger/reports',
    standsAlone: true,
  },
  cashPosition: {
    section: 'Reports',
    byEntity: true,
    title: 'Cash position',
    path: '/dashboard/ledger/reports/cash-position',
    parent: '/dashboard/ledger/reports',
    standsAlone: true,
  },
  ageing: {
    section: 'Reports',
    byEntity: true,
    title: 'Ageing',
    path: '/dashboard/ledger/reports/ageing',
    parent: '/dashboard/ledger/reports',
    standsAlone: true,
  },
  revaluation: {
    section: 'Reconcile & close',
    title: 'Revaluation',
    path: '/dashboard/period-close/revaluation/$periodId',
    parent: '/dashboard/period-close',
  },
  closeTemplate: {
    section: 'Reconcile & close',
    title: 'Close tasks',
    path: '/dashboard/period-close/tasks',
    parent: '/dashboard/period-close',
    standsAlone: true,
  },
  period: {
    section: 'Reconcile & close',
    byEntity: true,
    title: 'Period',
    path: '/dashboard/period-close/$periodId',
    parent: '/dashboard/period-close',
  },
  yearEnd: {
    section: 'Reconcile & close',
    title: 'Close the year',
    path: '/dashboard/period-close/years',
    parent: '/dashboard/period-close',
    standsAlone: true,
  },
  import: { section: 'Money', title: 'Import', path: '/dashboard/intents/imports/$importId', parent: '/dashboard/intents/imports' },
  webhook: {
    section: 'Settings',
    title: 'Webhook',
    path: '/dashboard/settings/organisation/webhooks/$webhookId',
    parent: '/dashboard/settings/organisation/webhooks',
  },
  account: { section: 'Accounts', title: 'Account', path: '/dashboard/ledger/accounts/$accountId', parent: '/dashboard/ledger/accounts' },
  accountInterest: {
    section: 'Accounts',
    title: 'Interest of an account',
    path: '/dashboard/ledger/accounts/$accountId/interest',
    parent: '/dashboard/ledger/accounts',
  },
  intent: { section: 'Money', title: 'Intent', path: '/dashboard/intents/$intentId', parent: '/dashboard/intents' },
  // Whoever made what waits may look at it, and withdraw it, whatever their role.
  approval: {
    section: 'Money',
    title: 'Approval',
    path: '/dashboard/admin/approvals/$approvalId',
    parent: '/dashboard/admin/approvals',
  },
  adminRecon: {
    section: 'Reconcile & close',
    title: 'Risk & reconciliation',
    path: '/dashboard/admin/recon',
    parent: '/dashboard/risk-recon',
  },
  newParty: {
    section: 'Parties & entities',
    title: 'Create party',
    path: '/dashboard/directory/parties/new',
    parent: '/dashboard/directory/parties',
  },
  partyDetail: {
    section: 'Parties & entities',
    byEntity: true,
    title: 'Party',
    path: '/dashboard/directory/parties/detail',
    parent: '/dashboard/directory/parties',
  },
  party: {
    section: 'Parties & entities',
    byEntity: true,
    title: 'Party',
    path: '/dashboard/directory/parties/$partyId',
    parent: '/dashboard/directory/parties',
  },
  partyStatement: {
    section: 'Parties & entities',
    byEntity: true,
    title: 'Statement of account',
    path: '/dashboard/directory/parties/$partyId/statement',
    parent: '/dashboard/directory/parties',
  },
  newEntity: { section: 'Parties & entities', title: 'New entity', path: '/dashboard/entities/new', parent: '/dashboard/entities' },
  entityMembers: {
    section: 'Parties & entities',
    title: 'Entity members',
    path: '/dashboard/entities/members',
    parent: '/dashboard/entities',
  },
} as const satisfies Readonly<Record<string, Inner>>;

const places = { ...outside, ...inMenu, ...inner };
type Places = typeof places;

/** Every address of the console that is built. */
export const paths = Object.fromEntries(Object.entries(places).map(([name, { path }]) => [name, path])) as {
  readonly [K in keyof Places]: Places[K]['path'];
};

export type Screen = InMenu & { readonly path: (typeof inMenu)[keyof typeof inMenu]['path'] };
export type InnerScreen = Inner & { readonly path: (typeof inner)[keyof typeof inner]['path']; readonly parent: Screen['path'] };

export const screens: readonly Screen[] = Object.values(inMenu);
export const innerScreens: readonly InnerScreen[] = Object.values(inner);

export type Path = (typeof paths)[keyof typeof paths];

/** An address of ours to go on to after sign-in; anything else, above all another site, becomes the overview. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?:dashboard|invite)(?:[/?#]|$)/.test(next) ? next : paths.overview;
