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
import {
  type DestinationRow,
  listActivity,
  listDeadLetters,
  listDestinations,
  listProgress,
  type ProgressRow,
} from '@countinghouse/store/features/audit-export/reads';
import { insertActivity, reportTaken } from '@countinghouse/store/features/audit-export/writes';
import { findLatestPosition } from '@countinghouse/store/features/events/reads';
import { updateCursorsToTry } from '@countinghouse/store/outbound/cursors';
import { updateDeadLettersToResend } from '@countinghouse/store/outbound/dead-letters';
import { read } from '@countinghouse/store/reader';
import type { Statement } from '@countinghouse/store/sql/statement';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { Exporter } from '../../outbound/exporter.ts';
import { FileAnswer } from '../../route/answers.ts';
import { writtenCount } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { destinationOutlet, ROTATION_MS } from './outlet.ts';
import { push } from './run.ts';

const MASK_SHOWS = 4;

export const config = handler(contract.config, async ({ tenant: { tenant_id } }, services) => toConfig(await knownOf(services, tenant_id)));

export const configure = handler(contract.configure, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const known = await knownOf(services, tenant_id);
  const { change, keep } = await changeOf(services, tenant_id, known, body);
  const changed = writtenCount(await services.ledger.submit(tenant_id, { type: 'audit_export.set', actor, change }, keep)) > 0;
  const now = await knownOf(services, tenant_id);
  if (changed) {
    await insertActivity(services.writerPool, tenant_id, { kind: 'configured', actor_id: actor.id, detail: originsOf(now) });
    await updateCursorsToTry(services.writerPool, tenant_id, destinationNames);
    services.grownLogs.note(tenant_id);
  }
  return toConfig(now);
});

export const run = handler(contract.run, async ({ tenant: { tenant_id }, caller: { actor } }, services) => {
  const { readerPool, writerPool } = services;
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listDestinations(tx, tenant_id));
  if (rows.length === 0) throw new Refusal('NO_DESTINATION');
  const exporter = new Exporter(services, destinationOutlet(services));
  const destinations = await Promise.all(
    rows.map(async ({ name }) => {
      const error = await push(exporter, tenant_id, name);
      const told = await reportTaken(writerPool, tenant_id, name);
      return { destination: name, exported: told?.exported ?? 0, lastSeq: told?.last_seq ?? 0, error };
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

export const status = reading(contract.status, ({ tenant: { tenant_id } }, { readerPool }) =>
  read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const destinations = await listProgress(tx, tenant_id);
    const letters = await listDeadLetters(tx, tenant_id, EXPORT_LISTS.deadLetters);
    return {
      destinations: destinations.map(toState),
      dead_letters: letters.map(({ resend_at, ...letter }) => ({ ...letter, resending: resend_at !== null })),
      activity: [...(await listActivity(tx, tenant_id, EXPORT_LISTS.activity))],
    };
  }),
);

export const resend = handler(
  contract.resend,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, { writerPool, grownLogs }) => {
    const { destination, seq = null } = body;
    const queued = await updateDeadLettersToResend(writerPool, tenant_id, destination, seq);
    if (queued === 0) throw new Refusal('NOT_FOUND', seq === null ? { destination } : { destination, seq });
    await insertActivity(writerPool, tenant_id, { kind: 'resend', actor_id: actor.id, destination, seq, events: queued });
    grownLogs.note(tenant_id);
    return { queued };
  },
);

interface Known {
  readonly row: DestinationRow;
  readonly url: string;
  readonly secret: string;
}
type KnownDestinations = Readonly<Partial<Record<DestinationName, Known>>>;

async function knownOf({ readerPool, keptTexts }: Services, tenantId: string): Promise<KnownDestinations> {
  const rows = await read(readerPool, { tenantId }, (tx) => listDestinations(tx, tenantId));
  const known = await Promise.all(
    rows.map(async (row): Promise<[DestinationName, Known]> => {
      const url = await keptTexts.read(tenantId, 'webhook-address', row.address_id);
      const secret = await keptTexts.read(tenantId, 'webhook-secret', row.secret_id);
      return [row.name, { row, url, secret }];
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

const originsOf = (known: KnownDestinations): string =>
  destinationNames.flatMap((name) => (known[name] === undefined ? [] : [`${name}: ${known[name].row.origin}`])).join(', ') || 'nowhere';

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
      continue;
    }
    const fault = url === before?.url ? null : egress.faultOf(url);
    if (fault !== null) throw refuseField(address, fault);
    if (secret === '' && before === undefined)
      throw new Refusal('MISSING_FIELDS', [{ path: secretField, message: 'Give a secret: nothing is sent unsigned.' }]);
    const addressId = url === before?.url ? before.row.address_id : randomUUID();
    if (addressId !== before?.row.address_id) keep.push(await keptTexts.keep(tenantId, 'webhook-address', addressId, url));
    const isNew = secret !== '' && secret !== before?.secret;
    const secretId = isNew ? randomUUID() : null;
    if (secretId !== null) keep.push(await keptTexts.keep(tenantId, 'webhook-secret', secretId, secret));
    change[name] = { origin: new URL(url).origin, addressId, secretId };
  }
  return { change, keep };
}

function toState(row: ProgressRow): DestinationState {
  const backlog = row.head_seq - row.acknowledged_seq;
  const isStopped = row.next_try_at === 'infinity';
  const rotatesMs = Date.parse(row.secret_set_at) + ROTATION_MS;
  return {
    destination: row.name,
    origin: row.origin,
    state: isStopped ? 'stopped' : row.failing_since !== null ? 'waiting' : backlog > 0 ? 'sending' : 'current',
    acknowledged_seq: row.acknowledged_seq,
    head_seq: row.head_seq,
    backlog,
    attempts: row.attempts,
    next_try_at: isStopped || row.failing_since === null ? null : row.next_try_at,
    failing_since: row.failing_since,
    last_error: row.last_error,
    last_taken_at: row.last_taken_at,
    rotates_until: row.old_secret_id !== null && Date.now() < rotatesMs ? new Date(rotatesMs).toISOString() : null,
    dead_letters: row.dead_letters,
  };
}

export const auditExportHandlers: readonly Handler[] = [config, configure, run, archive, download, status, resend];
