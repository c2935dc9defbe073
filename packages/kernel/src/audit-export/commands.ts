import type { Actor } from '../ledger/actor.ts';
import type { DestinationName } from './events.ts';

export interface SetAuditExport {
  readonly type: 'audit_export.set';
  readonly actor: Actor;
  /** null takes a destination away; one that is absent stays as it is. */
  readonly change: Partial<Readonly<Record<DestinationName, NewDestination | null>>>;
}

/** A destination as it is to be; without a secret the one that it has stays. */
export interface NewDestination {
  readonly origin: string;
  readonly addressId: string;
  readonly secretId: string | null;
}

export interface RotateExportSecret {
  readonly type: 'audit_export.rotate_secret';
  readonly actor: Actor;
  readonly destination: DestinationName;
  readonly secretId: string;
}

export interface EndOldExportSecret {
  readonly type: 'audit_export.end_old_secret';
  readonly actor: Actor;
  readonly destination: DestinationName;
}

export type AuditExportCommand = SetAuditExport | RotateExportSecret | EndOldExportSecret;
