// The SQL of sign-in is ours, its tables are the authentication library's. Here the library makes them itself, as it would in an
// empty database, and every statement of ours runs on them: a column that it renames or drops is found before people cannot sign in.

import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { deleteOldAttempts, insertAttempt } from '@countinghouse/store/auth/attempts';
import { insertCredential, lockCredential, updatePassword } from '@countinghouse/store/auth/credentials';
import { deleteGuess, deleteOldGuesses, getGuessWait, insertGuess } from '@countinghouse/store/auth/guesses';
import {
  countPasskeys,
  deletePasskey,
  deletePasskeySessions,
  deletePasskeys,
  findPasskey,
  hasPasskey,
  insertPasskey,
  insertUsedChallenge,
  listCredentials,
  listPasskeys,
  updatePasskeyName,
  updatePasskeyUse,
} from '@countinghouse/store/auth/passkeys';
import {
  deletePerson,
  deleteResetLinks,
  findPeople,
  findPersonByEmail,
  hasPeople,
  insertPerson,
  isEmailVerified,
  updateEmailVerified,
} from '@countinghouse/store/auth/people';
import {
  deleteSecondFactor,
  deleteUsedCode,
  hasSecondFactor,
  insertUsedCode,
  isBegunTwice,
  listWithSecondFactor,
} from '@countinghouse/store/auth/second-factors';
import {
  deleteAllSessions,
  deleteSessions,
  findSession,
  listSessionIds,
  listSessions,
  updateActiveEntity,
  updateActiveTenant,
  updateLastSeen,
} from '@countinghouse/store/auth/sessions';
import { deleteOldSignIns, insertSignIn, listLastSignIns, listSignIns } from '@countinghouse/store/auth/sign-ins';
import { findSsoPerson, hasSsoSubject, insertSsoPerson } from '@countinghouse/store/auth/sso';
import { connect, openPool } from '@countinghouse/store/connection';
import { inTransaction } from '@countinghouse/store/transaction';
import { useDatabase } from '@countinghouse/testkit/database';
import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authSettings } from './auth.ts';

const db = useDatabase();
const folder = new URL('../../../store/src/auth/', import.meta.url);
/** Tables of ours in the library's schema. */
const OURS = ['attempts', 'guesses', 'used_codes', 'sign_ins', 'passkeys', 'used_challenges'];

let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  const owner = await connect(db.where, 'login');
  await owner.query('alter schema auth rename to migrated; create schema auth');
  // The library makes its tables itself here.
  pool = openPool({ ...db.where, ownLogins: false }, 'auth');
  const { runMigrations } = await getMigrations(
    authSettings({
      pool,
      publicUrl: 'http://127.0.0.1',
      trustedOrigins: [],
      secret: 's'.repeat(32),
      sessionLifeMs: 86_400_000,
      sendReset: async () => {},
    }),
  );
  await runMigrations();
  for (const table of OURS) await owner.query(`create table auth.${table} (like migrated.${table} including all)`);
  await owner.query('drop schema migrated cascade');
  await owner.end();
});
afterAll(() => pool.end());

const id = randomUUID();
const [sessionId, otherId] = [randomUUID(), randomUUID()];
const email = 'ada@example.org';
const person = { id, email, name: 'Ada' };
const tenantId = randomUUID();
const HOUR_MS = 3_600_000;
let guessedAt = '';
let found: Awaited<ReturnType<typeof findPasskey>> = null;
const passkey = {
  userId: id,
  credentialId: 'credential',
  publicKey: new Uint8Array([1]),
  counter: 7,
  transports: ['usb'],
  synced: false,
  name: 'Laptop',
};

/** The library's own writes, as far as the statements read what they wrote. */
async function beginSessions(): Promise<void> {
  for (const one of [sessionId, otherId])
    await pool.query(
      `insert into auth.sessions (id, token, "userId", "expiresAt", "createdAt", "updatedAt") values ($1, $2, $3, now() + interval '1 hour', now(), now())`,
      [one, `token of ${one}`, id],
    );
}

async function beginSecondFactor(): Promise<void> {
  await pool.query('update auth.users set "twoFactorEnabled" = true where id = $1', [id]);
  await pool.query(`insert into auth.two_factors (id, secret, "backupCodes", "userId") values ($1, 's', 'b', $2)`, [randomUUID(), id]);
}

