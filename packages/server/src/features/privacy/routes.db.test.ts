import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { privacy } from '@countinghouse/contract/features/privacy';
import { settings } from '@countinghouse/contract/features/settings';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import {
  acts,
  asErased,
  bearing,
  erase,
  inWords,
  kept,
  kids,
  openTold,
  refused,
  SUPER,
  shown,
  sound,
  status,
  tokenise,
  words,
} from '@countinghouse/testkit/told-words';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
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

describe('POST /api/internal/gdpr/encrypt-now', () => {
  test('200: counts what it encrypted; everything reads as before, and nothing is left in the clear', async () => {
    const o = await openTold(testServer);
    expect(await shown(o)).toEqual(inWords);
    expect((await kept(testServer, o.tenantId)).map((r) => r.value)).toEqual(expect.arrayContaining(Object.values(words)));
    await o.member();
    expect(await tokenise(o)).toMatchObject({ status: 200, body: { tokenized: 5, remaining: 0, sign_in_emails_kept: 2 } });
    expect(await status(o)).toMatchObject({ records: 5, sign_in_emails: 2 });
    expect(await kept(testServer, o.tenantId)).toEqual(Array.from({ length: 5 }, () => ({ value: null, key_version: 1 })));
    expect(await shown(o)).toEqual(inWords);
    expect(await tokenise(o)).toMatchObject({ body: { tokenized: 0, remaining: 0 } });
    expect(await acts(testServer, o.tenantId)).toEqual([
      ['privacy.tokenised', { key_version: 1, authority: 'owner' }, o.owner.id],
      ['privacy.tokenised', { key_version: 1, authority: 'owner' }, o.owner.id],
    ]);
    expect(await sound(testServer, o.tenantId)).toEqual([]);
  });
  test('200: what is written afterwards is encrypted at once, also by a process that did not hear of it', async () => {
    const o = await openTold(testServer);
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
    expect(await kept(testServer, o.tenantId)).toEqual(Array.from({ length: 7 }, () => ({ value: null, key_version: 1 })));
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
    expect(await acts(testServer, o.tenantId)).toHaveLength(10);
    expect(await testServer.nobody.send('POST', privacy.tokenise.path, {}, bearing(SUPER, o.tenantId))).toMatchObject({ status: 429 });
  });
});

describe('POST /api/internal/gdpr/crypto-erase', () => {
  test('200: everything reads as erased at once; the log, its chain and what follows from it are as they were', async () => {
    const o = await openTold(testServer);
    await tokenise(o);
    expect(await erase(o)).toMatchObject({ status: 200, body: { status: 'erased', erasure: 1, records: 5, sign_in_emails_kept: 1 } });
    expect(await shown(o)).toEqual(asErased);
    expect((await testServer.signIn(o.owner.email, o.owner.password)).status).toBe(200);
    expect([await kept(testServer, o.tenantId), await kids(testServer, o.tenantId)]).toEqual([[], []]);
    expect(await sound(testServer, o.tenantId)).toEqual([]);
    expect(await acts(testServer, o.tenantId)).toContainEqual([
      'privacy.erased',
      { erasure: 1, key_version: 2, authority: 'owner' },
      o.owner.id,
    ]);
    expect((await o.owner.call(parties.search, { query: { q: 'jane' } })).body.parties).toEqual([]);
  });
  test('200: what was never encrypted goes too, and what comes afterwards is encrypted under a key that never was', async () => {
    const o = await openTold(testServer);
    await erase(o);
    expect(await shown(o)).toEqual(asErased);
    const { party } = (await o.owner.call(parties.create, { body: { label: 'Later' } })).body;
    expect((await o.owner.call(parties.get, { params: { id: party.id } })).body.party.label).toBe('Later');
    expect(await kept(testServer, o.tenantId)).toEqual([{ value: null, key_version: 1 }]);
    expect(await kids(testServer, o.tenantId)).toEqual(['pii-data-1', 'pii-tokens-1']);
  });
  test('200: another process forgets keys and words within a second', async () => {
    const o = await openTold(testServer);
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
    const o = await openTold(testServer);
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
    const [o, other] = [await openTold(testServer), await openTold(testServer)];
    await tokenise(other);
    await erase(o);
    expect(await shown(other)).toEqual(inWords);
  });
  test('200: leaves a tombstone outside of the database', async () => {
    const o = await openTold(testServer);
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
    const o = await openTold(testServer);
    expect(await testServer.nobody.send('POST', privacy.erase.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).call(privacy.erase, { body: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
    for (const token of ['', 'x', `${SUPER}x`, SUPER.slice(1), SUPER.toUpperCase()])
      expect(await testServer.nobody.send('POST', privacy.erase.path, {}, bearing(token, o.tenantId))).toMatchObject(
        refused(401, 'UNAUTHORIZED'),
      );
    // Who names a token is judged by it, whoever else they are.
    expect(await o.owner.send('POST', privacy.erase.path, {}, bearing('x', o.tenantId))).toMatchObject(refused(401, 'UNAUTHORIZED'));
    expect(await shown(o)).toEqual(inWords);
    const refusals = await acts(testServer, o.tenantId);
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

describe('GET /api/internal/privacy/status', () => {
  test('200: any member sees how words are kept', async () => {
    const o = await openTold(testServer);
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
    const o = await openTold(testServer);
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
    const told = (await acts(testServer, o.tenantId)).filter(([type]) => type === 'privacy.exported');
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('@');
    expect(told[0]).toEqual(['privacy.exported', { email_token: expect.stringMatching(/^pii_/), party_id: null }, o.owner.id]);
  });
  test('200: an invitation is found by its address; of a person who has an account elsewhere nothing is told', async () => {
    const o = await openTold(testServer);
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
    const o = await openTold(testServer);
    await o.deactivate();
    expect((await ask(o.owner, { party_id: o.partyId })).body).toMatchObject({
      subject: { party_id: o.partyId },
      parties: [{ id: o.partyId, label: words.label, external_ref: words.reference }],
      events_naming_them: [{ event_type: 'party.created' }, { event_type: 'privacy.exported' }],
    });
  });
  test('401: nobody; 403: a member; 404: a party of somebody else; 400: neither, or both', async () => {
    const [o, other] = [await openTold(testServer), await openTold(testServer)];
    expect(await ask(testServer.nobody, { email: words.guest })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await ask(await o.member(), { email: words.guest })).toMatchObject(refused(403, 'FORBIDDEN'));
    for (const party_id of [other.partyId, randomUUID()]) expect(await ask(o.owner, { party_id })).toMatchObject(refused(404, 'NOT_FOUND'));
    for (const body of [{}, { email: 'x' }, { email: words.guest, party_id: o.partyId }])
      expect((await ask(o.owner, body)).status).toBe(400);
  });
});
