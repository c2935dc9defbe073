// A copy of the database that is restored from before an erasure: what was erased stays erased.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { health } from '@countinghouse/contract/features/health';
import { parties } from '@countinghouse/contract/features/parties';
import { privacy } from '@countinghouse/contract/features/privacy';
import { dropDatabase, useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { copyDatabase } from '@countinghouse/testkit/put-back';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { expect, test } from 'vitest';
import { replayTombstones } from './worker.ts';

const db = useDatabase();
const ROUNDS = ['in the clear', 'encrypted', 'encrypted, rotated and erased before'] as const;

test.each(ROUNDS)('words %s when the copy was made: replaying the tombstones erases them again, once', async (round) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-restored-'));
  const open = (where = db.where): Promise<TestServer> => openTestServer(where, { DATA_DIR: dataDir }, { workers: false });
  let testServer = await open();
  let copy = '';
  try {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    if (round !== 'in the clear') await acme.owner.call(privacy.tokenise, { body: {} });
    if (round === 'encrypted, rotated and erased before') {
      await acme.owner.call(privacy.rotate, { body: {} });
      await acme.owner.call(privacy.erase, { body: {} });
    }
    const { party } = (await acme.owner.call(parties.create, { body: { label: 'Jane Doe' } })).body;
    await other.owner.call(parties.create, { body: { label: 'Kept' } });
    const labels = async (tenantId: string): Promise<readonly (string | null)[]> =>
      (await testServer.opened.services.parties.search(tenantId, { text: '' }, { limit: 9, offset: 0 })).parties.map((p) => p.label);
    await testServer.close();
    copy = await copyDatabase(db);

    testServer = await open();
    const owner = await testServer.signIn(acme.owner.email, acme.owner.password);
    expect(await owner.call(privacy.erase, { body: {} })).toMatchObject({ status: 200 });
    expect(await replayTombstones(testServer.opened.services)).toBe(0);
    await testServer.close();

    testServer = await open({ ...db.where, database: copy });
    expect(await labels(acme.tenantId)).toEqual(['Jane Doe']);
    expect(await replayTombstones(testServer.opened.services)).toBe(1);
    expect([await labels(acme.tenantId), await labels(other.tenantId)]).toEqual([[null], ['Kept']]);
    // The erasure is among what was lost: the log is told once an owner has accepted that.
    const owning = await testServer.session(acme.owner.id);
    const inAcme = { 'x-tenant-id': acme.tenantId };
    const { body: refused } = await owning.call(privacy.rotate, { body: {} }, inAcme);
    expect(refused).toMatchObject({ code: 'LOG_WENT_BACK' });
    const { details: body } = refused as unknown as { details: { lost_from: number; lost_to: number } };
    expect(await owning.call(health.acceptLoss, { body }, inAcme)).toMatchObject({ status: 200 });
    expect(await replayTombstones(testServer.opened.services)).toBe(1);
    expect(await labels(acme.tenantId)).toEqual([null]);
    expect(await replayTombstones(testServer.opened.services)).toBe(0);
    const { loginPool, services } = testServer.opened;
    const left = await loginPool.query('select from pii_keys where tenant_id = $1', [acme.tenantId]);
    expect(left.rowCount).toBeLessThanOrEqual(1); // of the tokens, made anew by the search
    const last = await loginPool.query<{ payload: string }>(
      `select payload from events where tenant_id = $1 and event_type = 'privacy.erased' order by seq desc limit 1`,
      [acme.tenantId],
    );
    expect(JSON.parse(last.rows[0]?.payload ?? '{}')).toMatchObject({ authority: 'tombstone' });
    expect(await findFaults({ readerPool: services.readerPool, loginPool }, acme.tenantId)).toEqual([]);
    const again = await services.pii.tokenise(acme.tenantId, 'party-label', 'Later');
    const actor = { kind: 'user', id: acme.owner.id } as const;
    const change = { type: 'party.change', actor, id: party.id, kind: 'person', labelToken: again.token, externalRefToken: null } as const;
    expect((await services.ledger.submit(acme.tenantId, change, [again.store])).kind).toBe('written');
    expect(await labels(acme.tenantId)).toEqual(['Later']);
  } finally {
    await testServer.close();
    if (copy !== '') await dropDatabase(db.where, copy);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('an erasure whose tombstone was never written gets it with the next start; one that cannot be read stops the start', async () => {
  const testServer = await openTestServer(db.where, {}, { workers: false });
  try {
    const { owner, tenantId } = await openOrganisation(testServer);
    await owner.call(privacy.erase, { body: {} });
    const file = path.join(testServer.dataDir, 'tombstones', `${tenantId}.json`);
    rmSync(file);
    await replayTombstones(testServer.opened.services);
    expect(testServer.opened.services.tombstones.list()).toContainEqual(expect.objectContaining({ tenant_id: tenantId, erasure: 1 }));
    writeFileSync(file, '{"tenant_id":');
    await expect(replayTombstones(testServer.opened.services)).rejects.toThrow(/the tombstone .* cannot be read/);
  } finally {
    await testServer.close();
  }
});
