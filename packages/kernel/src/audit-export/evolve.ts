import type { EventRows } from '../ledger/slice.ts';
import { type AuditExportEvents, destinationNames } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'audit_export.set': (state, { payload }) => {
    for (const name of destinationNames) {
      const [before, now] = [state.auditExport[name], payload[name]];
      if (before === null || now === null) state.oldExportSecrets.delete(name);
      else if (before.secret_id !== now.secret_id) state.oldExportSecrets.add(name);
    }
    state.auditExport = payload;
  },
  'audit_export.old_secret_ended': (state, { payload }) => {
    state.oldExportSecrets.delete(payload.destination);
  },
} satisfies EventRows<AuditExportEvents>;
