// Every call × everybody: generated from the contract's permission table and held against the specification's table of calls.
// What is decided on the object (the entity of an account, of a name, of a role) is asked with a real object of HQ.

import { randomUUID } from 'node:crypto';
import { errors } from '@countinghouse/contract/errors';
import type { KeyGrant } from '@countinghouse/contract/features/api-keys';
import { people } from '@countinghouse/contract/features/people';
import { type Membership, mayCall, type Need } from '@countinghouse/contract/permissions';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { mayCallWith } from '@countinghouse/server/route/may-call';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specified, toCome } from './permission-matrix.data.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const all: readonly RouteDef[] = Object.values(routes).flatMap((feature) => Object.values(feature));
const titleOf = (r: { readonly method: string; readonly path: string }): string => `${r.method} ${r.path.replace(/:(\w+)/g, '{$1}')}`;
const EXECUTE = '/api/v1/intents/execute';
const BATCH = '/api/internal/intents/batch';
const POST = '/api/internal/intents';
const CLEAR = '/api/internal/tenants/clear-readonly';

/** What the specification's words are in the permission table. */
const needOf: Readonly<Record<string, Need>> = {
  anonymous: 'anonymous',
  session: 'session',
  member: 'member',
  admin: 'admin',
  owner: 'owner',
  "owner or that entity's entity_admin": 'entity_admin',
  'member with the right to post to each account': 'member',
  'owner or super token': 'owner',
  'owner, or entity_admin of every entity touched; never the maker': 'admin',
  'owner; member to register a key of their own': 'member',
};

const rows = specified.filter((r) => !toCome.includes(titleOf(r)));

describe('the table of calls', () => {
  test('has a route for every row that is not to come', () => {
    expect(rows.map(titleOf).filter((title) => all.every((r) => titleOf(r) !== title))).toEqual([]);
    expect(specified).toHaveLength(77);
  });
  test.each(rows.map((r) => [titleOf(r), r] as const))('%s needs what it says', (title, { needs }) => {
    const found = all.find((r) => titleOf(r) === title);
    expect([found?.needs, found?.superToken !== undefined]).toEqual([needOf[needs], needs.endsWith('or super token')]);
  });
  test('a read-only organisation still lets rights be taken away, the state be ended, the organisation be deleted, views be chosen and saved, notifications be marked as read, the log be anchored, checked, exported, sent to webhooks and gone on with after a loss and personal words be erased or handed out: nothing else', () => {
    expect(
      all
        .filter((r) => r.evenReadOnly === true)
        .map(titleOf)
        .sort(),
    ).toEqual([
      'DELETE /api/internal/sso/connections/{id}',
      'DELETE /api/internal/sso/domains/{domain}',
      'DELETE /api/internal/tenants/invites/{id}',
      'DELETE /api/internal/tenants/members/{id}',
      'DELETE /api/v1/saved-views/{id}',
      'DELETE /api/v1/sso/connections/{id}/directory/token',
      'DELETE /api/v1/webhooks/{id}',
      'POST /api/entities/members/remove',
      'POST /api/internal/api-keys/{id}/revoke',
      'POST /api/internal/audit/export/archive',
      'POST /api/internal/audit/export/dead-letters/resend',
      'POST /api/internal/audit/export/run',
      'POST /api/internal/gdpr/crypto-erase',
      'POST /api/internal/health/check',
      'POST /api/internal/health/loss/accept',
      'POST /api/internal/privacy/subject-export',
      'POST /api/internal/service-accounts/{id}/deactivate',
      'POST /api/internal/signing-keys/{kid}/revoke',
      'POST /api/internal/tenants/clear-readonly',
      'POST /api/internal/tenants/delete',
      'POST /api/organisation/entities/switch',
      'POST /api/v1/anchors',
      'POST /api/v1/notifications/read',
      'POST /api/v1/replays',
      'POST /api/v1/saved-views',
      ...['dead-letters/resend', 'end-old-secret', 'go-on', 'replay', 'test'].map((act) => `POST /api/v1/webhooks/{id}/${act}`),
    ]);
    expect(
      all
        .filter((r) => r.reads === true)
        .map(titleOf)
        .sort(),
    ).toEqual([
      'POST /api/internal/accounts/list',
      'POST /api/internal/intents/preview',
      'POST /api/internal/parties/names',
      'POST /api/internal/policies/evaluate',
    ]);
  });
});

