// What the system signs can be checked by anybody with the public key, by another library, from what the wire shows.

import { events, type LedgerEvent } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import canonicalize from 'canonicalize';
import { base64url, calculateJwkThumbprint, decodeProtectedHeader, flattenedVerify, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

type Head = NonNullable<LedgerEvent['head_signature']>;

interface Chain {
  readonly tenantId: string;
  readonly log: readonly LedgerEvent[];
  /** The key as the event says that it came into use. */
  readonly jwk: JWK;
}

/** An organisation with a few intents posted at once, as its members see it. */
async function openChain(): Promise<Chain> {
  const { owner, tenantId, intent } = await openOrganisation(testServer);
  await Promise.all(Array.from({ length: 20 }, () => owner.call(intents.execute, { body: intent() })));
  const log = (await owner.call(events.list, { query: { limit: 500 } })).body.events.toReversed();
  const generated = log.find((e) => e.event_type === 'key.generated');
  return { tenantId, log, jwk: generated?.payload['public_jwk'] as JWK };
}

/** Verifies a detached compact JWS over the canonical form of a head; throws where it does not verify. */
async function verify(head: Head, tenantId: string, jwk: JWK): Promise<void> {
  const [header = '', payload, signature = ''] = head.signature.split('.');
  expect(payload).toBe('');
  const { event_hash, event_ts, seq } = head;
  const signed = canonicalize({ tenant_id: tenantId, seq, event_hash, event_ts }) ?? '';
  await flattenedVerify({ protected: header, payload: base64url.encode(signed), signature }, await importJWK(jwk, 'EdDSA'), {
    algorithms: ['EdDSA'],
  });
}

describe('a signed head', () => {
  test('verifies with the public key of its organisation, for every event that it covers', async () => {
    const { tenantId, log, jwk } = await openChain();
    expect(log.length).toBeGreaterThan(20);
    for (const e of log) {
      const head = e.head_signature;
      expect(head).not.toBeNull();
      if (head === null) continue;
      await verify(head, tenantId, jwk);
      const covered = log.find((x) => x.seq === head.seq);
      expect([covered?.event_hash, covered?.event_ts]).toEqual([head.event_hash, head.event_ts]);
      expect(head.seq).toBeGreaterThanOrEqual(e.seq);
    }
  });
  test('names its key by the thumbprint of RFC 7638, and its algorithm', async () => {
    const { log, jwk } = await openChain();
    const head = log.at(-1)?.head_signature as Head;
    expect(jwk).toEqual({ kty: 'OKP', crv: 'Ed25519', x: expect.any(String) });
    expect(head.kid).toBe(await calculateJwkThumbprint(jwk, 'sha256'));
    expect(decodeProtectedHeader(head.signature)).toEqual({ alg: 'EdDSA', kid: head.kid });
  });
  test('of other content, another organisation or another key does not verify', async () => {
    const [acme, other] = await Promise.all([openChain(), openChain()]);
    const head = acme.log.at(-1)?.head_signature as Head;
    await verify(head, acme.tenantId, acme.jwk);
    const wrong: readonly (readonly [Head, string, JWK])[] = [
      [{ ...head, seq: head.seq + 1 }, acme.tenantId, acme.jwk],
      [{ ...head, event_hash: 'f'.repeat(64) }, acme.tenantId, acme.jwk],
      [{ ...head, event_ts: head.event_ts.replace(/\dZ$/, (d) => (d === '0Z' ? '1Z' : '0Z')) }, acme.tenantId, acme.jwk],
      [head, other.tenantId, acme.jwk],
      [head, acme.tenantId, other.jwk],
      [other.log.at(-1)?.head_signature as Head, acme.tenantId, acme.jwk],
    ];
    for (const [h, tenantId, jwk] of wrong)
      await expect(verify(h, tenantId, jwk)).rejects.toMatchObject({ code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });
  });
  test('no two organisations have one key', async () => {
    const [acme, other] = await Promise.all([openChain(), openChain()]);
    expect(acme.jwk.x).not.toBe(other.jwk.x);
  });
});
