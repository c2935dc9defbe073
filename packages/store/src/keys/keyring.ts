// The chain keys of the organisations: made here, kept wrapped in `key_secrets`, unwrapped once a process.
// Signs heads as detached compact JWS (RFC 7515 appendix F, EdDSA of RFC 8037), so that any JOSE library can check them.

import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { headToSign } from '@countinghouse/kernel/chain/event-hash';
import type { GeneratedKey } from '@countinghouse/kernel/signing-keys/events';
import type pg from 'pg';
import { type Statement, statement } from '../sql/statement.ts';
import { KeyUnavailable, type Kms } from './kms.ts';
import { thumbprint } from './thumbprint.ts';

export interface ChainKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** The protected header, encoded once. */
  readonly header: string;
}

export const chainKeyContext = (tenantId: string, kid: string): string => canonicalize({ kid, purpose: 'chain-key', tenant_id: tenantId });
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

function toChainKey(kid: string, privateKey: KeyObject): ChainKey {
  return { kid, privateKey, header: base64url(canonicalize({ alg: 'EdDSA', kid })) };
}

/** A connection, or a pool of them, whose role may read `key_secrets`. */
type Queried = pg.ClientBase | pg.Pool;

export interface NewChainKey {
  /** The payload of its event. */
  readonly generated: GeneratedKey;
  /** Stores the wrapped private part; goes into the same transaction as the event. */
  readonly store: Statement;
}

export class Keyring {
  private readonly kms: Kms;
  private readonly keys = new Map<string, ChainKey>();

  constructor(kms: Kms) {
    this.kms = kms;
  }

  /** A new Ed25519 key for an organisation. */
  async generate(tenantId: string, label = 'Chain key'): Promise<NewChainKey> {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const { kty, crv, x } = publicKey.export({ format: 'jwk' });
    const jwk: JsonObject = { crv: crv ?? '', kty: kty ?? '', x: x ?? '' };
    const kid = thumbprint(jwk);
    const wrapped = await this.kms.wrap(privateKey.export({ format: 'der', type: 'pkcs8' }), chainKeyContext(tenantId, kid));
    this.keys.set(kid, toChainKey(kid, privateKey));
    return {
      generated: { kid, purpose: 'chain', label, algorithm: 'EdDSA', public_jwk: jwk, user_id: null },
      store: statement('insert into key_secrets (tenant_id, kid, wrapped) values ($1, $2, $3)', tenantId, kid, wrapped),
    };
  }

  /** The key that takes over from the chain key `before`, endorsed by it. Throws KeyUnavailable. */
  async succeed(client: Queried, tenantId: string, before: string, label: string): Promise<NewChainKey> {
    await this.load(client, tenantId, before);
    const { generated, store } = await this.generate(tenantId, label);
    const signature = signDetached(this.get(before), endorsedText(tenantId, generated));
    return { generated: { ...generated, endorsement: { kid: before, signature } }, store };
  }

  /** Makes the key usable by `get`. Throws KeyUnavailable when it is not stored or cannot be unwrapped. */
  async load(client: Queried, tenantId: string, kid: string): Promise<void> {
    if (this.keys.has(kid)) return;
    const found = await client.query<{ wrapped: string }>('select wrapped from key_secrets where tenant_id = $1 and kid = $2', [
      tenantId,
      kid,
    ]);
    const wrapped = found.rows[0]?.wrapped;
    if (wrapped === undefined) throw new KeyUnavailable(`the private part of chain key ${kid} is not stored`);
    const der = await this.kms.unwrap(wrapped, chainKeyContext(tenantId, kid));
    this.keys.set(kid, toChainKey(kid, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })));
  }

  /** How many keys of all organisations cannot be unwrapped: the master key is another one than wrapped them. */
  async countShut(client: Queried): Promise<number> {
    const kept = await client.query<{ tenant_id: string; kid: string; wrapped: string }>(
      "select tenant_id, kid, wrapped from key_secrets where strpos(kid, '/') = 0",
    );
    const opened = await Promise.allSettled(
      kept.rows.map(async (row) => this.kms.unwrap(row.wrapped, chainKeyContext(row.tenant_id, row.kid))),
    );
    return opened.filter(({ status }) => status === 'rejected').length;
  }

  get(kid: string): ChainKey {
    const key = this.keys.get(kid);
    if (key === undefined) throw new KeyUnavailable(`chain key ${kid} is not loaded`);
    return key;
  }
}

/** Signs a head: a detached compact JWS over JCS({event_hash, event_ts, seq, tenant_id}). */
export function signHead(
  key: ChainKey,
  head: { readonly tenant_id: string; readonly seq: number; readonly event_hash: string; readonly event_ts: string },
): string {
  return signDetached(key, headToSign(head));
}

/** What a chain key signs of the one that takes over. */
export const endorsedText = (tenantId: string, { kid, public_jwk }: Pick<GeneratedKey, 'kid' | 'public_jwk'>): string =>
  canonicalize({ kid, public_jwk, tenant_id: tenantId });

function signDetached(key: ChainKey, text: string): string {
  const signature = sign(null, Buffer.from(`${key.header}.${base64url(text)}`), key.privateKey);
  return `${key.header}..${signature.toString('base64url')}`;
}