interface Role {
  readonly name: string;
  /** null: no membership. */
  readonly membership: Membership | null;
  readonly session: boolean;
  /** Administers HQ, the entity of the objects; or works in it. */
  readonly inHq: 'admin' | 'member' | null;
  readonly readOnly?: true;
  /** Asks with an API key that has this grant; `membership` is that of its maker. */
  readonly grant?: KeyGrant;
}
const member = { role: 'member', administersEntity: false } as const;
const admin = { role: 'member', administersEntity: true } as const;
const owner = { role: 'owner', administersEntity: false } as const;
const auditor = { role: 'auditor', administersEntity: false } as const;
const roles: readonly Role[] = [
  { name: 'anonymous', membership: null, session: false, inHq: null },
  { name: 'outsider, owner of another organisation', membership: null, session: true, inHq: null },
  { name: 'member', membership: member, session: true, inHq: null },
  { name: 'owner', membership: owner, session: true, inHq: 'admin' },
  { name: 'entity_admin of the object’s entity', membership: admin, session: true, inHq: 'admin' },
  { name: 'entity_admin of another entity', membership: admin, session: true, inHq: null },
  { name: 'entity_member of the object’s entity', membership: member, session: true, inHq: 'member' },
  { name: 'auditor', membership: auditor, session: true, inHq: null },
  { name: 'key of an owner, read', membership: owner, session: true, inHq: 'admin', grant: 'read' },
  { name: 'key of an owner, propose', membership: owner, session: true, inHq: 'admin', grant: 'propose' },
  { name: 'key of an owner, post', membership: owner, session: true, inHq: 'admin', grant: 'post' },
  { name: 'key of an owner, admin', membership: owner, session: true, inHq: 'admin', grant: 'admin' },
  { name: 'key of who is an auditor by now, admin', membership: auditor, session: true, inHq: null, grant: 'admin' },
  { name: 'owner of a read-only organisation', membership: owner, session: true, inHq: 'admin', readOnly: true },
];

interface Scene {
  readonly who: Pick<Person, 'send'>;
  readonly acme: Organisation;
  readonly hq: string;
  readonly worker: Person;
}

/** An organisation of its own for each role, with HQ (whose account HQ-1 is) and DE, and the person who asks. */
async function openScene({ name, grant, membership }: Role): Promise<Scene> {
  const acme = await openOrganisation(testServer);
  const [hq, de] = [await acme.entity('HQ'), await acme.entity('DE')];
  await acme.account('HQ-1', { entityId: hq });
  const worker = await acme.entityPerson(hq, 'entity_member');
  const who = async (): Promise<Pick<Person, 'send'>> => {
    if (name.startsWith('anonymous')) return testServer.nobody;
    if (name.startsWith('outsider')) return (await openOrganisation(testServer)).owner;
    if (name.startsWith('member')) return acme.member();
    if (grant !== undefined) return membership?.role === 'owner' ? makeProgram(testServer, acme, grant) : keyOfDemoted(acme, grant);
    if (name.startsWith('auditor')) return acme.member('auditor');
    if (name.startsWith('entity_admin of another')) return acme.entityPerson(de, 'entity_admin');
    if (name.startsWith('entity_admin')) return acme.entityPerson(hq, 'entity_admin');
    if (name.startsWith('entity_member')) return worker;
    return acme.owner;
  };
  const asks = await who();
  if (name.includes('read-only')) await acme.deactivate();
  return { who: asks, acme, hq, worker };
}

/** A key of somebody who was an owner when they made it. */
async function keyOfDemoted(acme: Organisation, grant: KeyGrant): Promise<Pick<Person, 'send'>> {
  const maker = await acme.member('owner');
  const program = await makeProgram(testServer, acme, grant, { maker });
  const params = { id: maker.id };
  expect((await acme.owner.call(people.changeRole, { params, body: { role: 'auditor' } })).status).toBe(200);
  return program;
}

