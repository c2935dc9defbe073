import type { DestinationName, ExportDestination } from '@countinghouse/kernel/audit-export/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const destinations = await read<ExportDestination & { name: DestinationName; has_old_secret: boolean }>(
    'select name, origin, address_id, secret_id, old_secret_id is not null as has_old_secret from audit_destinations where tenant_id = $1',
  );
  for (const { name, has_old_secret, ...destination } of destinations) {
    state.auditExport = { ...state.auditExport, [name]: destination };
    if (has_old_secret) state.oldExportSecrets.add(name);
  }
};
