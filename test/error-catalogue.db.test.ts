// The specification's catalogue of errors (§8), row by row: each code provoked through a real route, its sentence to the letter,
// its status as decided.

import { createHash, randomUUID } from 'node:crypto';
import type { ErrorCode } from '@countinghouse/contract/errors';
import { auth } from '@countinghouse/contract/features/auth';
import { branding } from '@countinghouse/contract/features/branding';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { messageOf } from '@countinghouse/contract/messages';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
/** A server on the same database without its keys: it has a data directory of its own. */
let keyless: TestServer;
/** A server that lets a person make three calls and no more. */
let strict: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  keyless = await openTestServer(db.where, {}, { workers: false });
  strict = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { callPace: { burst: 3, perMinute: 1 } });
});
afterAll(async () => {
  await strict.close();
  await keyless.close();
  await testServer.close();
});

const checkInputs = 'Please check the inputs and try again.';
const complete = 'Please complete all required fields.';
const alreadyMember = 'That person is already a member.';
const permission = 'You don’t have permission to perform that action.';
const tooMany = 'Too many attempts. Try again later.';

const accept = (who: Pick<Person, 'call'>, token: string) => who.call(people.acceptInvite, { body: { token } });
const open = () => openOrganisation(testServer);

async function acceptExpired(): Promise<Answer<unknown>> {
  const acme = await open();
  const guest = await testServer.person();
  const { ledger, pii } = testServer.opened.services;
  const token = randomUUID();
  const words = await pii.tokenise(acme.tenantId, 'email', guest.email);
  await ledger.submit(acme.tenantId, {
    type: 'invite.create',
    actor: { kind: 'user', id: acme.owner.id },
    id: randomUUID(),
    emailToken: words.token,
    role: 'member',
    expiresAtUs: BigInt(Date.now() - 1000) * 1000n,
    tokenHash: createHash('sha256').update(token).digest('hex'),
    userId: null,
  });
  return accept(guest, token);
}

async function askWhileBroken(): Promise<Answer<unknown>> {
  const { owner } = await open();
  await testServer.opened.loginPool.query('alter table branding rename to branding_away');
  try {
    return await owner.call(branding.get);
  } finally {
    await testServer.opened.loginPool.query('alter table branding_away rename to branding');
  }
}

