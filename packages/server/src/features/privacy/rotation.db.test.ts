// A new key for the words of people: they are encrypted anew, whoever dies or writes meanwhile.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parties } from '@countinghouse/contract/features/parties';
import { privacy } from '@countinghouse/contract/features/privacy';
import { LedgerUnavailable } from '@countinghouse/store/writer/failures';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import {
  acts,
  bearing,
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
} from '@countinghouse/testkit/told-words';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encryptBehind } from './worker.ts';

const db = useDatabase();
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

const stop = new AbortController().signal;

describe('POST /api/internal/crypto/rotate-tenant-key', () => {
  const rotate = (o: Organisation) => o.owner.call(privacy.rotate, { body: {} });
  test('200: queued; the words are encrypted anew in the background, and the old key is destroyed', async () => {
    const o = await openTold(testServer);
    await tokenise(o);
    await encryptBehind(testServer.opened.services, stop);
    expect(await status(o)).toMatchObject({ encryption: 'idle', key_version: 1, records: 5, plain: 0, behind: 0 });
    expect(await rotate(o)).toMatchObject({ status: 200, body: { status: 'queued', key_version: 2 } });
    expect(await status(o)).toMatchObject({ encryption: 'running', key_version: 2, records: 5, plain: 0, behind: 5 });
    expect(await shown(o)).toEqual(inWords);
    await encryptBehind(testServer.opened.services, stop);
    expect(await status(o)).toMatchObject({ encryption: 'idle', key_version: 2, behind: 0 });
    expect(await kids(testServer, o.tenantId)).toEqual(['pii-data-2', 'pii-tokens']);
    expect(await shown(o)).toEqual(inWords);
    expect((await acts(testServer, o.tenantId)).map(([type, payload]) => [type, payload])).toEqual([
      ['privacy.tokenised', { key_version: 1, authority: 'owner' }],
      ['privacy.reencrypted', { key_version: 1, records: 5 }],
      ['privacy.key_rotated', { key_version: 2, authority: 'owner' }],
      ['privacy.reencrypted', { key_version: 2, records: 5 }],
    ]);
    expect(await sound(testServer, o.tenantId)).toEqual([]);
  });
  test('200: a worker that is killed in the middle is followed by another, which goes on', async () => {
    const o = await openTold(testServer);
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
    const o = await openTold(testServer);
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
    expect(new Set((await kept(testServer, o.tenantId)).map((r) => r.key_version))).toEqual(new Set([queued + 1]));
    const found = await testServer.opened.services.parties.search(o.tenantId, { text: 'meanwhile' }, { limit: 1e6, offset: 0 });
    expect(found.parties.map((p) => p.label).toSorted()).toEqual(labels.toSorted());
  });
  test('200: before anything was encrypted a key is taken and nothing else', async () => {
    const o = await openTold(testServer);
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
