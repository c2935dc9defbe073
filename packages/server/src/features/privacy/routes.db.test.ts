import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attachments } from '@countinghouse/contract/features/attachments';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { privacy } from '@countinghouse/contract/features/privacy';
import { settings } from '@countinghouse/contract/features/settings';
import { tenants } from '@countinghouse/contract/features/tenants';
import { LedgerUnavailable } from '@countinghouse/store/writer/failures';
import { useDatabase } from '@countinghouse/testkit/database';
import { formOf } from '@countinghouse/testkit/form';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encryptBehind } from './worker.ts';

const db = useDatabase();
const SUPER = 'a-super-token-of-the-platform-operator';
/** As the issue has it: what was destroyed is gone from every process within a second. */
const GONE_WITHIN_MS = 1_000;
let testServer: TestServer;
/** Another process of the same installation, as far as it can tell. */
let second: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { SUPER_TOKEN: SUPER, TRUSTED_PROXIES: '127.0.0.1' });
  second = await openTestServer(db.where, { DATA_DIR: testServer.dataDir, SUPER_TOKEN: SUPER }, { workers: false });
});
afterAll(async () => {
  await second.close();
  await testServer.close();
});

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const stop = new AbortController().signal;
let addresses = 0;
/** Each caller from an address of its own: tries are counted by address. */
function newAddress(): string {
  addresses += 1;
  return `10.9.${Math.floor(addresses / 250)}.${addresses % 250}`;
}
const bearing = (token: string, tenantId?: string) => ({
  authorization: `Bearer ${token}`,
  'x-forwarded-for': newAddress(),
  ...(tenantId === undefined ? {} : { 'x-tenant-id': tenantId }),
});

interface Told extends Organisation {
  readonly partyId: string;
  readonly intentId: string;
}
const words = {
  guest: 'guest@example.test',
  contact: 'contact@example.test',
  label: 'Jane Doe Ltd',
  reference: 'DE89 3704',
  file: 'Jane.txt',
};

/** An organisation that knows four words of people, and the name of a file. */
async function openTold(): Promise<Told> {
  const o = await openOrganisation(testServer);
  const { owner } = o;
  await owner.call(people.invite, { body: { email: words.guest } });
  await owner.call(settings.change, { body: { primary_contact_email: words.contact } });
  const { party } = (await owner.call(parties.create, { body: { label: words.label, external_ref: words.reference } })).body;
  const intent = o.intent();
  await owner.send('POST', '/api/v1/intents/execute', intent);
  const form = formOf(words.file, 'x');
  await owner.send('POST', attachments.add.path.replace(':intent_id', intent.intent_id), form.body, form.headers);
  return { ...o, partyId: party.id, intentId: intent.intent_id };
}

/** What the screens show of the words. */
async function shown(o: Told, who: Pick<Person, 'call'> = o.owner): Promise<readonly (string | null | undefined)[]> {
  const here = { 'x-tenant-id': o.tenantId };
  const invites = (await who.call(people.invites, undefined, here)).body.invites;
  const contact = (await who.call(settings.get, undefined, here)).body.settings.primary_contact_email;
  const { party } = (await who.call(parties.get, { params: { id: o.partyId } }, here)).body;
  const found = (await who.call(parties.search, { query: { q: '' } }, here)).body.parties.find((p) => p.id === o.partyId);
  const files = (await who.call(attachments.list, { params: { intent_id: o.intentId } }, here)).body.attachments;
  return [invites[0]?.email, contact, party.label, party.external_ref, found?.label, found?.external_ref, files[0]?.name];
}
const inWords = [words.guest, words.contact, words.label, words.reference, words.label, words.reference, words.file];
const asErased = inWords.map(() => 'erased');

const kept = async (tenantId: string) =>
  (
    await testServer.opened.loginPool.query<{ value: string | null; key_version: number | null }>(
      'select value, key_version from pii_tokens where tenant_id = $1',
      [tenantId],
    )
  ).rows;
const kids = async (tenantId: string): Promise<readonly string[]> =>
  (
    await testServer.opened.loginPool.query<{ kid: string }>('select kid from pii_keys where tenant_id = $1 order by kid', [tenantId])
  ).rows.map((r) => r.kid);
