import { accessReviews as contract, type Right } from '@countinghouse/contract/features/access-reviews';
import { type AccessFact, type Right as HeldRight, rightsAt } from '@countinghouse/kernel/access-reviews/rights';
import { unmarkPayload } from '@countinghouse/kernel/api-keys/mark';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { type AccessEventRow, listAccessEvents } from '@countinghouse/store/features/access-reviews/reads';
import { read } from '@countinghouse/store/reader';
import { findKnownPeople, nameOfServiceAccount } from '../../auth/known-people.ts';
import { csvOf } from '../../documents/csv.ts';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { FileAnswer } from '../../route/answers.ts';
import { findKnown } from '../../route/as-of.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

interface Review {
  readonly on: string;
  readonly seq: number;
  readonly event_hash: string;
  readonly rights: Right[];
}

const columns = ['kind', 'holder', 'right', 'object', 'in_force', 'since', 'event', 'given_by', 'until', 'networks'] as const;

export const get = handler(contract.get, ({ tenant, input }, services) => review(services, tenant.tenant_id, input.query.on));

export const csv = handler(contract.csv, async ({ tenant, input }, services) => {
  const { on, rights } = await review(services, tenant.tenant_id, input.query.on);
  const lines = rights.map((r) => [
    r.kind,
    holderOf(r),
    r.right,
    r.object,
    r.in_force ? 'yes' : 'no',
    r.since,
    { figure: String(r.seq) },
    r.given_by_email ?? programOf(r.given_by_service_account) ?? r.given_by,
    r.until ?? '',
    r.networks.join(' '),
  ]);
  return new FileAnswer(`access-review-${on}.csv`, contract.csv.file, csvOf([columns, ...lines]));
});

const programOf = (name: string | null): string | null => (name === null ? null : nameOfServiceAccount(name));
const holderOf = (r: Right): string => (r.user_id === null ? 'the system' : (r.user_email ?? programOf(r.service_account) ?? r.user_id));

function toFact({ seq, event_type, event_ts, actor_id, payload }: AccessEventRow): AccessFact {
  const { payload: stored } = unmarkPayload(JSON.parse(payload) as JsonObject);
  return { type: event_type, seq, eventTs: event_ts, actorId: actor_id, payload: stored as unknown as AccessFact['payload'] };
}

const toWire = (held: HeldRight, emailOf: (id: string | null) => string | null): Right => ({
  kind: held.kind,
  user_id: held.userId,
  user_email: emailOf(held.userId),
  service_account: held.serviceAccount,
  right: held.right,
  object: held.object,
  object_id: held.objectId,
  in_force: held.inForce,
  since: held.since,
  seq: held.seq,
  given_by: held.givenBy,
  given_by_email: emailOf(held.givenBy),
  given_by_service_account: held.givenByServiceAccount,
  until: held.until,
  networks: [...held.networks],
});

async function review(services: Services, tenantId: string, asked: string | undefined): Promise<Review> {
  const now = services.clock.now();
  const today = now.slice(0, 10);
  const on = asked ?? today;
  if (on > today) throw refuseField('on', 'Use today or a day in the past.');
  const at = on === today ? now : `${on}T23:59:59.999999Z`;
  const { known, rows } = await read(services.readerPool, { tenantId }, async (tx) => {
    const found = await findKnown(tx, tenantId, on === today ? {} : { known_at: at });
    // Nobody held anything in an organisation that was not there yet.
    if (found.seq === 0) throw new Refusal('NOT_FOUND');
    return { known: found, rows: await listAccessEvents(tx, tenantId, found.seq) };
  });
  const rights = rightsAt(rows.map(toFact), at);
  const people = await findKnownPeople(services, tenantId, [...new Set(rights.flatMap((r) => [r.userId ?? [], r.givenBy].flat()))]);
  const emailOf = (id: string | null): string | null => (id === null ? null : people.get(id)?.email || null);
  return { on, seq: known.seq, event_hash: known.event_hash, rights: rights.map((right) => toWire(right, emailOf)) };
}

export const accessReviewsHandlers: readonly Handler[] = [get, csv];
