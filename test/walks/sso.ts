import { randomUUID } from 'node:crypto';
import { sso } from '@countinghouse/contract/features/sso';
import { isEmpty, none } from './body-books.ts';
import { type Books, inOwn, nothing, type Row } from './isolation-books.ts';
import type { Walk } from './walk.ts';

type Owned = Pick<Books, 'owner' | 'tenantId'>;

const connection = () => ({ name: randomUUID(), issuer: 'https://login.example.com', client_id: 'x', client_secret: 'y' });
/** Self-signed, of nobody. */
const CERTIFICATE = [
  'MIICmzCCAYWgAwIBAgIBATALBgkqhkiG9w0BAQswEzERMA8GA1UEAwwIUHJvdmlkZXIwHhcNMjYxMTI1MTQxMzAwWhcNNDgxMDIxMTQxMzAwWjATMREwDwYD',
  'VQQDDAhQcm92aWRlcjCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAMY119LKHxDwiL+D+iYoMBxXapIe+VEERnol9JBJm3Ye9tFb6y5Fy4HT9YEC',
  'lugxud1D5J7T4nmtsymnVlucKgYDmwWm3brNHh9htexv04st2fTaJg/zHJuA7QDGXz43gvKvFXserrVECEz8TzS2/Y/QOvFNDZmiZKEVgUZn4sP6yo/oEwXr',
  'Rk70IIEz5jzfNdJGP1qdc4eSywqjemGoIMHyU9fzmmPP3NAbNCJhUGcYlUxlg2x3xee2Z6Oyz2UR2iFFaeAYKQQhPCTr4+uPJD5DCfm1oCbt1mvF1VqAKb0W',
  'osFF3QsVcGSlh9K0LByhmpdIZFhE0Qd3zcz3oijuKDkCAwEAATALBgkqhkiG9w0BAQsDggEBAAGmXIIof7U58h4g4lmlQw1VHvyYdlk3zk4IrUWjKpvkh9Wx',
  'YBzI4Sz/+wLRAZ2reIOuLjfeD7cdU4iv4hwxvY372gMOUkICiTd57Y/Qv2BT4Hwtqy9HQpZc1W96vV8DOz4jguZBJuJrlRAMHuOKlfxxKZadytE0vdICcTxs',
  'QaUYkOvW7dzvZ0eb44mqbJqJhTPi8QqB/z1Ze5B7DAKqjDP1V5ECnGqMJ1HLEYpQzWXB2IxK9pcflDJXzwxdXB5Z+uHrutbMhYGg1CBAFwTfFunTaW0NLgC8',
  'Sx69y+DyCLHFlIDyDmN0N5cgFdGwA7pkyVBFAzJy9CwVd1m5+ImYqpE=',
].join('');
export const samlConnection = () => ({
  name: randomUUID(),
  issuer: 'https://idp.example.com',
  sign_on_url: 'https://idp.example.com/sso',
  certificates: [CERTIFICATE],
});
const domain = () => `${randomUUID()}.example.com`;
const MADE_MAX = 3;

/** Takes those away that were made one after the other, before there are as many as there may be. */
export async function makeRoom(o: Owned): Promise<string> {
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
    createSaml: {
      own: async (o) => {
        await makeRoom(o);
        return { body: samlConnection() };
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
    setDirectoryToken: {
      own: async (o) => ({ params: { id: await connectionOf(o) } }),
      naming: (_o, _of, id) => [[{ params: { id } }, 'NOT_FOUND']],
    },
    endDirectoryToken: {
      own: async (o) => {
        const id = await connectionOf(o);
        await o.owner.call(sso.setDirectoryToken, { params: { id } }, inOwn(o));
        return { params: { id } };
      },
      naming: (_o, _of, id) => [[{ params: { id } }, 'NOT_FOUND']],
    },
    find: { own: () => ({ body: { email: 'nobody@example.test' } }) },
    begin: { own: () => ({ body: { connection_id: randomUUID() } }) },
    finish: { own: () => ({ body: begun }) },
  },
  malformed: [
    { title: 'a connection of single sign-on', route: sso.create, object: makeRoom, body: connection, fault: 'name' },
    {
      title: 'a connection of single sign-on that speaks SAML',
      route: sso.createSaml,
      object: makeRoom,
      body: samlConnection,
      fault: 'name',
    },
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
