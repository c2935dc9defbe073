// Revoking a key against posting with it, from two servers over one database: once the revocation was answered nothing that the key
// signed is accepted any more.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { intents } from '@countinghouse/contract/features/intents';
import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { ENDING_ROUNDS, RACE_TIMEOUT_MS, runEndingRaces } from '@countinghouse/testkit/ending-race';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { makeSigner, type Signer } from '@countinghouse/testkit/signer';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { type Timed, timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-test-server-'));
let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  here = await openTestServer(db.where, { DATA_DIR }, { callPace: { burst: 10_000, perMinute: 10_000 } });
  there = await openTestServer(db.where, { DATA_DIR });
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test(`${ENDING_ROUNDS} rounds of revoking a key against posting with it: nothing is accepted after the revocation was answered`, {
  timeout: RACE_TIMEOUT_MS,
}, async () => {
  const { owner, intent, tenantId } = await openOrganisation(here);
  await owner.call(settings.changeSigning, { body: { signing_mode: 'DEV', enforce_signed_intents: true } });
  const ownerThere = await there.signIn(owner.email, owner.password);
  const post = (signer: Signer): Promise<Timed> =>
    timed(() => ownerThere.call(intents.execute, { body: signer.sign(intent()) }, { 'x-tenant-id': tenantId }));
  await runEndingRaces({ code: 'SIGNATURE_INVALID' }, async (round) => {
    const signer = makeSigner(round % 2 === 0 ? 'ed25519' : 'ec');
    const made = await owner.call(signingKeys.create, {
      body: { action: 'register', label: `Round ${round}`, public_jwk: signer.publicJwk },
    });
    expect(made.status).toBe(200);
    return { post: () => post(signer), end: () => timed(() => owner.call(signingKeys.revoke, { params: { kid: signer.kid } })) };
  });
  // The log agrees: no intent stands behind the revocation of the key that signed it.
  const { loginPool, services } = here.opened;
  const behind = await loginPool.query(
    `select i.seq from events i join events k on k.tenant_id = i.tenant_id and k.seq < i.seq and k.event_type = 'key.revoked'
     where i.tenant_id = $1 and i.event_type = 'intent.executed'
       and i.payload::jsonb #>> '{checks,signing_kid}' = k.payload::jsonb ->> 'kid'`,
    [tenantId],
  );
  expect(behind.rows).toEqual([]);
  expect(await findFaults({ readerPool: services.readerPool, loginPool }, tenantId)).toEqual([]);
});
