/** Where the log is sent. The whole address and the secret are kept beside the log under these names: both may open a door. */
export type ExportDestination = {
  /** Scheme, host and port of the address. */
  readonly origin: string;
  readonly address_id: string;
  readonly secret_id: string;
};

export const destinationNames = ['primary', 'secondary'] as const;
export type DestinationName = (typeof destinationNames)[number];

/** Both destinations, whole: what did not change is repeated. There is a secondary only beside a primary. */
export type AuditExportSet = Readonly<Record<DestinationName, ExportDestination | null>>;

export interface AuditExportEvents {
  readonly 'audit_export.set': AuditExportSet;
}

export const noDestinations: AuditExportSet = { primary: null, secondary: null };