const acts = async (tenantId: string) =>
  (
    await testServer.opened.loginPool.query<{ event_type: string; payload: string; actor_id: string }>(
      `select event_type, payload, actor_id from events where tenant_id = $1 and event_type ~ '^(privacy|super_token)' order by seq`,
      [tenantId],
    )
  ).rows.map((r) => [r.event_type, JSON.parse(r.payload) as unknown, r.actor_id]);
const sound = (tenantId: string) =>
  findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, tenantId);
const tokenise = (o: Told) => o.owner.call(privacy.tokenise, { body: {} });
const erase = (o: Told) => o.owner.call(privacy.erase, { body: {} });
const status = async (o: Organisation) => (await o.owner.call(privacy.status)).body.privacy;

describe('POST /api/internal/gdpr/encrypt-now', () => {
  test('200: counts what it encrypted; everything reads as before, and nothing is left in the clear', async () => {
    const o = await openTold();
    expect(await shown(o)).toEqual(inWords);
    expect((await kept(o.tenantId)).map((r) => r.value)).toEqual(expect.arrayContaining(Object.values(words)));
    await o.member();
    expect(await tokenise(o)).toMatchObject({ status: 200, body: { tokenized: 5, remaining: 0, sign_in_emails_kept: 2 } });
    expect(await status(o)).toMatchObject({ records: 5, sign_in_emails: 2 });
    expect(await kept(o.tenantId)).toEqual(Array.from({ length: 5 }, () => ({ value: null, key_version: 1 })));
    expect(await shown(o)).toEqual(inWords);
    expect(await tokenise(o)).toMatchObject({ body: { tokenized: 0, remaining: 0 } });
    expect(await acts(o.tenantId)).toEqual([
      ['privacy.tokenised', { key_version: 1, authority: 'owner' }, o.owner.id],
      ['privacy.tokenised', { key_version: 1, authority: 'owner' }, o.owner.id],
    ]);
    expect(await sound(o.tenantId)).toEqual([]);
  });
  test('200: what is written afterwards is encrypted at once, also by a process that did not hear of it', async () => {
    const o = await openTold();
    const elsewhere = second.opened.services;
    await elsewhere.pii.tokenise(o.tenantId, 'email', 'warm@example.test');
    const prepared = await elsewhere.pii.tokenise(o.tenantId, 'party-label', 'Prepared Before');
    await tokenise(o);
    const party = { type: 'party.create', id: randomUUID(), actor: { kind: 'user', id: o.owner.id }, kind: 'person' } as const;
    const outcome = await elsewhere.ledger.submit(o.tenantId, { ...party, labelToken: prepared.token, externalRefToken: null }, [
      prepared.store,
    ]);
    expect(outcome.kind).toBe('written');
    await o.owner.call(parties.create, { body: { label: 'Written After' } });
    expect(await kept(o.tenantId)).toEqual(Array.from({ length: 7 }, () => ({ value: null, key_version: 1 })));
    const found = await o.owner.call(parties.search, { query: { q: 'prepared' } });
    expect(found.body.parties.map((p) => p.label)).toEqual(['Prepared Before']);
  });
  test('200: an invitation that was sent before is accepted after', async () => {
    const o = await openOrganisation(testServer);
    const guest = await testServer.person();
    const token = await o.invite(guest.email);
    await o.owner.call(privacy.tokenise, { body: {} });
    expect(await guest.call(people.acceptInvite, { body: { token } })).toMatchObject({ status: 200 });
  });
  test('401: nobody; 403: a member; 423: read-only', async () => {
    const o = await openOrganisation(testServer);
    expect(await testServer.nobody.send('POST', privacy.tokenise.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).call(privacy.tokenise, { body: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
    await o.deactivate();
    expect(await o.owner.call(privacy.tokenise, { body: {} })).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
  test('429: guesses of the super token are counted by address and by organisation', async () => {
    const o = await openOrganisation(testServer);
    const from = { ...bearing('guess', o.tenantId) };
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push(await testServer.nobody.send('POST', privacy.tokenise.path, {}, from));
    expect(answers.filter((a) => a.status === 401)).toHaveLength(10);
    expect(answers.at(-1)).toMatchObject(refused(429, 'TOO_MANY_ATTEMPTS'));
    expect(await acts(o.tenantId)).toHaveLength(10);
    expect(await testServer.nobody.send('POST', privacy.tokenise.path, {}, bearing(SUPER, o.tenantId))).toMatchObject({ status: 429 });
  });
});

describe('POST /api/internal/gdpr/crypto-erase', () => {
  test('200: everything reads as erased at once; the log, its chain and what follows from it are as they were', async () => {
    const o = await openTold();
    await tokenise(o);
    expect(await erase(o)).toMatchObject({ status: 200, body: { status: 'erased', erasure: 1, records: 5, sign_in_emails_kept: 1 } });
    expect(await shown(o)).toEqual(asErased);
    expect((await testServer.signIn(o.owner.email, o.owner.password)).status).toBe(200);
    expect([await kept(o.tenantId), await kids(o.tenantId)]).toEqual([[], []]);
    expect(await sound(o.tenantId)).toEqual([]);
    expect(await acts(o.tenantId)).toContainEqual(['privacy.erased', { erasure: 1, key_version: 2, authority: 'owner' }, o.owner.id]);
    expect((await o.owner.call(parties.search, { query: { q: 'jane' } })).body.parties).toEqual([]);
  });
  test('200: what was never encrypted goes too, and what comes afterwards is encrypted under a key that never was', async () => {
    const o = await openTold();
    await erase(o);
    expect(await shown(o)).toEqual(asErased);
    const { party } = (await o.owner.call(parties.create, { body: { label: 'Later' } })).body;
    expect((await o.owner.call(parties.get, { params: { id: party.id } })).body.party.label).toBe('Later');
    expect(await kept(o.tenantId)).toEqual([{ value: null, key_version: 1 }]);
    expect(await kids(o.tenantId)).toEqual(['pii-data-1', 'pii-tokens-1']);
  });
  test('200: another process forgets keys and words within a second', async () => {
    const o = await openTold();
    await tokenise(o);
    const { parties: directory, pii } = second.opened.services;
    const search = () => directory.search(o.tenantId, { text: 'jane' }, { limit: 9, offset: 0 });
    expect((await search()).total).toBe(1);
    const held = await pii.hold(o.tenantId);
    const keys = [...held.open.values()].map((k) => k.bytes);
    expect(keys.length).toBeGreaterThan(0);
    const beganMs = performance.now();
    await erase(o);
    while (!held.gone && performance.now() - beganMs < 3 * GONE_WITHIN_MS) await sleep(5);
    expect(performance.now() - beganMs).toBeLessThan(GONE_WITHIN_MS + 500); // of which the erasure itself took its part
    expect(keys.every((k) => k.every((byte) => byte === 0))).toBe(true);
    expect((await search()).total).toBe(0);
    expect((await directory.search(o.tenantId, { text: '' }, { limit: 9, offset: 0 })).parties.map((p) => p.label)).toEqual([null]);
  });
  test('200: also while read-only; and again, of what came in between', async () => {
    const o = await openTold();
    await o.deactivate();
    expect(await erase(o)).toMatchObject({ body: { erasure: 1, records: 5 } });
    expect(await erase(o)).toMatchObject({ body: { erasure: 2, records: 0 } });
    expect(await shown(o)).toEqual(asErased);
  });
  test('200: an invitation whose address was erased cannot be accepted, and its mail is not sent', async () => {
    const o = await openOrganisation(testServer);
    const guest = await testServer.person();
    const token = await o.invite(guest.email);
    await o.owner.call(privacy.erase, { body: {} });
    expect(await guest.call(people.acceptInvite, { body: { token } })).toMatchObject(refused(403, 'INVITE_EMAIL_MISMATCH'));
  });
  test('200: other organisations keep their words', async () => {
    const [o, other] = [await openTold(), await openTold()];
    await tokenise(other);
    await erase(o);
    expect(await shown(other)).toEqual(inWords);
  });
  test('200: leaves a tombstone outside of the database', async () => {
    const o = await openTold();
    await erase(o);
    const file = path.join(testServer.dataDir, 'tombstones', `${o.tenantId}.json`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      tenant_id: o.tenantId,
      erasure: 1,
      key_version: 1,
      erased_at: expect.stringMatching(/Z$/),
    });
  });
  test('401: nobody, or with a wrong super token; 403: a member; nothing is erased', async () => {
    const o = await openTold();
    expect(await testServer.nobody.send('POST', privacy.erase.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).call(privacy.erase, { body: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
    for (const token of ['', 'x', `${SUPER}x`, SUPER.slice(1), SUPER.toUpperCase()])
      expect(await testServer.nobody.send('POST', privacy.erase.path, {}, bearing(token, o.tenantId))).toMatchObject(
        refused(401, 'UNAUTHORIZED'),
      );
    // Who names a token is judged by it, whoever else they are.
    expect(await o.owner.send('POST', privacy.erase.path, {}, bearing('x', o.tenantId))).toMatchObject(refused(401, 'UNAUTHORIZED'));
    expect(await shown(o)).toEqual(inWords);
    const refusals = await acts(o.tenantId);
    expect(refusals).toHaveLength(6);
    for (const refusal of refusals) expect(refusal).toEqual(['super_token.refused', { call: 'erase' }, 'system']);
    expect(existsSync(path.join(testServer.dataDir, 'tombstones', `${o.tenantId}.json`))).toBe(false);
  });
  test('429: see encrypt-now', async () => {
    const from = bearing('guess');
    for (let i = 0; i < 10; i++) await testServer.nobody.send('POST', privacy.erase.path, {}, from);
    expect(await testServer.nobody.send('POST', privacy.erase.path, {}, from)).toMatchObject(refused(429, 'TOO_MANY_ATTEMPTS'));
  });
});

describe('POST /api/internal/crypto/rotate-tenant-key', () => {
  const rotate = (o: Organisation) => o.owner.call(privacy.rotate, { body: {} });
  test('200: queued; the words are encrypted anew in the background, and the old key is destroyed', async () => {
    const o = await openTold();
    await tokenise(o);
    await encryptBehind(testServer.opened.services, stop);
    expect(await status(o)).toMatchObject({ encryption: 'idle', key_version: 1, records: 5, plain: 0, behind: 0 });
    expect(await rotate(o)).toMatchObject({ status: 200, body: { status: 'queued', key_version: 2 } });
    expect(await status(o)).toMatchObject({ encryption: 'running', key_version: 2, records: 5, plain: 0, behind: 5 });
    expect(await shown(o)).toEqual(inWords);
    await encryptBehind(testServer.opened.services, stop);
    expect(await status(o)).toMatchObject({ encryption: 'idle', key_version: 2, behind: 0 });
    expect(await kids(o.tenantId)).toEqual(['pii-data-2', 'pii-tokens']);
    expect(await shown(o)).toEqual(inWords);
    expect((await acts(o.tenantId)).map(([type, payload]) => [type, payload])).toEqual([
      ['privacy.tokenised', { key_version: 1, authority: 'owner' }],
      ['privacy.reencrypted', { key_version: 1, records: 5 }],
      ['privacy.key_rotated', { key_version: 2, authority: 'owner' }],
      ['privacy.reencrypted', { key_version: 2, records: 5 }],
    ]);
    expect(await sound(o.tenantId)).toEqual([]);
  });
  test('200: a worker that is killed in the middle is followed by another, which goes on', async () => {
    const o = await openTold();
    await Promise.all(Array.from({ length: 1_200 }, (_, i) => tell(o, `Party ${i}`)));
    await tokenise(o);
    await rotate(o);
    let looks = 0;
    const cut = {
      get aborted() {
        looks += 1;
        return looks > 3;
      },
    } as AbortSignal;
    await encryptBehind(second.opened.services, cut);
    // Two pages of five hundred.
    expect((await status(o)).behind).toBe(205);
    await encryptBehind(testServer.opened.services, stop);
    expect(await status(o)).toMatchObject({ behind: 0, encryption: 'idle' });
    expect((await o.owner.call(parties.search, { query: { q: 'Party 1199' } })).body.total).toBe(1);
  });
  test('200: what is written meanwhile is there, under the new key; two rotations at once come to an end', async () => {
    const o = await openTold();
    await tokenise(o);
    let writing = true;
    const labels: string[] = [];
    const writer = async (from: TestServer) => {
      for (let i = 0; writing; i++) {
        const label = `Meanwhile ${from === testServer ? 'here' : 'there'} ${i}`;
        await tell(o, label, from);
        labels.push(label);
        await sleep(20);
      }
    };
    const writers = [writer(testServer), writer(second)];
    let queued = 0;
    try {
      // One that finds the other's rotation under way is refused: the rounds go on until four were taken.
      while (queued < 4 || labels.length <= 10) {
        const answers = await Promise.all([rotate(o), rotate(o)]);
        queued += answers.filter((a) => a.status === 200).length;
        await Promise.all([testServer, second].map((h) => encryptBehind(h.opened.services, stop).catch(unlessTurnedAway)));
      }
    } finally {
      writing = false;
      await Promise.all(writers);
    }
    await encryptBehind(testServer.opened.services, stop);
    expect(labels.length).toBeGreaterThan(10);
    expect(await status(o)).toMatchObject({ key_version: queued + 1, behind: 0, plain: 0 });
    expect(new Set((await kept(o.tenantId)).map((r) => r.key_version))).toEqual(new Set([queued + 1]));
    const found = await testServer.opened.services.parties.search(o.tenantId, { text: 'meanwhile' }, { limit: 1e6, offset: 0 });
    expect(found.parties.map((p) => p.label).toSorted()).toEqual(labels.toSorted());
  });
  test('200: before anything was encrypted a key is taken and nothing else', async () => {
    const o = await openTold();
    expect(await rotate(o)).toMatchObject({ body: { status: 'queued', key_version: 1 } });
    await encryptBehind(testServer.opened.services, stop);
    expect(await status(o)).toMatchObject({ tokenised: false, plain: 5, encryption: 'idle' });
    expect(await tokenise(o)).toMatchObject({ body: { tokenized: 5 } });
    expect(await shown(o)).toEqual(inWords);
  });
  test('401: nobody; 403: a member; 423: read-only; 429: see encrypt-now', async () => {
    const o = await openOrganisation(testServer);
    expect(await testServer.nobody.send('POST', privacy.rotate.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).call(privacy.rotate, { body: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
    await o.deactivate();
    expect(await rotate(o)).toMatchObject(refused(423, 'TENANT_READONLY'));
    const from = bearing('guess');
    for (let i = 0; i < 10; i++) await testServer.nobody.send('POST', privacy.rotate.path, {}, from);
    expect(await testServer.nobody.send('POST', privacy.rotate.path, {}, from)).toMatchObject(refused(429, 'TOO_MANY_ATTEMPTS'));
  });
});

/** Two processes that write one log without a pause turn each other away: whoever is turned away comes again. */
function unlessTurnedAway(error: unknown): null {
  if (error instanceof LedgerUnavailable && error.code === 'OVERLOADED') return null;
  throw error;
}

/** Adds a party by the ledger itself: quicker than over the wire. */
async function tell(o: Organisation, label: string, by: TestServer = testServer): Promise<void> {
  const { ledger, pii } = by.opened.services;
  const { token, store } = await pii.tokenise(o.tenantId, 'party-label', label);
  const actor = { kind: 'user', id: o.owner.id } as const;
  const party = { type: 'party.create', actor, id: randomUUID(), labelToken: token, kind: 'person', externalRefToken: null } as const;
  let outcome = await ledger.submit(o.tenantId, party, [store]).catch(unlessTurnedAway);
  while (outcome === null) outcome = await ledger.submit(o.tenantId, party, [store]).catch(unlessTurnedAway);
  if (outcome.kind !== 'written') throw new Error(JSON.stringify(outcome));
}

describe('a super token', () => {
  const send = (route: { readonly path: string }, tenantId?: string, token = SUPER) =>
    testServer.nobody.send('POST', route.path, {}, bearing(token, tenantId));
  test('runs each of the three calls for an organisation it names, and each is an event that says so', async () => {
    const o = await openTold();
    expect(await send(privacy.tokenise, o.tenantId)).toMatchObject({ status: 200, body: { tokenized: 5 } });
    expect(await send(privacy.rotate, o.tenantId)).toMatchObject({ status: 200, body: { status: 'queued' } });
    expect(await send(privacy.erase, o.tenantId.toUpperCase())).toMatchObject({ status: 200, body: { status: 'erased' } });
    expect(await acts(o.tenantId)).toEqual([
      ['privacy.tokenised', { key_version: 1, authority: 'super_token' }, 'system'],
      ['privacy.key_rotated', { key_version: 2, authority: 'super_token' }, 'system'],
      ['privacy.erased', { erasure: 1, key_version: 3, authority: 'super_token' }, 'system'],
    ]);
  });
  test('names an organisation: none is 409, one that is not there 404, one that was deleted can be erased and nothing else', async () => {
    const o = await openTold();
    expect(await send(privacy.erase)).toMatchObject(refused(409, 'NO_ORGANISATION'));
    for (const id of [randomUUID(), 'x']) expect(await send(privacy.erase, id)).toMatchObject(refused(404, 'NOT_FOUND'));
    await o.owner.call(tenants.delete, { body: { confirm: 'DELETE' } });
    expect(await send(privacy.tokenise, o.tenantId)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await send(privacy.erase, o.tenantId)).toMatchObject({ status: 200 });
    expect(await kept(o.tenantId)).toEqual([]);
  });
  test('waits while the organisation is read-only, but for an erasure', async () => {
    const o = await openTold();
    await o.deactivate();
    for (const route of [privacy.tokenise, privacy.rotate])
      expect(await send(route, o.tenantId)).toMatchObject(refused(423, 'TENANT_READONLY'));
    expect(await send(privacy.erase, o.tenantId)).toMatchObject({ status: 200 });
  });
  test('opens nothing else, and is not asked for where none is set', async () => {
    const o = await openOrganisation(testServer);
    for (const [method, url] of [
      ['GET', privacy.status.path],
      ['POST', privacy.exportSubject.path],
      ['GET', '/api/internal/tenants/members'],
    ] as const)
      expect(await testServer.nobody.send(method, url, method === 'GET' ? undefined : {}, bearing(SUPER, o.tenantId))).toMatchObject(
        refused(401, 'UNAUTHORIZED'),
      );
    const bare = await openTestServer(db.where, { DATA_DIR: testServer.dataDir, TRUSTED_PROXIES: '127.0.0.1' }, { workers: false });
    try {
      for (const token of [SUPER, '', 'undefined', 'null'])
        expect(await bare.nobody.send('POST', privacy.erase.path, {}, bearing(token, o.tenantId))).toMatchObject(
          refused(401, 'UNAUTHORIZED'),
        );
      expect(await acts(o.tenantId)).toEqual([]);
    } finally {
      await bare.close();
    }
  });
  test('refused, ten times an hour are events; nobody fills a log by guessing', async () => {
    const o = await openOrganisation(testServer);
    for (let minute = 0; minute < 2; minute++) {
      for (let i = 0; i < 10; i++) expect((await send(privacy.erase, o.tenantId, `guess ${i}`)).status).toBe(401);
      // The minute of the tries is over, the hour is not.
      await testServer.opened.authPool.query(`delete from auth.attempts where key like 'super-token|%'`);
    }
    expect(await acts(o.tenantId)).toHaveLength(10);
  });
});

describe('GET /api/internal/privacy/status', () => {
  test('200: any member sees how words are kept', async () => {
    const o = await openTold();
    const before = { tokenised: false, key_version: 0, records: 5, plain: 5, behind: 0, encryption: 'idle', erasures: 0 };
    expect((await (await o.member()).call(privacy.status)).body.privacy).toMatchObject({ ...before, tokenised_at: null, erased_at: null });
    await tokenise(o);
    const after = await status(o);
    expect(after).toMatchObject({ tokenised: true, key_version: 1, plain: 0, behind: 0, tokenised_at: expect.stringMatching(/Z$/) });
  });
  test('401: nobody', async () => {
    expect(await testServer.nobody.send('GET', privacy.status.path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/internal/privacy/subject-export', () => {
  const ask = (who: Pick<Person, 'send'>, body: unknown) => who.send('POST', privacy.exportSubject.path, body);
  test('200: everything about an address, in whatever case, before and after it is encrypted', async () => {
    const o = await openTold();
    const mo = await o.member();
    await o.owner.call(parties.create, { body: { label: mo.email.toUpperCase(), kind: 'person' } });
    await o.owner.call(settings.change, { body: { primary_contact_email: mo.email } });
    const entityId = await o.entity('HQ');
    await o.owner.send('POST', '/api/entities/members/role', { entityId, userId: mo.id, entity_role: 'entity_member' });
    await mo.call(parties.create, { body: { label: 'By Mo' } });
    for (const encrypted of [false, true]) {
      if (encrypted) await tokenise(o);
      const answer = await ask(o.owner, { email: ` ${mo.email.toUpperCase()}` });
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'content-disposition': expect.stringMatching(/^attachment; filename="subject-export-[\d-]+\.json"$/) },
        body: {
          format: 'countinghouse-subject-export/1',
          organisation: { id: o.tenantId, name: 'Acme' },
          subject: { email: mo.email },
          account: {
            id: mo.id,
            email: mo.email,
            membership: { role: 'member' },
            entity_roles: [{ entity_code: 'HQ', role: 'entity_member' }],
          },
          invitations: [],
          primary_contact: true,
          parties: [{ label: mo.email.toUpperCase(), kind: 'person' }],
          acts: { total: 1, latest_first: [{ event_type: 'party.created' }] },
        },
      });
      expect((answer.body['tokens'] as readonly unknown[]).length).toBe(2);
    }
    const told = (await acts(o.tenantId)).filter(([type]) => type === 'privacy.exported');
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('@');
    expect(told[0]).toEqual(['privacy.exported', { email_token: expect.stringMatching(/^pii_/), party_id: null }, o.owner.id]);
  });
  test('200: an invitation is found by its address; of a person who has an account elsewhere nothing is told', async () => {
    const o = await openTold();
    const elsewhere = await testServer.person('Elsa');
    await o.owner.call(people.invite, { body: { email: elsewhere.email } });
    const answer = await ask(o.owner, { email: elsewhere.email });
    expect(answer.body).toMatchObject({
      account: null,
      invitations: [{ status: 'pending', role: 'member' }],
      parties: [],
      primary_contact: false,
    });
    expect(JSON.stringify(answer.body)).not.toContain(elsewhere.id);
    expect((await ask(o.owner, { email: 'nobody@example.test' })).body).toMatchObject({ account: null, invitations: [], tokens: [] });
  });
  test('200: everything about a party, also while read-only', async () => {
    const o = await openTold();
    await o.deactivate();
    expect((await ask(o.owner, { party_id: o.partyId })).body).toMatchObject({
      subject: { party_id: o.partyId },
      parties: [{ id: o.partyId, label: words.label, external_ref: words.reference }],
      events_naming_them: [{ event_type: 'party.created' }, { event_type: 'privacy.exported' }],
    });
  });
  test('401: nobody; 403: a member; 404: a party of somebody else; 400: neither, or both', async () => {
    const [o, other] = [await openTold(), await openTold()];
    expect(await ask(testServer.nobody, { email: words.guest })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await ask(await o.member(), { email: words.guest })).toMatchObject(refused(403, 'FORBIDDEN'));
    for (const party_id of [other.partyId, randomUUID()]) expect(await ask(o.owner, { party_id })).toMatchObject(refused(404, 'NOT_FOUND'));
    for (const body of [{}, { email: 'x' }, { email: words.guest, party_id: o.partyId }])
      expect((await ask(o.owner, body)).status).toBe(400);
  });
});
