// The screens that are reached from another one: where palette, breadcrumbs and titles have them.
import type { Named } from './screen.ts';

/** Reached from another one and not in the menu. */
export interface Inner extends Named {
  readonly parent: string;
  /** Makes sense without a row that it is of: the palette offers it. */
  readonly standsAlone?: true;
}

export const inner = {
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
    byEntity: true,
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
    title: 'Party detail',
    path: '/dashboard/directory/parties/detail',
    parent: '/dashboard/directory/parties',
  },
  party: {
    section: 'Parties & entities',
    byEntity: true,
    title: 'Party detail',
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
