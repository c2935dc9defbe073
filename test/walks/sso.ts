import { randomUUID } from 'node:crypto';
import { sso } from '@countinghouse/contract/features/sso';
import { isEmpty, none } from './body-books.ts';
import { type Books, inOwn, nothing, type Row } from './isolation-books.ts';
import type { Walk } from './walk.ts';

type Owned = Pick<Books, 'owner' | 'tenantId'>;

const connection = () => ({ name: randomUUID(), issuer: 'https://login.example.com', client_id: 'x', client_secret: 'y' });
const domain = () => `${randomUUID()}.example.com`;
const MADE_MAX = 3;

/** Takes those away that were made one after the other, before there are as many as there may be. */
async function makeRoom(o: Owned): Promise<string> {
  const all = (await o.owner.call(sso.list, undefined, inOwn(o))).body.connections;
  const spare = all.length < MADE_MAX ? [] : all;
  for (const { id } of spare) await o.owner.call(sso.remove, { params: { id } }, inOwn(o));
  return '';
}
async function connectionOf(o: Owned): Promise<string> {
  await makeRoom(o);
  return (await o.owner.call(sso.create, { body: connection() }, inOwn(o))).body.connection.id;
}
async function domainOf(o: Owned): Promise<string> {
  const named = domain();
  await o.owner.call(sso.addDomain, { params: { id: await connectionOf(o) }, body: { domain: named } }, inOwn(o));
  return named;
}
const otherDomain: Row['naming'] = () => [[{ params: { domain: domain() } }, 'NOT_FOUND']];
const begun = { state: 'made up', code: 'x' };

export const walk: Walk = {
  object: connectionOf,
  isolation: {
    list: nothing,
    create: {
      own: async (o) => {
        await makeRoom(o);
        return { body: connection() };
      },
    },
    change: {
      own: async (o) => ({ params: { id: await connectionOf(o) }, body: { name: randomUUID() } }),
      naming: (_o, _of, id) => [[{ params: { id }, body: { name: randomUUID() } }, 'NOT_FOUND']],
    },
    remove: {
      own: async (o) => ({ params: { id: await connectionOf(o) } }),
      naming: (_o, _of, id) => [[{ params: { id } }, 'NOT_FOUND']],
    },
    addDomain: {
      own: async (o) => ({ params: { id: await connectionOf(o) }, body: { domain: domain() } }),
      naming: (_o, _of, id) => [[{ params: { id }, body: { domain: domain() } }, 'NOT_FOUND']],
    },
    // DNS says nothing of it.
    verifyDomain: { own: async (o) => ({ params: { domain: await domainOf(o) } }), naming: otherDomain, status: 409 },
    removeDomain: { own: async (o) => ({ params: { domain: await domainOf(o) } }), naming: otherDomain },
    find: { own: () => ({ body: { email: 'nobody@example.test' } }) },
    begin: { own: () => ({ body: { connection_id: randomUUID() } }) },
    finish: { own: () => ({ body: begun }) },
  },
  malformed: [
    { title: 'a connection of single sign-on', route: sso.create, object: makeRoom, body: connection, fault: 'name' },
    {
      title: 'a change of a connection',
      route: sso.change,
      object: connectionOf,
      params: (o) => ({ id: o.objectId }),
      body: () => ({ name: randomUUID() }),
      events: ({ text }) => (isEmpty(text) ? 0 : 1),
    },
    {
      title: 'a domain of single sign-on',
      route: sso.addDomain,
      object: connectionOf,
      params: (o) => ({ id: o.objectId }),
      body: () => ({ domain: domain() }),
    },
    { title: 'a look for a connection', route: sso.find, body: () => ({ email: 'x@example.test' }), events: none },
    { title: 'the beginning of a sign-in', route: sso.begin, body: () => ({ connection_id: randomUUID() }), events: none },
    { title: 'the end of a sign-in', route: sso.finish, body: () => begun, events: none },
  ],
};
