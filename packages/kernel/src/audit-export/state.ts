import { type AuditExportSet, noDestinations } from './events.ts';
/** What the state of an organisation keeps of it. */
export interface AuditExportPart {
  auditExport: AuditExportSet;
}

export const auditExportPart = (): AuditExportPart => ({
  auditExport: noDestinations,
});
