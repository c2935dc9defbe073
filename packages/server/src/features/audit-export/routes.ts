import { randomUUID } from 'node:crypto';
import {
  ARCHIVE_ADDRESS_SECONDS,
  type AuditExportChange,
  type AuditExportConfig,
  auditExport as contract,
  type DestinationState,
  EXPORT_LISTS,
} from '@countinghouse/contract/features/audit-export';
import type { SetAuditExport } from '@countinghouse/kernel/audit-export/commands';
import { type DestinationName, destinationNames } from '@countinghouse/kernel/audit-export/events';
import { listActivity, listDeadLetters } from '@countinghouse/store/features/audit-export/reads';
import { insertActivity, reportTaken } from '@countinghouse/store/features/audit-export/writes';
import { findLatestPosition } from '@countinghouse/store/features/events/reads';
import { updateCursorsToTry } from '@countinghouse/store/outbound/cursors';
import { deleteSent } from '@countinghouse/store/outbound/endpoints';
import { read } from '@countinghouse/store/reader';
import type { Statement } from '@countinghouse/store/sql/statement';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { endpointOutlet, oldSecretUntil, progressOf } from '../../outbound/endpoint.ts';
import { type DestinationRow, noteConfigured, readDestinations, sendLettersAgain } from '../../outbound/endpoint-acts.ts';
import { Exporter } from '../../outbound/exporter.ts';
import { FileAnswer } from '../../route/answers.ts';
import { writtenCount } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { push } from './run.ts';

const MASK_SHOWS = 4;

export const config = handler(contract.config, async ({ tenant: { tenant_id } }, services) => toConfig(await knownOf(services, tenant_id)));

export const configure = handler(contract.configure, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const known = await knownOf(services, tenant_id);
  const { change, keep } = await changeOf(services, tenant_id, known, body);
  const changed = writtenCount(await services.ledger.submit(tenant_id, { type: 'audit_export.set', actor, change }, keep)) > 0;
  const now = await knownOf(services, tenant_id);
  if (changed) {
    await noteConfigured(services, tenant_id, actor.id);
    await updateCursorsToTry(services.writerPool, tenant_id, destinationNames);
    services.grownLogs.note(tenant_id);
  }
  return toConfig(now);
});

export const run = handler(contract.run, async ({ tenant: { tenant_id }, caller: { actor } }, services) => {
  const { writerPool } = services;
  const rows = await readDestinations(services, tenant_id);
  if (rows.length === 0) throw new Refusal('NO_DESTINATION');
  const exporter = new Exporter(services, endpointOutlet(services));
  const destinations = await Promise.all(
    rows.map(async ({ id }) => {
      const error = await push(exporter, tenant_id, id);
      const told = await reportTaken(writerPool, tenant_id, id);
      return { destination: id, exported: told?.exported ?? 0, lastSeq: told?.last_seq ?? 0, error };
    }),
  );
  const { exported = 0, lastSeq = 0, error = null } = destinations[0] ?? {};
  await insertActivity(writerPool, tenant_id, { kind: 'run', actor_id: actor.id, seq: lastSeq, events: exported, detail: error });
  return { exported, lastSeq, destinations };
});

export const archive = handler(
  contract.archive,
  async ({ tenant: { tenant_id }, caller: { actor } }, { readerPool, writerPool, presigned }) => {
    const head = await read(readerPool, { tenantId: tenant_id }, (tx) => findLatestPosition(tx, tenant_id));
    // An organisation has events from its first moment.
    if (head === null) throw new Refusal('NOT_FOUND');
    const path = contract.download.path.replace(':tenant_id', tenant_id).replace(':seq', String(head.seq));
    const nowMs = Date.now();
    const uploadUrl = presigned.sign('GET', path, ARCHIVE_ADDRESS_SECONDS, nowMs);
    await insertActivity(writerPool, tenant_id, { kind: 'archive_prepared', actor_id: actor.id, seq: head.seq });
    return { count: head.seq, path, uploadUrl, expires_at: new Date(nowMs + ARCHIVE_ADDRESS_SECONDS * 1000).toISOString() };
  },
);

export const download = handler(contract.download, async ({ request, input: { params, query } }, { presigned, archives }) => {
  presigned.check('GET', request.url.split('?')[0] ?? '', query);
  const name = `countinghouse-${params.tenant_id}-${params.seq}.jsonl.gz`;
  return new FileAnswer(name, contract.download.file, archives.stream(params.tenant_id, params.seq));
});

