import type { EventRows } from '../ledger/slice.ts';
import type { AuditExportEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'audit_export.set': (state, { payload }) => {
    state.auditExport = payload;
  },
} satisfies EventRows<AuditExportEvents>;