type Row = readonly [code: ErrorCode, status: number, message: string, provoke: () => Promise<Answer<unknown>>];
const catalogue: readonly Row[] = [
  ['UNAUTHENTICATED', 401, 'You need to sign in again.', () => testServer.nobody.call(tenants.mine)],
  ['FORBIDDEN', 403, permission, async () => (await (await open()).member()).call(tenants.rename, { body: { name: 'Mine' } })],
  [
    'TENANT_READONLY',
    423,
    'This organisation is currently read-only.',
    async () => {
      const { owner, deactivate } = await open();
      await deactivate();
      return owner.call(parties.create, { body: { label: 'x' } });
    },
  ],
  [
    'LAST_OWNER',
    409,
    'You can’t remove or demote the last owner.',
    async () => {
      const { owner } = await open();
      return owner.call(people.removeMember, { params: { id: owner.id } });
    },
  ],
  [
    'CANNOT_SELF_CHANGE',
    409,
    'You can’t change your own role.',
    async () => {
      const { owner } = await open();
      return owner.call(people.changeRole, { params: { id: owner.id }, body: { role: 'member' } });
    },
  ],
  [
    'USER_ALREADY_MEMBER',
    409,
    alreadyMember,
    async () => {
      const { owner, invite, tenantId } = await open();
      const guest = await testServer.person();
      const token = await invite(guest.email);
      const actor = { kind: 'user', id: owner.id } as const;
      await testServer.opened.services.ledger.submit(tenantId, { type: 'member.add', actor, userId: guest.id, role: 'member' });
      return accept(guest, token);
    },
  ],
  [
    'INVITE_ALREADY_MEMBER',
    409,
    alreadyMember,
    async () => {
      const { owner } = await open();
      return owner.call(people.invite, { body: { email: owner.email } });
    },
  ],
  ['INVITE_NOT_FOUND', 404, 'This invitation is no longer valid.', async () => accept(await testServer.person(), randomUUID())],
  ['INVITE_EXPIRED', 410, 'This invitation has expired. Send a new one.', acceptExpired],
  [
    'INVITE_ALREADY_USED',
    409,
    'This invitation was already accepted.',
    async () => {
      const guest = await testServer.person();
      const token = await (await open()).invite(guest.email);
      await accept(guest, token);
      return accept(guest, token);
    },
  ],
  [
    'INVITE_EMAIL_MISMATCH',
    403,
    'This invitation was sent to a different email address.',
    async () => accept(await testServer.person(), await (await open()).invite('somebody.else@example.test')),
  ],
  ['NOT_SIGNED_IN', 401, 'Sign in to continue.', () => accept(testServer.nobody, randomUUID())],
  [
    'NO_EMAIL',
    422,
    'Your account is missing an email address.',
    async () => {
      const guest = await testServer.person();
      await testServer.opened.authPool.query(`update users set email = '' where id = $1`, [guest.id]);
      return accept(guest, randomUUID());
    },
  ],
  ['VALIDATION_ERROR', 400, checkInputs, async () => (await testServer.person()).send('POST', tenants.create.path, { name: 'x' })],
  ['INVALID_REQUEST', 400, checkInputs, async () => (await testServer.person()).send('POST', tenants.create.path, '{"name":')],
  [
    'TOO_MANY_ATTEMPTS',
    429,
    tooMany,
    async () => {
      const guesser = await testServer.person();
      for (let i = 0; i < 30; i++) await accept(guesser, randomUUID());
      return accept(guesser, randomUUID());
    },
  ],
  [
    'RATE_LIMITED',
    429,
    tooMany,
    async () => {
      const busy = await strict.person();
      for (let i = 0; i < 3; i++) await busy.send('POST', tenants.create.path, {});
      return busy.send('POST', tenants.create.path, {});
    },
  ],
  [
    'UNAUTHORIZED',
    401,
    permission,
    async () => (await testServer.person()).call(tenants.mine, undefined, { authorization: 'Bearer no-key-of-ours' }),
  ],
  [
    'NOT_FOUND',
    404,
    'That resource no longer exists.',
    async () => (await open()).owner.call(parties.get, { params: { id: randomUUID() } }),
  ],
  [
    'SERVER_CONFIG',
    503,
    'Configuration is incomplete. Contact support.',
    async () => {
      const { owner, tenantId, invite } = await open();
      await invite('guest@example.test');
      const there = await keyless.signIn(owner.email, owner.password);
      return there.call(people.invite, { body: { email: 'other@example.test' } }, { 'x-tenant-id': tenantId });
    },
  ],
  [
    'CONFIRMATION_REQUIRED',
    400,
    'Confirmation required before proceeding.',
    async () => (await open()).owner.call(tenants.delete, { body: {} }),
  ],
  ['BAD_REQUEST', 400, complete, async () => (await testServer.person()).send('GET', `${tenants.mine.path}?nonsense=1`)],
  ['MISSING_FIELDS', 400, complete, async () => (await testServer.person()).send('POST', tenants.create.path, {})],
  [
    'INVALID_HOST',
    400,
    'The host name is not valid.',
    () => testServer.nobody.send('GET', tenants.mine.path, undefined, { host: 'evil.example' }),
  ],
  ['UNKNOWN', 500, 'Something went wrong. Please try again.', askWhileBroken],
  [
    'INVALID_EMAIL_OR_PASSWORD',
    401,
    'Invalid email or password',
    () => testServer.nobody.call(auth.signIn, { body: { email: 'nobody@example.test', password: 'x' } }),
  ],
];

describe('the catalogue of the specification', () => {
  test.each(catalogue)('%s is %i: %s', async (code, status, message, provoke) => {
    const answer = await provoke();
    const requestId = String(answer.headers['x-request-id']);
    const problem = { type: `/api/docs/errors#${code}`, title: message, status, instance: `urn:uuid:${requestId}` };
    const { details: _details, ...told } = answer.body as Readonly<Record<string, unknown>>;
    expect([answer.status, told]).toEqual([status, { code, error: code, message, requestId, ...problem }]);
  });
  test('anything else is told as the fallback', () => {
    for (const code of ['NO_SUCH_CODE', '', 'constructor', '__proto__'])
      expect(messageOf(code)).toBe('Something went wrong. Please try again.');
  });
});
