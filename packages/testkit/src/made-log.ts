// A log made by hand, with keys of its own: whoever holds them can write what the system never would. Each batch is one event, signed
// by the chain key of then; accounts are stored as the log comes to them.

import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, randomUUID, sign } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { GENESIS_HASH, hashEvent, hashPayload, headToSign } from '@countinghouse/kernel/chain/event-hash';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { originOf, signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { hashBytes } from '@countinghouse/store/sha256';

const sha256 = (text: string): string => hash('sha256', text);
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: 'EdDSA' | 'ES256';
  readonly jwk: JsonObject;
  readonly privateKey: KeyObject;
}

/** PKCS #8 of an Ed25519 key, up to its 32 bytes. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

export const makeKey = (algorithm: 'EdDSA' | 'ES256' = 'EdDSA'): SigningKey =>
  signingKey(algorithm, algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' }));

/** A key that everybody can make: Ed25519, whose 32 bytes are the SHA-256 of these words. */
export function keyOfWords(words: string): SigningKey {
  const key = Buffer.concat([PKCS8_ED25519, hash('sha256', words, 'buffer')]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return signingKey('EdDSA', { privateKey, publicKey: createPublicKey(privateKey) });
}

function signingKey(
  algorithm: 'EdDSA' | 'ES256',
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
): SigningKey {
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

/** What is as it must be unless said otherwise. */
interface Appended {
  readonly signature?: string;
  readonly isSigned?: boolean;
  readonly actorId?: string;
  readonly eventId?: string;
  readonly prevHash?: string;
  readonly ts?: string;
  /** In the place of the canonical text of the payload. */
  readonly text?: string;
}

/** When an event of this seq happens. */
export const tsOf = (seq: number): string => `2026-01-31T12:00:00.${String(seq).padStart(6, '0')}Z`;

/** A line as it stands in an archive. */
export const lineText = (line: JsonObject): string => `${JSON.stringify(line)}\n`;

export class MadeLog {
  readonly lines: JsonObject[] = [];
  readonly stored: JsonObject[] = [];
  chain: SigningKey;
  readonly first: SigningKey;
  private head = { seq: 0, hash: GENESIS_HASH };
  private readonly tree = new GrowingTree();
  /** What the next event that records the anchors says. */
  private anchors = { to_seq: 0, anchors: 0, anchors_sha256: '0'.repeat(64), heads: 0 };

  constructor(chain = makeKey()) {
    this.chain = chain;
    this.first = chain;
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

  append(event_type: string, content: JsonObject, more: Appended = {}): void {
    const { signature = null, isSigned = true, actorId = SOMEBODY, eventId = randomUUID(), prevHash = this.head.hash } = more;
    const seq = this.head.seq + 1;
    const written = hashPayload(sha256, content);
    const payload = more.text === undefined ? written : { text: more.text, hash: sha256(more.text) };
    const event_ts = more.ts ?? tsOf(seq);
    const member = {
      event_id: eventId,
      event_type,
      event_ts,
      actor_id: actorId,
      payload_hash: payload.hash,
      prev_hash: prevHash,
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

  /** An anchor over all that was appended, with a token where one is given: bytes that stand for it, which no checker takes for one. */
  anchor(token: Buffer | null = null): void {
    const { seq } = this.head;
    const root = hashBytes(this.tree.root());
    const checkpoint = signCheckpoint({ ...this.chain, header: '' }, { origin: originOf(TENANT), size: seq, root });
    const checkpoint_sha256 = sha256(checkpoint);
    const anchor_ref = token === null ? `sha256:${checkpoint_sha256}` : 'rfc3161:01@2026-01-31T12:00:00.000Z';
    const time_stamp_sha256 = token === null ? null : hash('sha256', token);
    this.lines.push({
      kind: 'anchor',
      id: randomUUID(),
      from_seq: this.anchors.to_seq + 1,
      to_seq: seq,
      root_hash: toHex(root),
      checkpoint,
      kid: this.chain.kid,
      created_at: 'then',
      anchored_at: 'then',
      anchor_ref,
      time_stamp: token?.toString('base64') ?? null,
    });
    const previous = this.anchors.anchors_sha256;
    this.anchors = {
      to_seq: seq,
      anchors: this.anchors.anchors + 1,
      anchors_sha256: sha256(canonicalize({ anchor_ref, checkpoint_sha256, previous, time_stamp_sha256 })),
      heads: this.lines.filter((line) => line['kind'] === 'head').length,
    };
  }

  /** The event that records the anchors so far. */
  record(): void {
    this.append('log.anchored', { ...this.anchors }, { actorId: 'system' });
  }

  archive(): string {
    return this.archiveLines().map(lineText).join('');
  }

  archiveLines(): readonly JsonObject[] {
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
    const { anchors } = this.anchors;
    const end = { kind: 'end', keys: this.stored.length, events: seq, heads, anchors, accounts: accounts.length };
    return [manifest, ...this.stored, ...this.lines, ...accounts, end];
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
