import type { CommandRows } from '../ledger/slice.ts';
import type { TenantCommand } from './commands.ts';
import { decideArchiveTenant, decideCreateTenant, decideDeactivateTenant, decideReactivateTenant, decideRenameTenant } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'tenant.create': { decide: decideCreateTenant, grant: 'none' },
  'tenant.rename': { decide: decideRenameTenant, grant: 'none' },
  'tenant.deactivate': { decide: decideDeactivateTenant, grant: 'none' },
  'tenant.reactivate': { decide: decideReactivateTenant, grant: 'none' },
  'tenant.archive': { decide: decideArchiveTenant, grant: 'none' },
} satisfies CommandRows<TenantCommand>;

export const tenants = { commands, events: evolve };
