import type { CommandRows } from '../ledger/slice.ts';
import type { AuditExportCommand } from './commands.ts';
import { decideEndOldExportSecret, decideRotateExportSecret, decideSetAuditExport } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'audit_export.set': { decide: decideSetAuditExport, grant: 'none' },
  'audit_export.rotate_secret': { decide: decideRotateExportSecret, grant: 'none' },
  'audit_export.end_old_secret': { decide: decideEndOldExportSecret, grant: 'none' },
} satisfies CommandRows<AuditExportCommand>;

export const auditExport = { commands, events: evolve };
