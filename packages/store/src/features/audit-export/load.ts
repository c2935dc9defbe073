import type { DestinationName, ExportDestination } from '@countinghouse/kernel/audit-export/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const destinations = await read<ExportDestination & { name: DestinationName }>(
    'select name, origin, address_id, secret_id from audit_destinations where tenant_id = $1',
  );
  for (const { name, ...destination } of destinations) state.auditExport = { ...state.auditExport, [name]: destination };
};
