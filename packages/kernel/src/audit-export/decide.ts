import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { EndOldExportSecret, RotateExportSecret, SetAuditExport } from './commands.ts';
import { type DestinationName, destinationNames, type ExportDestination } from './events.ts';

/** What the console calls the fields of a destination. */
const fields = {
  primary: { address: 'webhookUrl', secret: 'secret' },
  secondary: { address: 'secondaryUrl', secret: 'secondarySecret' },
} as const satisfies Record<DestinationName, unknown>;

/**
 * Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR for a destination without a secret, or a secondary one
 * without a primary. Nothing is written where nothing changes.
 */
export function decideSetAuditExport(state: TenantState, { actor, change }: SetAuditExport): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const now = state.auditExport;
  const next: Record<DestinationName, ExportDestination | null> = { ...now };
  for (const name of destinationNames) {
    const given = change[name];
    if (given === undefined) continue;
    if (given === null) {
      next[name] = null;
      continue;
    }
    const secretId = given.secretId ?? now[name]?.secret_id;
    if (secretId === undefined) return refuseField(fields[name].secret, 'Give a secret: nothing is sent unsigned.');
    next[name] = { origin: given.origin, address_id: given.addressId, secret_id: secretId };
  }
  if (next.secondary !== null && next.primary === null)
    return refuseField(fields.primary.address, 'Give the primary address: the secondary one is beside it.');
  return destinationNames.every((name) => isSame(now[name], next[name])) ? append() : append({ type: 'audit_export.set', payload: next });
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND for a destination that is not set. */
export function decideRotateExportSecret(state: TenantState, { actor, destination, secretId }: RotateExportSecret): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const now = state.auditExport[destination];
  if (now === null) return refuse('NOT_FOUND');
  return append({ type: 'audit_export.set', payload: { ...state.auditExport, [destination]: { ...now, secret_id: secretId } } });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND. Without an old secret nothing changes. */
export function decideEndOldExportSecret(state: TenantState, { actor, destination }: EndOldExportSecret): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  if (state.auditExport[destination] === null) return refuse('NOT_FOUND');
  return state.oldExportSecrets.has(destination) ? append({ type: 'audit_export.old_secret_ended', payload: { destination } }) : append();
}

const isSame = (a: ExportDestination | null, b: ExportDestination | null): boolean =>
  a?.address_id === b?.address_id && a?.secret_id === b?.secret_id;