type Step = readonly [statement: string, run: () => Promise<unknown>, answer: unknown];

const story: readonly Step[] = [
  ['hasPeople', () => hasPeople(pool), false],
  ['insertPerson', () => inTransaction(pool, (client) => insertPerson(client, person)), true],
  ['insertPerson', () => inTransaction(pool, (client) => insertPerson(client, { ...person, id: randomUUID() })), false],
  ['hasPeople', () => hasPeople(pool), true],
  ['findPeople', () => findPeople(pool, [id, randomUUID()]), new Map([[id, person]])],
  ['findPersonByEmail', () => findPersonByEmail(pool, email), person],
  ['isEmailVerified', () => isEmailVerified(pool, id), true],
  ['updateEmailVerified', () => updateEmailVerified(pool, email), undefined],
  ['deleteResetLinks', () => inTransaction(pool, (client) => deleteResetLinks(client, id)), undefined],
  ['insertCredential', () => inTransaction(pool, (client) => insertCredential(client, id, 'first')), undefined],
  ['updatePassword', () => inTransaction(pool, (client) => updatePassword(client, id, 'second')), undefined],
  ['lockCredential', () => inTransaction(pool, (client) => lockCredential(client, id)), { hashed: 'second', second_factor: false }],
  ['deletePerson', () => deletePerson(pool, id).then(() => hasPeople(pool)), true],
  ['insertSsoPerson', () => insertSsoPerson(pool, 'connection', 'ada', id), undefined],
  ['insertSsoPerson', () => insertSsoPerson(pool, 'connection', 'ada', id), undefined],
  ['findSsoPerson', () => findSsoPerson(pool, 'connection', 'ada'), person],
  ['findSsoPerson', () => findSsoPerson(pool, 'another', 'ada'), null],
  ['hasSsoSubject', () => hasSsoSubject(pool, 'connection', id), true],
  ['listSessionIds', () => beginSessions().then(() => listSessionIds(pool, id)), expect.arrayContaining([sessionId, otherId])],
  ['updateActiveTenant', () => updateActiveTenant(pool, sessionId, tenantId), undefined],
  ['updateActiveEntity', () => updateActiveEntity(pool, sessionId, tenantId), undefined],
  ['updateLastSeen', () => updateLastSeen(pool, sessionId), undefined],
  ['findSession', () => findSession(pool, sessionId), expect.objectContaining({ id: sessionId, last_seen_at: expect.any(Date) })],
  ['deleteSessions', () => deleteSessions(pool, id, { allButToken: `token of ${sessionId}` }), [otherId]],
  ['deleteSessions', () => deleteSessions(pool, id, { allBut: sessionId }), []],
  ['listSessions', () => listSessions(pool, id, 3600), [expect.objectContaining({ id: sessionId })]],
  ['deleteSessions', () => deleteSessions(pool, id, { only: sessionId }), [sessionId]],
  ['deleteAllSessions', () => beginSessions().then(() => deleteAllSessions(pool, id)), 2],
  ['deleteAllSessions', () => beginSessions().then(() => deleteAllSessions(pool, null)), 2],
  ['deleteAllSessions', () => deleteAllSessions(pool, id), 0],
  ['hasSecondFactor', () => hasSecondFactor(pool, id), false],
  ['listWithSecondFactor', () => beginSecondFactor().then(() => listWithSecondFactor(pool, [id])), new Set([id])],
  ['hasPasskey', () => hasPasskey(pool, id), false],
  ['insertPasskey', () => inTransaction(pool, (client) => insertPasskey(client, passkey)), expect.objectContaining({ name: 'Laptop' })],
  ['insertPasskey', () => inTransaction(pool, (client) => insertPasskey(client, passkey)), null],
  ['hasPasskey', () => hasPasskey(pool, id), true],
  ['countPasskeys', () => countPasskeys(pool, [id, otherId]), new Map([[id, 1]])],
  ['listCredentials', () => listCredentials(pool, id), [{ id: 'credential', transports: ['usb'] }]],
  [
    'findPasskey',
    async () => (found = await findPasskey(pool, 'credential')),
    expect.objectContaining({ user_id: id, email, counter: '7' }),
  ],
  ['updatePasskeyUse', () => updatePasskeyUse(pool, found?.id ?? '', { before: '6', after: 8 }), false],
  ['updatePasskeyUse', () => updatePasskeyUse(pool, found?.id ?? '', { before: '7', after: 8 }), true],
  ['updatePasskeyName', () => updatePasskeyName(pool, id, found?.id ?? '', 'Phone'), true],
  ['listPasskeys', () => listPasskeys(pool, id), [expect.objectContaining({ name: 'Phone', last_used_at: expect.any(Date) })]],
  [
    'deletePasskeySessions',
    () => beginSessions().then(() => inTransaction(pool, (client) => deletePasskeySessions(client, 'none', sessionId))),
    [],
  ],
  ['deleteAllSessions', () => deleteAllSessions(pool, id), 2],
  ['deletePasskey', () => inTransaction(pool, (client) => deletePasskey(client, id, found?.id ?? '')), 'Phone'],
  ['deletePasskeys', () => inTransaction(pool, (client) => deletePasskeys(client, id)), undefined],
  ['insertUsedChallenge', () => insertUsedChallenge(pool, 'signed'), true],
  ['insertUsedChallenge', () => insertUsedChallenge(pool, 'signed'), false],
  ['insertUsedCode', () => insertUsedCode(pool, email, '123456'), true],
  ['insertUsedCode', () => insertUsedCode(pool, email, '123456'), false],
  ['deleteUsedCode', () => deleteUsedCode(pool, email, '123456'), undefined],
  ['insertUsedCode', () => insertUsedCode(pool, email, '123456'), true],
  ['deleteSecondFactor', () => inTransaction(pool, (client) => deleteSecondFactor(client, id)), undefined],
  ['listWithSecondFactor', () => listWithSecondFactor(pool, [id]), new Set()],
  ['insertAttempt', () => insertAttempt(pool, 'key', HOUR_MS), { count: 1, seconds_left: 3600 }],
  ['insertAttempt', () => insertAttempt(pool, 'key', HOUR_MS), { count: 2, seconds_left: expect.any(Number) }],
  ['insertAttempt', () => insertAttempt(pool, 'short', 0), { count: 1, seconds_left: 1 }],
  ['insertAttempt', () => insertAttempt(pool, 'short', 0), { count: 1, seconds_left: 1 }],
  ['deleteOldAttempts', () => deleteOldAttempts(pool), undefined],
  ['insertGuess', async () => (guessedAt = (await insertGuess(pool, 'a', { most: 1, windowSeconds: 60 })) ?? ''), expect.any(String)],
  ['insertGuess', () => insertGuess(pool, 'a', { most: 1, windowSeconds: 60 }), null],
  ['getGuessWait', () => getGuessWait(pool, 'a', 60), expect.any(Number)],
  ['deleteGuess', () => deleteGuess(pool, 'a', guessedAt), undefined],
  ['insertGuess', () => insertGuess(pool, 'a', { most: 1, windowSeconds: 60 }), expect.any(String)],
  ['deleteOldGuesses', () => deleteOldGuesses(pool, 60), undefined],
  [
    'insertSignIn',
    () => insertSignIn(pool, { email, outcome: 'signed_in', address: '::1', userAgent: 'x' }, { failedAnHour: 1, nobodysAnHour: 1 }),
    undefined,
  ],
  // No statement: what one is refused with.
  ['isBegunTwice', async () => isBegunTwice({ constraint: 'two_factors_userId_key' }), true],
  ['listLastSignIns', () => listLastSignIns(pool, [id]), new Map([[id, expect.any(Date)]])],
  ['deleteOldSignIns', () => deleteOldSignIns(pool, 400, 1, 10), undefined],
  [
    'listSignIns',
    () => listSignIns(pool, new Map([[id, '2020-01-01T00:00:00Z']]), { failed: false, limit: 5 }),
    [expect.objectContaining({ user_id: id, email, outcome: 'signed_in' })],
  ],
];

test('every statement of ours runs on the tables as the library makes them', async () => {
  for (const [statement, run, answer] of story) expect(await run(), statement).toEqual(answer);
});

test('no statement of sign-in is left out', async () => {
  const modules = readdirSync(folder).map((file) => import(new URL(file, folder).href) as Promise<object>);
  const names = (await Promise.all(modules)).flatMap((module) => Object.keys(module));
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(story.map(([statement]) => statement))).toEqual(new Set(names));
});
