import { type AuditExportSet, type DestinationName, noDestinations } from './events.ts';

/** What the state of an organisation keeps of it. */
export interface AuditExportPart {
  auditExport: AuditExportSet;
  /** Those that have a secret before the present one that was not ended. */
  readonly oldExportSecrets: Set<DestinationName>;
}

export const auditExportPart = (): AuditExportPart => ({
  auditExport: noDestinations,
  oldExportSecrets: new Set(),
});
