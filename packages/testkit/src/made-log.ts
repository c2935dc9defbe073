// A log made by hand, with keys of its own: whoever holds them can write what the system never would. Each batch is one event, signed
// by the chain key of then; accounts are stored as the log comes to them.

import { generateKeyPairSync, hash, type KeyObject, randomUUID, sign } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { GENESIS_HASH, hashEvent, hashPayload, headToSign } from '@countinghouse/kernel/chain/event-hash';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { hashBytes } from '@countinghouse/store/sha256';

const sha256 = (text: string): string => hash('sha256', text);
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: 'EdDSA' | 'ES256';
  readonly jwk: JsonObject;
  readonly privateKey: KeyObject;
}

export function makeKey(algorithm: 'EdDSA' | 'ES256' = 'EdDSA'): SigningKey {
  const { publicKey, privateKey } =
    algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = JSON.parse(canonicalize(publicKey.export({ format: 'jwk' }) as JsonObject)) as JsonObject;
  return { kid: hash('sha256', canonicalize(jwk), 'base64url'), algorithm, jwk, privateKey };
}

export function signDetached(key: SigningKey, text: string, header: JsonObject = { alg: key.algorithm, kid: key.kid }): string {
  const data = Buffer.from(`${base64url(canonicalize(header))}.${base64url(text)}`);
  const signature =
    key.algorithm === 'EdDSA' ? sign(null, data, key.privateKey) : sign('sha256', data, { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${base64url(canonicalize(header))}..${signature.toString('base64url')}`;
}

export const TENANT = randomUUID();
export const GL_ACCOUNT = randomUUID();
export const ACCOUNTS = [randomUUID(), randomUUID()] as const;
const SOMEBODY = 'someone';

/** A row between the two accounts, of 12.5 EUR unless said otherwise. */
export const rowOf = (more: JsonObject = {}): JsonObject => ({
  line: 1,
  debit_account_id: ACCOUNTS[0],
  credit_account_id: ACCOUNTS[1],
  amount: '12.50000000',
  currency: 'EUR',
  value_date: '2026-01-31',
  narrative: 'n',
  ...more,
});

/** An executed intent of one row, without a request for rows; what is given takes the place of what is made up. */
export const executed = (intentId: string, more: JsonObject = {}): JsonObject => ({
  ...intentOf(intentId),
  rows: [rowOf()],
  checks: { signature: 'absent', signing_kid: null },
  ...more,
});

export const intentOf = (intentId: string): JsonObject => ({
  intent_id: intentId,
  actor_id: SOMEBODY,
  use_case: 'manual_post',
  value_date: '2026-01-31',
  fingerprint: 'f'.repeat(64),
  request: {},
  snapshot_ids: { fx: null },
  evidence_ref: `intents/${intentId}`,
});

export class MadeLog {
  readonly lines: JsonObject[] = [];
  readonly stored: JsonObject[] = [];
  chain = makeKey();
  readonly first = this.chain;
  private head = { seq: 0, hash: GENESIS_HASH };
  private readonly tree = new GrowingTree();

  constructor() {
    this.append('tenant.created', { name: 'Made', reporting_currency: 'EUR', signing_mode: 'DEV' }, { isSigned: false });
    this.addKey(this.chain, 'chain', null);
    for (const [i, id] of ACCOUNTS.entries()) this.append('account.created', accountOf(id, `A${i}`));
  }

  get seq(): number {
    return this.head.seq;
  }

  get hash(): string {
    return this.head.hash;
  }

  /** Of the tree over all that was appended, hexadecimal. */
  get root(): string {
    return toHex(hashBytes(this.tree.root()));
  }

  /** A chain key that is not the first is endorsed by the one before it, or as said. */
  addKey(key: SigningKey, purpose: 'chain' | 'intent', user_id: string | null, endorsement = this.endorse(key)): void {
    const { kid, algorithm, jwk } = key;
    const endorsed: JsonObject = purpose === 'chain' && key !== this.chain && endorsement !== null ? { endorsement } : {};
    if (purpose === 'chain') this.chain = key;
    this.stored.push({ kind: 'key', kid, purpose, algorithm, public_jwk: canonicalize(jwk), user_id });
    const type = purpose === 'chain' ? 'key.generated' : 'key.registered';
    this.append(type, { kid, purpose, algorithm, public_jwk: jwk, user_id, label: 'x', ...endorsed });
  }

  endorse({ kid, jwk }: SigningKey, by = this.chain): JsonObject | null {
    return { kid: by.kid, signature: signDetached(by, canonicalize({ kid, public_jwk: jwk, tenant_id: TENANT })) };
  }

  append(
    event_type: string,
    content: JsonObject,
    more: { readonly signature?: string; readonly isSigned?: boolean; readonly actorId?: string; readonly eventId?: string } = {},
  ): void {
    const { signature = null, isSigned = true, actorId = SOMEBODY, eventId = randomUUID() } = more;
    const seq = this.head.seq + 1;
    const payload = hashPayload(sha256, content);
    const event_ts = `2026-01-31T12:00:00.${String(seq).padStart(6, '0')}Z`;
    const member = {
      event_id: eventId,
      event_type,
      event_ts,
      actor_id: actorId,
      payload_hash: payload.hash,
      prev_hash: this.head.hash,
    };
    const event_hash = hashEvent(sha256, { ...member, tenant_id: TENANT, seq, signature });
    this.lines.push({ kind: 'event', seq, ...member, payload: payload.text, event_hash, signature, hash_version: 1 });
    this.head = { seq, hash: event_hash };
    hashBytes(this.tree.append(hashBytes(hashLeaf(Buffer.from(event_hash, 'hex')))));
    if (!isSigned) return;
    const head = { seq, event_hash, event_ts };
    const signed = signDetached(this.chain, headToSign({ tenant_id: TENANT, ...head }));
    this.lines.push({ kind: 'head', ...head, kid: this.chain.kid, signature: signed });
  }

  archive(): string {
    const { seq, hash: event_hash } = this.head;
    const accounts = this.accounts();
    const heads = this.lines.filter((l) => l['kind'] === 'head').length;
    const manifest = {
      kind: 'archive',
      format: 'countinghouse-archive',
      version: 1,
      tenant_id: TENANT,
      head: { seq, event_hash },
      made_at: 'now',
    };
    const end = { kind: 'end', keys: this.stored.length, events: seq, heads, anchors: 0, accounts: accounts.length };
    return [manifest, ...this.stored, ...this.lines, ...accounts, end].map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  /** The accounts as what was posted leaves them. */
  private accounts(): readonly JsonObject[] {
    const events = this.lines
      .filter((line) => line['kind'] === 'event')
      .map((line) => ({ type: line['event_type'], payload: JSON.parse(String(line['payload'])) as Readonly<Record<string, string>> }));
    const rows = events.flatMap((e) =>
      e.type === 'intent.executed' ? (e.payload['rows'] as unknown as Readonly<Record<string, string>>[]) : [],
    );
    const sumOf = (side: string, id: string | undefined): bigint =>
      rows.filter((r) => r[side] === id).reduce((sum, r) => sum + parseBalanceE8(r['amount'] ?? ''), 0n);
    return events
      .filter((e) => e.type === 'account.created')
      .map(({ payload: { id = '', code = '', currency = '' } }) => {
        const [debits, credits] = [sumOf('debit_account_id', id), sumOf('credit_account_id', id)];
        const postings = rows.filter((r) => r['debit_account_id'] === id || r['credit_account_id'] === id).length;
        const sums = {
          balance: formatAmountE8(debits - credits),
          postings,
          debits: formatAmountE8(debits),
          credits: formatAmountE8(credits),
        };
        return { kind: 'account', id, code, currency, ...sums };
      });
  }
}

export const accountOf = (id: string, code: string): JsonObject => ({
  id,
  code,
  currency: 'EUR',
  kind: 'operational',
  external_ref: null,
  gl_account_id: GL_ACCOUNT,
  entity_id: null,
  floor: 'none',
});
