// Every route there is: what the server registers, the reference lists, and the tests walk.
import { accounts } from './features/accounts.ts';
import { approvals } from './features/approvals.ts';
import { attachments } from './features/attachments.ts';
import { auth } from './features/auth.ts';
import { balances } from './features/balances.ts';
import { branding } from './features/branding.ts';
import { controls } from './features/controls.ts';
import { currencies } from './features/currencies.ts';
import { diagnostics } from './features/diagnostics.ts';
import { entities } from './features/entities.ts';
import { events } from './features/events.ts';
import { fx } from './features/fx.ts';
import { glAccounts } from './features/gl-accounts.ts';
import { health } from './features/health.ts';
import { holds } from './features/holds.ts';
import { imports } from './features/imports.ts';
import { intents } from './features/intents.ts';
import { limits } from './features/limits.ts';
import { parties } from './features/parties.ts';
import { people } from './features/people.ts';
import { periods } from './features/periods.ts';
import { reports } from './features/reports.ts';
import { schedules } from './features/schedules.ts';
import { settings } from './features/settings.ts';
import { snapshots } from './features/snapshots.ts';
import { statements } from './features/statements.ts';
import { templates } from './features/templates.ts';
import { tenants } from './features/tenants.ts';
import type { RouteDef } from './wire.ts';

export const routes: Readonly<Record<string, Readonly<Record<string, RouteDef>>>> = {
  auth,
  tenants,
  people,
  settings,
  entities,
  parties,
  branding,
  diagnostics,
  accounts,
  statements,
  'gl-accounts': glAccounts,
  balances,
  reports,
  intents,
  approvals,
  holds,
  templates,
  schedules,
  imports,
  attachments,
  periods,
  events,
  health,
  snapshots,
  currencies,
  fx,
  limits,
  controls,
};
