// A key that lives in this browser: made by WebCrypto so that its private part can be used and never read, kept in IndexedDB under
// the organisation and the person. Only its public part ever leaves.

import type { IntentInput } from '@countinghouse/contract/features/intents';
import { PublicJwk } from '@countinghouse/contract/features/signing-keys';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';

export interface BrowserKey {
  /** As the server named it. */
  readonly kid: string;
  readonly algorithm: 'EdDSA' | 'ES256';
  readonly privateKey: CryptoKey;
}

export interface NewBrowserKey extends Omit<BrowserKey, 'kid'> {
  readonly publicJwk: PublicJwk;
}

const DATABASE = 'countinghouse-keys';
const STORE = 'keys';
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Whether this page may use keys at all: a browser gives them to secure contexts alone. */
export const canHoldKeys = (): boolean => typeof crypto.subtle === 'object' && typeof indexedDB === 'object';

/** A pair whose private part cannot be exported: Ed25519, or P-256 where the browser has no Ed25519. */
export async function makeBrowserKey(): Promise<NewBrowserKey> {
  const { pair, algorithm } = await makePair();
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { algorithm, privateKey: pair.privateKey, publicJwk: PublicJwk.parse(y === undefined ? { kty, crv, x } : { kty, crv, x, y }) };
}

async function makePair(): Promise<{ readonly pair: CryptoKeyPair; readonly algorithm: BrowserKey['algorithm'] }> {
  try {
    return { pair: (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair, algorithm: 'EdDSA' };
  } catch {
    return { pair: await crypto.subtle.generateKey(ecdsa, false, ['sign', 'verify']), algorithm: 'ES256' };
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const encode = (text: string): string => base64url(new TextEncoder().encode(text));

/** A detached compact JWS (RFC 7515 appendix F) over the canonical form of the intent without its signature. */
export async function signIntent(key: Pick<BrowserKey, 'kid' | 'algorithm' | 'privateKey'>, intent: IntentInput): Promise<string> {
  const { signature: _before, ...unsigned } = intent;
  const header = encode(canonicalize({ alg: key.algorithm, kid: key.kid }));
  const input = new TextEncoder().encode(`${header}.${encode(canonicalize(unsigned as unknown as JsonObject))}`);
  const how = key.algorithm === 'EdDSA' ? 'Ed25519' : { name: 'ECDSA', hash: 'SHA-256' };
  return `${header}..${base64url(new Uint8Array(await crypto.subtle.sign(how, key.privateKey, input)))}`;
}

const placeOf = (tenantId: string, userId: string): string => `${tenantId}/${userId}`;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps no keys'));
  });

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** The key that this browser keeps for a person in an organisation; null where there is none, or none can be kept. */
export async function findBrowserKey(tenantId: string, userId: string): Promise<BrowserKey | null> {
  if (!canHoldKeys()) return null;
  const stored = await withStore('readonly', (store) => store.get(placeOf(tenantId, userId)) as IDBRequest<BrowserKey | undefined>);
  return stored ?? null;
}

/** Takes the place of the key before it. */
export async function keepBrowserKey(tenantId: string, userId: string, key: BrowserKey): Promise<void> {
  await withStore('readwrite', (store) => store.put(key, placeOf(tenantId, userId)));
}
