import { randomUUID } from 'node:crypto';
import { webhooks } from '@countinghouse/contract/features/webhooks';
import { isEmpty, none } from './body-books.ts';
import { type Books, inOwn, nothing, testServer } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const MADE_MAX = 10;
/** Nothing is sent there: it is not enabled. */
const endpoint = () => ({ name: randomUUID(), url: `https://hooks.example.com/${randomUUID()}`, enabled: false });
/** Nobody listens there. */
const unheard = () => ({ ...endpoint(), url: 'http://127.0.0.1:1/' });
async function endpointOf(o: Pick<Books, 'owner' | 'tenantId'>): Promise<string> {
  await makeRoom(o);
  return (await o.owner.call(webhooks.create, { body: endpoint() }, inOwn(o))).body.webhook.id;
}
/** One for each organisation: there may be twenty at most. */
const known = new Map<string, Promise<string>>();
/** Takes those away that were made one after the other, before there are as many as there may be. */
async function makeRoom(o: Pick<Books, 'owner' | 'tenantId'>): Promise<string> {
  const all = (await o.owner.call(webhooks.list, undefined, inOwn(o))).body.webhooks.filter(({ purpose }) => purpose === 'events');
  const kept = await known.get(o.tenantId);
  const spare = all.length < MADE_MAX ? [] : all.filter(({ id }) => id !== kept);
  for (const { id } of spare) await o.owner.call(webhooks.remove, { params: { id } }, inOwn(o));
  return '';
}
function anEndpointOf(o: Pick<Books, 'owner' | 'tenantId'>): Promise<string> {
  const id = known.get(o.tenantId) ?? o.owner.call(webhooks.create, { body: unheard() }, inOwn(o)).then(({ body }) => body.webhook.id);
  known.set(o.tenantId, id);
  return id;
}
const testOf = async (o: Books) => {
  const id = await anEndpointOf(o);
  const { delivery } = (await o.owner.call(webhooks.test, { params: { id } }, inOwn(o))).body;
  return { id, delivery_id: delivery.id };
};
/** No replay of it waits. */
async function atRestOf(o: Books): Promise<string> {
  const id = await anEndpointOf(o);
  await testServer.opened.loginPool.query('delete from outbound_replays where tenant_id = $1', [o.tenantId]);
  return id;
}

const own = { own: async (o: Books) => ({ params: { id: await anEndpointOf(o) } }) };
const ofAnother = (_o: Books, _of: unknown, id: string) => [[{ params: { id } }, 'NOT_FOUND']] as const;
const row = { ...own, naming: ofAnother };
const stretch = { from_seq: 1, to_seq: 1 };
/** A dead letter of event 1. */
async function letterOf(o: Books): Promise<string> {
  const id = await anEndpointOf(o);
  await testServer.opened.loginPool.query(
    `insert into audit_dead_letters (tenant_id, destination, seq, attempts, last_error) values ($1, $2, 1, 1, 'x')
     on conflict (tenant_id, destination, seq) do update set resend_at = null`,
    [o.tenantId, id],
  );
  return id;
}

export const walk: Walk = {
  object: anEndpointOf,
  isolation: {
    list: nothing,
    create: { own: () => ({ body: endpoint() }) },
    get: row,
    change: {
      own: async (o) => ({ params: { id: await anEndpointOf(o) }, body: { enabled: false } }),
      naming: (_o, _of, id) => [[{ params: { id }, body: { enabled: false } }, 'NOT_FOUND']],
    },
    remove: { own: async (o) => ({ params: { id: await endpointOf(o) } }), naming: ofAnother },
    rotateSecret: row,
    endOldSecret: row,
    test: row,
    goOn: row,
    replay: {
      own: async (o) => ({ params: { id: await atRestOf(o) }, body: stretch }),
      naming: (_o, _of, id) => [[{ params: { id }, body: stretch }, 'NOT_FOUND']],
    },
    resend: {
      own: async (o) => ({ params: { id: await letterOf(o) }, body: {} }),
      naming: (_o, _of, id) => [[{ params: { id }, body: {} }, 'NOT_FOUND']],
    },
    deliveries: row,
    delivery: {
      own: async (o) => ({ params: await testOf(o) }),
      naming: (_o, _of, id) => [[{ params: { id, delivery_id: randomUUID() } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    { title: 'a webhook endpoint', route: webhooks.create, object: makeRoom, body: () => ({ ...endpoint(), event_types: ['intent.*'] }) },
    {
      title: 'a change of a webhook endpoint',
      route: webhooks.change,
      object: endpointOf,
      params: (o) => ({ id: o.objectId }),
      body: () => ({ name: randomUUID() }),
      events: ({ text }) => (isEmpty(text) ? 0 : 1),
    },
    {
      title: 'a replay to a webhook endpoint',
      route: webhooks.replay,
      object: endpointOf,
      params: (o) => ({ id: o.objectId }),
      body: () => stretch,
      events: none,
    },
    {
      title: 'dead letters of a webhook endpoint',
      route: webhooks.resend,
      object: endpointOf,
      params: (o) => ({ id: o.objectId }),
      body: () => ({ seq: 1 }),
      events: none,
    },
  ],
};