export const status = reading(contract.status, async ({ tenant: { tenant_id } }, services) => {
  const destinations = (await readDestinations(services, tenant_id)).map(toState);
  return read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
    const letters = await listDeadLetters(tx, tenant_id, EXPORT_LISTS.deadLetters);
    return {
      destinations,
      dead_letters: letters.map(({ resend_at, ...letter }) => ({ ...letter, resending: resend_at !== null })),
      activity: [...(await listActivity(tx, tenant_id, EXPORT_LISTS.activity))],
    };
  });
});

export const resend = handler(contract.resend, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const { destination, seq = null } = body;
  const queued = await sendLettersAgain(services, { tenantId: tenant_id, id: destination, actorId: actor.id }, seq);
  if (queued === 0) throw new Refusal('NOT_FOUND', seq === null ? { destination } : { destination, seq });
  return { queued };
});

interface Known {
  readonly row: DestinationRow;
  readonly url: string;
  readonly secret: string;
}
type KnownDestinations = Readonly<Partial<Record<DestinationName, Known>>>;

async function knownOf(services: Services, tenantId: string): Promise<KnownDestinations> {
  const { keptTexts } = services;
  const rows = await readDestinations(services, tenantId);
  const known = await Promise.all(
    rows.map(async (row): Promise<[DestinationName, Known]> => {
      const url = await keptTexts.read(tenantId, 'webhook-address', row.address_id);
      const secret = await keptTexts.read(tenantId, 'webhook-secret', row.secret_id);
      return [row.id, { row, url, secret }];
    }),
  );
  return Object.fromEntries(known);
}

const maskOf = (secret: string | undefined): string | null => (secret === undefined ? null : `••••${secret.slice(-MASK_SHOWS)}`);

const toConfig = ({ primary, secondary }: KnownDestinations): AuditExportConfig => ({
  webhook_url: primary?.url ?? null,
  secret_mask: maskOf(primary?.secret),
  secondary_url: secondary?.url ?? null,
  secondary_secret_mask: maskOf(secondary?.secret),
});

const fields = {
  primary: { address: 'webhookUrl', secret: 'secret' },
  secondary: { address: 'secondaryUrl', secret: 'secondarySecret' },
} as const satisfies Readonly<Record<DestinationName, { address: keyof AuditExportChange; secret: keyof AuditExportChange }>>;

/** The command, and what is to be kept beside it. What is written as before keeps its name, so that nothing is said to have changed. */
async function changeOf(
  { egress, keptTexts }: Services,
  tenantId: string,
  known: KnownDestinations,
  body: AuditExportChange,
): Promise<{ readonly change: SetAuditExport['change']; readonly keep: readonly Statement[] }> {
  const keep: Statement[] = [];
  const change: { [N in DestinationName]?: SetAuditExport['change'][N] } = {};
  for (const name of destinationNames) {
    const { address, secret: secretField } = fields[name];
    const before = known[name];
    const secret = body[secretField] ?? '';
    const url = body[address] === undefined ? (before?.url ?? (secret === '' ? undefined : '')) : (body[address] ?? '');
    if (url === undefined || (body[address] === undefined && secret === '')) continue;
    if (url === '') {
      if (secret !== '') throw refuseField(address, 'Give the address that this secret is for.');
      change[name] = null;
      if (before !== undefined) keep.push(...deleteSent(tenantId, name));
      continue;
    }
    const fault = url === before?.url ? null : egress.faultOf(url);
    if (fault !== null) throw refuseField(address, fault);
    if (secret === '' && before === undefined)
      throw new Refusal('MISSING_FIELDS', [{ path: secretField, message: 'Give a secret: nothing is sent unsigned.' }]);
    // What an older server left of one that was there before.
    if (before === undefined) keep.push(...deleteSent(tenantId, name));
    const addressId = url === before?.url ? before.row.address_id : randomUUID();
    if (addressId !== before?.row.address_id) keep.push(await keptTexts.keep(tenantId, 'webhook-address', addressId, url));
    const isNew = secret !== '' && secret !== before?.secret;
    const secretId = isNew ? randomUUID() : null;
    if (secretId !== null) keep.push(await keptTexts.keep(tenantId, 'webhook-secret', secretId, secret));
    change[name] = { origin: new URL(url).origin, addressId, secretId };
  }
  return { change, keep };
}

const toState = (row: DestinationRow): DestinationState => ({
  destination: row.id,
  origin: row.origin,
  ...progressOf(row),
  rotates_until: oldSecretUntil(row),
});

export const auditExportHandlers: readonly Handler[] = [config, configure, run, archive, download, status, resend];
