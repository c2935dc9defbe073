/** Where the log is sent. The whole address and the secret are kept beside the log under these names: both may open a door. */
export type ExportDestination = {
  /** Scheme, host and port of the address. */
  readonly origin: string;
  readonly address_id: string;
  readonly secret_id: string;
};

export const destinationNames = ['primary', 'secondary'] as const;
export type DestinationName = (typeof destinationNames)[number];
export const isDestination = (id: string): id is DestinationName => (destinationNames as readonly string[]).includes(id);

/** Both destinations, whole: what did not change is repeated. There is a secondary only beside a primary. */
export type AuditExportSet = Readonly<Record<DestinationName, ExportDestination | null>>;

/** The secret before the present one signs no more. */
export type OldExportSecretEnded = { readonly destination: DestinationName };

export interface AuditExportEvents {
  readonly 'audit_export.set': AuditExportSet;
  readonly 'audit_export.old_secret_ended': OldExportSecretEnded;
}

export const noDestinations: AuditExportSet = { primary: null, secondary: null };
