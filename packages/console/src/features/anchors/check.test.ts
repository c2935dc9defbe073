// Proofs that a browser is handed: what is proven by a pinned key, what is merely consistent, and what is made up.

import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { fromHex, type Hashing, hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import { beforeAll, describe, expect, test } from 'vitest';
import { deriveHashes } from '../../lib/signing/hashing.ts';
import { checkInclusion, type Proof } from './check.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const TENANT = '0197a3c0-0000-7000-8000-00000000000a';
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const digest = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const base64url = (bytes: Uint8Array): string => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const fromBase64url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

async function run<T>(hashing: Hashing<T>): Promise<T> {
  let step = hashing.next();
  while (step.done !== true) step = hashing.next(await digest(new Uint8Array(step.value)));
  return step.value;
}

interface Key {
  readonly kid: string;
  readonly jwk: JsonObject;
  readonly x: string;
  sign(text: string): Promise<Bytes>;
}

async function makeKey(): Promise<Key> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const jwk = { crv: 'Ed25519', kty: 'OKP', x };
  const kid = base64url(await digest(utf8(canonicalize(jwk))));
  return { kid, jwk, x, sign: async (text) => new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, utf8(text))) };
}

/** An event whose hashes are right. */
async function eventOf(seq: number, event_type: string, payload: JsonObject): Promise<LedgerEvent> {
  const head = { event_id: `e${seq}`, event_type, event_ts: '2026-01-31T12:00:00.000001Z', actor_id: 'x', signature: null, seq };
  const event = {
    ...head,
    prev_hash: '0'.repeat(64),
    hash_version: 1,
    payload,
    payload_hash: '',
    event_hash: '',
  } as unknown as LedgerEvent;
  const [{ derived: payload_hash } = expect.fail('no hash')] = await deriveHashes(TENANT, event);
  const [, { derived: event_hash } = expect.fail('no hash')] = await deriveHashes(TENANT, { ...event, payload_hash });
  return { ...event, payload_hash, event_hash };
}

const keyEvent = (seq: number, key: Key, more: JsonObject = {}): Promise<LedgerEvent> =>
  eventOf(seq, 'key.generated', {
    kid: key.kid,
    purpose: 'chain',
    algorithm: 'EdDSA',
    public_jwk: key.jwk,
    label: 'x',
    user_id: null,
    ...more,
  });

async function endorsed(seq: number, key: Key, by: Key): Promise<LedgerEvent> {
  const header = base64url(utf8(canonicalize({ alg: 'EdDSA', kid: by.kid })));
  const payload = base64url(utf8(canonicalize({ kid: key.kid, public_jwk: key.jwk, tenant_id: TENANT })));
  const signature = `${header}..${base64url(await by.sign(`${header}.${payload}`))}`;
  return keyEvent(seq, key, { endorsement: { kid: by.kid, signature } });
}

/** The proof of the one event of a log, anchored by a key. */
async function proofOf({ seq, event_hash }: LedgerEvent, key: Key, change: JsonObject = {}): Promise<Proof> {
  const root = await run(hashLeaf(fromHex(event_hash) ?? new Uint8Array()));
  const leaf = toHex(root);
  const origin = `countinghouse/${TENANT}`;
  const text = `${origin}\n1\n${base64(root)}\n`;
  const id = (await digest(new Uint8Array([...utf8(`${origin}\n`), 1, ...fromBase64url(key.x)]))).subarray(0, 4);
  const note = base64(new Uint8Array([...id, ...(await key.sign(text))]));
  const anchor = {
    to_seq: 1,
    root_hash: leaf,
    checkpoint: `${text}\n— ${origin} ${note}\n`,
    kid: key.kid,
    anchored: true,
    time_stamp: null,
    ...change,
  };
  return { seq, event_hash, leaf_hash: leaf, leaf_index: 0, tree_size: 1, root_hash: leaf, path: [], anchor } as unknown as Proof;
}

let event: LedgerEvent;
let [testServer, next, stranger] = [] as unknown as [Key, Key, Key];
beforeAll(async () => {
  event = await eventOf(1, 'tenant.renamed', { name: 'Acme' });
  [testServer, next, stranger] = [await makeKey(), await makeKey(), await makeKey()];
});

describe('the proof of an event', () => {
  test('is proven by the key that the reader pinned, and by one that it endorsed', async () => {
    const keyEvents = [await keyEvent(2, testServer), await endorsed(3, next, testServer)];
    for (const key of [testServer, next])
      expect(await checkInclusion(await proofOf(event, key), event, { tenantId: TENANT, pinned: testServer.kid, keyEvents })).toBe(
        'proven',
      );
  });
  test('is consistent where nothing is pinned, and unsigned where no anchor covers it', async () => {
    const against = { tenantId: TENANT, pinned: null, keyEvents: [await keyEvent(2, testServer)] };
    const proof = await proofOf(event, testServer);
    expect(await checkInclusion(proof, event, against)).toBe('consistent');
    expect(await checkInclusion({ ...proof, anchor: null }, event, { ...against, pinned: testServer.kid })).toBe('unsigned');
  });
  test('is refused where it is made up: another key, no signature, an event of other words, another log', async () => {
    const against = { tenantId: TENANT, pinned: testServer.kid, keyEvents: [await keyEvent(2, testServer), await keyEvent(3, stranger)] };
    const proof = await proofOf(event, testServer);
    const made = [
      await proofOf(event, stranger),
      await proofOf(event, stranger, { kid: testServer.kid }),
      await proofOf(event, testServer, { checkpoint: proof.anchor?.checkpoint.replace(/ [A-Za-z0-9+/=]+\n$/, ' AAAA\n') ?? '' }),
      await proofOf(event, testServer, { root_hash: 'a'.repeat(64) }),
      { ...proof, event_hash: 'b'.repeat(64) },
      { ...proof, leaf_index: 1 },
    ];
    for (const one of made) expect(await checkInclusion(one, event, against)).toBe('refused');
    expect(await checkInclusion(proof, { ...event, payload: { name: 'Else' } }, against)).toBe('refused');
    expect(await checkInclusion(proof, null, against)).toBe('refused');
    expect(await checkInclusion(proof, event, { ...against, tenantId: TENANT.replace('a', 'b') })).toBe('refused');
  });
});
