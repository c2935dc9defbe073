import type { CommandRows } from '../ledger/slice.ts';
import type { AuditExportCommand } from './commands.ts';
import { decideSetAuditExport } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'audit_export.set': { decide: decideSetAuditExport, grant: 'none' },
} satisfies CommandRows<AuditExportCommand>;

export const auditExport = { commands, events: evolve };
