import { Readable } from 'node:stream';
import { events as contract } from '@countinghouse/contract/features/events';
import { nextAt, olderThanOf } from '@countinghouse/contract/fields';
import { formatPosition } from '@countinghouse/store/backup/segments';
import { listEvents } from '@countinghouse/store/features/events/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyRequest } from 'fastify';
import { chooseTenant } from '../../auth/sessions.ts';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { chooseEntity } from '../../route/active-entity.ts';
import { FileAnswer } from '../../route/answers.ts';
import { findCaller } from '../../route/caller.ts';
import { aside, type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { toWireEvent } from '../../wire/event-wire.ts';
import { filterOf } from './filter.ts';
import { tellEvents } from './stream.ts';
import { csvOfTrail, openTrail, pdfOfTrail } from './trail.ts';

export const list = aside(
  contract.list,
  async ({ tenant: { tenant_id }, caller, input, request }, { readerPool }) => {
    const { limit, before: _before, after: _after, ...asked } = input.query;
    const before = olderThanOf(input.query);
    const { events, more } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      // The active entity filters the log of intents; the chain itself is always whole.
      const entityId = asked.type?.startsWith('intent.') ? await chooseEntity(tx, tenant_id, caller.session, request) : null;
      const filter = await filterOf(tx, tenant_id, asked);
      const toSeq = before === null ? filter.toSeq : Math.min(before - 1, filter.toSeq ?? before);
      return listEvents(tx, tenant_id, { ...filter, toSeq, entityId }, { limit, first: 'newest' });
    });
    const last = events.at(-1)?.seq ?? 1;
    return { events: events.map(toWireEvent), next: nextAt(more && last > 1 ? last : null) };
  },
  { ofLog: true },
);

export const exportTrail = aside(contract.export, async ({ tenant, input }, services) => {
  const trail = await openTrail(services, tenant, input.query);
  const name = `audit-trail-${trail.from}-${trail.to}.${input.params.format}`;
  if (input.params.format === 'csv') return new FileAnswer(name, 'text/csv; charset=utf-8', Readable.from(csvOfTrail(trail)));
  return new FileAnswer(name, 'application/pdf', await pdfOfTrail(services, trail));
});

export const stream = handler(contract.stream, async ({ tenant: { tenant_id }, caller, input, request, reply }, services) => {
  const { type, only, seconds } = input.query;
  const typePrefixes = type?.split(',') ?? null;
  const afterSeq = lastSeen(request) ?? input.query.after ?? null;
  const { userId } = caller.session;
  services.openStreams.checkRoom(userId);
  const entityId = typePrefixes?.every((prefix) => prefix.startsWith('intent.'))
    ? await read(services.readerPool, { tenantId: tenant_id }, (tx) => chooseEntity(tx, tenant_id, caller.session, request))
    : null;
  const gone = new AbortController();
  const told = Readable.from(
    tellEvents({
      pool: services.readerPool,
      watch: services.openStreams.watch,
      tenantId: tenant_id,
      afterSeq,
      typePrefixes,
      entityId,
      headsOnly: only === 'heads',
      lifeMs: seconds * 1000,
      signal: AbortSignal.any([gone.signal, services.openStreams.draining]),
      position: async () => {
        const position = await services.reads.position();
        return position === null ? null : formatPosition(position);
      },
      stillMay: () => stillMay(services, request, tenant_id),
    }),
  );
  services.openStreams.add(userId, told);
  // While the next message is waited for nothing is written: only the connection tells that its reader went away.
  reply.raw.once('close', () => gone.abort());
  reply.header('content-type', 'text/event-stream; charset=utf-8');
  // A proxy that gathers what it passes on would hold events back.
  reply.header('x-accel-buffering', 'no');
  return told;
});

/** The seq that a reader who comes back has seen; null where it says nothing. */
function lastSeen(request: FastifyRequest): number | null {
  const said = request.headers['last-event-id'];
  if (said === undefined || said === '') return null;
  const seq = Number(said);
  if (!/^\d{1,16}$/.test(String(said)) || !Number.isSafeInteger(seq))
    throw refuseField('last-event-id', 'Use the id of a message as it came.');
  return seq;
}

/** Whether who reads still has a session, or a key, and a membership in the organisation. */
async function stillMay(services: Services, request: FastifyRequest, tenantId: string): Promise<boolean> {
  try {
    const caller = await findCaller(request, services, { keepsAlive: false });
    if (caller === null) return false;
    // Who switched elsewhere without naming the organisation is told of the new one when they come back.
    return chooseTenant(request, caller.session, caller.memberships).tenant_id === tenantId;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

export const eventsHandlers: readonly Handler[] = [list, exportTrail, stream];
