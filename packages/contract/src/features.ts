// The census of features: every stem and the cells of the grid it fills. `npm run tidy` checks that each cell exists.

export type Cell = 'contract' | 'kernel' | 'store' | 'server' | 'console' | 'cli' | 'e2e';

export const features: Readonly<Record<string, readonly Cell[]>> = {
  auth: ['contract', 'server', 'console'],
  tenants: ['contract', 'kernel', 'store', 'server', 'console'],
  people: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  settings: ['contract', 'kernel', 'store', 'server', 'console'],
  entities: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  parties: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  branding: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  diagnostics: ['contract', 'server', 'console'],
  accounts: ['contract', 'kernel', 'store', 'server', 'console'],
  statements: ['contract', 'store', 'server', 'console', 'e2e'],
  'gl-accounts': ['contract', 'kernel', 'store', 'server', 'console'],
  balances: ['contract', 'store', 'server', 'console'],
  reports: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  intents: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  holds: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  templates: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  schedules: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  imports: ['contract', 'store', 'server', 'console', 'e2e'],
  attachments: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  periods: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  events: ['contract', 'store', 'server', 'console'],
  health: ['contract', 'store', 'server', 'console'],
  snapshots: ['contract', 'kernel', 'store', 'server', 'console'],
  currencies: ['contract', 'kernel', 'store', 'server', 'console'],
  fx: ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
  'signing-keys': ['contract', 'kernel', 'store', 'server', 'console', 'e2e'],
};
