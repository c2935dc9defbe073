// What people do with endpoints by the calls of either feature. The audit export has a log of it.

import { type DestinationName, isDestination } from '@countinghouse/kernel/audit-export/events';
import { insertActivity } from '@countinghouse/store/features/audit-export/writes';
import { updateDeadLettersToResend } from '@countinghouse/store/outbound/dead-letters';
import { type EndpointRow, listEndpoints } from '@countinghouse/store/outbound/endpoints';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'grownLogs'>;

interface Asked {
  readonly tenantId: string;
  /** Of the endpoint. */
  readonly id: string;
  readonly actorId: string;
}

/** Marks dead letters to be sent again: one, or all of them (null). Answers how many. */
export async function sendLettersAgain(services: Needs, asked: Asked, seq: number | null): Promise<number> {
  const { tenantId, id } = asked;
  const queued = await updateDeadLettersToResend(services.writerPool, tenantId, id, seq);
  if (queued > 0) await noteAgain(services, asked, { seq, events: queued });
  services.grownLogs.note(tenantId);
  return queued;
}

/** Somebody asked for events to be sent again: the one that is named, or several. */
export async function noteAgain(
  { writerPool }: Pick<Needs, 'writerPool'>,
  { tenantId, id, actorId }: Asked,
  what: { readonly seq: number | null; readonly events: number },
): Promise<void> {
  if (isDestination(id)) await insertActivity(writerPool, tenantId, { kind: 'resend', actor_id: actorId, destination: id, ...what });
}

export type DestinationRow = EndpointRow & { readonly id: DestinationName };

/** The endpoints of the audit export, the primary one first. */
export async function readDestinations({ readerPool }: Pick<Needs, 'readerPool'>, tenantId: string): Promise<readonly DestinationRow[]> {
  const rows = await read(readerPool, { tenantId }, (tx) => listEndpoints(tx, tenantId));
  return rows.filter((row): row is DestinationRow => isDestination(row.id));
}

/** Somebody changed where the log is sent, or what it is signed with. */
export async function noteConfigured(services: Needs, tenantId: string, actorId: string): Promise<void> {
  const rows = await readDestinations(services, tenantId);
  const detail = rows.map(({ id, origin }) => `${id}: ${origin}`).join(', ') || 'nowhere';
  await insertActivity(services.writerPool, tenantId, { kind: 'configured', actor_id: actorId, detail });
}
