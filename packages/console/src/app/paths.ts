/** Every address of the console that is built. Links are made from here, never from literals. */
export const paths = {
  signIn: '/sign-in',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  invite: '/invite',
  overview: '/dashboard',
  health: '/dashboard/health',
  intents: '/dashboard/intents',
  postIntent: '/dashboard/intents/post',
  balances: '/dashboard/balances',
  ledger: '/dashboard/ledger',
  accounts: '/dashboard/ledger/accounts',
  fx: '/dashboard/ledger/fx',
  glAccounts: '/dashboard/ledger/gl-accounts',
  reports: '/dashboard/ledger/reports',
  trialBalance: '/dashboard/ledger/reports/trial-balance',
  balanceSheet: '/dashboard/ledger/reports/balance-sheet',
  incomeStatement: '/dashboard/ledger/reports/income-statement',
  cashPosition: '/dashboard/ledger/reports/cash-position',
  balancesByGl: '/dashboard/ledger/reports/balances-by-gl',
  events: '/dashboard/events',
  snapshots: '/dashboard/snapshots',
  parties: '/dashboard/directory/parties',
  newParty: '/dashboard/directory/parties/new',
  partyDetail: '/dashboard/directory/parties/detail',
  party: '/dashboard/directory/parties/$partyId',
  entities: '/dashboard/entities',
  newEntity: '/dashboard/entities/new',
  entityMembers: '/dashboard/entities/members',
  portal: '/dashboard/portal',
  admin: '/dashboard/admin',
  adminSettings: '/dashboard/admin/settings',
  branding: '/dashboard/admin/branding',
  currencies: '/dashboard/admin/currencies',
  diagnostics: '/dashboard/admin/diagnostics',
  profile: '/dashboard/settings/organisation/profile',
  people: '/dashboard/settings/organisation/people',
  danger: '/dashboard/settings/organisation/danger',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

/** An address of ours to go on to after sign-in; anything else, above all another site, becomes the overview. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?:dashboard|invite)(?:[/?#]|$)/.test(next) ? next : paths.overview;