/** A body with a real object where the object decides; an empty one elsewhere: who may not is told before it is looked at. */
function bodyFor(r: RouteDef, { acme, hq, worker }: Scene): unknown {
  if (r.method === 'GET') return undefined;
  const intent = (): object => acme.intent({ proposed_actions: [row('HQ-1', 'CASH', '1')] });
  if (r.path === EXECUTE) return intent();
  if (r.path === BATCH) return { intents: [intent(), intent()], atomic: true };
  if (r.path === POST)
    return { debit: 'HQ-1', credit: 'CASH', amount: '1', narrative: 'x', idem_key: randomUUID(), consent: acme.intent().consent };
  if (r.needs !== 'entity_admin') return {};
  if (r.path.endsWith('/metadata')) return { metadata: { note: randomUUID() } };
  if (r.path.includes('/members/'))
    return { entityId: hq, userId: worker.id, ...(r.path.endsWith('/role') ? { entity_role: 'entity_member' } : {}) };
  return { id: hq, ...(r.path.endsWith('/rename') ? { name: 'Other name' } : {}) };
}

/** A stream goes on until it is told to end. */
const endless = (r: RouteDef): boolean => r.file === 'text/event-stream';
const isWrite = (r: RouteDef): boolean => r.method !== 'GET' && r.reads !== true && r.evenReadOnly !== true;

/** What the permission table says somebody is answered; null: they pass. */
function refusalOf(r: RouteDef, role: Role): keyof typeof errors | null {
  const barred = role.grant !== undefined && !mayCallWith(role.grant, r);
  if (barred) return 'FORBIDDEN';
  if (r.needs === 'anonymous') return null;
  if (!role.session) return 'UNAUTHENTICATED';
  if (r.needs === 'session') return null;
  if (role.membership === null) return 'NOT_FOUND';
  if (!mayCall(r, role.session, role.membership)) return 'FORBIDDEN';
  if (r.method === 'POST' && [EXECUTE, BATCH, POST].includes(r.path) && role.inHq === null) return 'FORBIDDEN';
  if (role.readOnly && isWrite(r)) return 'TENANT_READONLY';
  return r.needs === 'entity_admin' && role.inHq !== 'admin' ? 'FORBIDDEN' : null;
}

/** Signing in and out changes who asks: everybody may, and only nobody is asked here. */
const asked = (role: Role): readonly RouteDef[] =>
  all.filter((r) => !role.session || role.grant !== undefined || !r.path.startsWith('/api/auth/'));

describe.each(roles.map((r) => [r.name, r] as const))('%s', (_name, role) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(role);
  });
  const ask = (r: RouteDef): Promise<Answer> =>
    scene.who.send(
      r.method,
      `${r.path.replace(/:\w+/g, r.needs === 'entity_admin' ? scene.hq : randomUUID())}${endless(r) ? '?seconds=1' : ''}`,
      bodyFor(r, scene),
      {
        'x-tenant-id': scene.acme.tenantId,
      },
    );

  test.each(asked(role).map((r) => [titleOf(r), refusalOf(r, role) ?? 'passes', r] as const))('%s: %s', async (_title, _says, r) => {
    const expected = refusalOf(r, role);
    const headBefore = await scene.acme.headSeq();
    const answer = await ask(r);
    if (role.readOnly && r.path === CLEAR) await scene.acme.deactivate();
    if (expected === null) {
      expect(['UNAUTHENTICATED', 'UNAUTHORIZED', 'FORBIDDEN', 'TENANT_READONLY']).not.toContain(answer.body['code']);
      if (!r.path.includes(':')) expect(answer.status).not.toBe(404);
    } else {
      expect(answer).toMatchObject({ status: errors[expected].status, body: { code: expected, message: errors[expected].message } });
      expect(await scene.acme.headSeq()).toBe(headBefore);
    }
  });
});
