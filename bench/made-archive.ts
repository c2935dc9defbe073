// An archive of as many events as are asked for, made as the writer would have chained them: signed by the batch and anchored.

import { generateKeyPairSync, hash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { GENESIS_HASH, HASH_VERSION, hashEvent, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { formatInstant } from '@countinghouse/kernel/time/instant';
import { lineOf } from '@countinghouse/store/archive/lines';
import { originOf, signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { type ChainKey, signHead } from '@countinghouse/store/keys/keyring';
import { uuidV7 } from '@countinghouse/store/sql/uuid-v7';
import { leafHash, Tree } from '@countinghouse/verifier/merkle';
import { bodyOf } from './intents.ts';

const ACCOUNTS = 1_000;
/** Events a batch. */
const BATCH = 100;
const ANCHOR_EVERY = 50_000;
const AMOUNT_E8 = 12_550_000_000n;
const LINES_A_PIECE = 500;

const sha256 = (text: string): string => hash('sha256', text);

interface Account {
  readonly id: string;
  readonly code: string;
  debitsE8: bigint;
  creditsE8: bigint;
  postings: number;
}

/** A log in the making: an organisation, its accounts, then intents of one row each. */
class Log {
  private readonly tenantId = randomUUID();
  private readonly owner = randomUUID();
  private readonly fxSnapshotId = randomUUID();
  private readonly events: number;
  private readonly key: ChainKey;
  readonly jwk: JsonObject;
  private readonly tree = new Tree();
  private readonly accounts: readonly Account[] = Array.from({ length: ACCOUNTS }, (_, i) => ({
    id: randomUUID(),
    code: `A${i + 1}`,
    debitsE8: 0n,
    creditsE8: 0n,
    postings: 0,
  }));
  private head = { seq: 0, event_hash: GENESIS_HASH, event_ts: '' };
  private nowUs = BigInt(Date.now()) * 1000n;
  private heads = 0;
  private anchors = 0;
  private anchoredTo = 0;

  constructor(events: number) {
    this.events = events;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const { kty = '', crv = '', x = '' } = publicKey.export({ format: 'jwk' });
    this.jwk = { crv, kty, x };
    const kid = hash('sha256', canonicalize(this.jwk), 'base64url');
    this.key = { kid, privateKey, header: Buffer.from(canonicalize({ alg: 'EdDSA', kid })).toString('base64url') };
  }

  /** The first line. As long before the log is made as after it, but only then true. */
  manifest(): string {
    const head = { seq: this.events, event_hash: this.head.event_hash };
    const at = formatInstant(BigInt(Date.now()) * 1000n);
    return lineOf({ kind: 'archive', format: 'countinghouse-archive', version: 1, tenant_id: this.tenantId, head, made_at: at });
  }

  *lines(): Generator<string> {
    const { kid } = this.key;
    const key = { kid, purpose: 'chain', algorithm: 'EdDSA', user_id: null } as const;
    yield this.manifest();
    yield lineOf({ kind: 'key', ...key, public_jwk: canonicalize(this.jwk) });
    yield this.append('tenant.created', { name: 'Bench', reporting_currency: 'USD', signing_mode: 'STANDARD' });
    yield this.append('key.generated', { ...key, label: 'Chain key', public_jwk: this.jwk });
    const kept = { currency: 'USD', kind: 'operational', external_ref: null, gl_account_id: this.tenantId, entity_id: null, floor: 'none' };
    for (const { id, code } of this.accounts) yield this.append('account.created', { id, code, ...kept });
    while (this.head.seq < this.events) yield this.append('intent.executed', this.post());
    for (const { id, code, debitsE8, creditsE8, postings } of this.accounts) {
      const [balance, debits, credits] = [debitsE8 - creditsE8, debitsE8, creditsE8].map(formatAmountE8) as [string, string, string];
      yield lineOf({ kind: 'account', id, code, currency: 'USD', balance, postings, debits, credits });
    }
    yield lineOf({ kind: 'end', keys: 1, events: this.events, heads: this.heads, anchors: this.anchors, accounts: ACCOUNTS });
  }

  private append(type: string, payload: JsonObject): string {
    this.nowUs += 50n;
    const { text, hash: payloadHash } = hashPayload(sha256, payload);
    const link = {
      seq: this.head.seq + 1,
      event_id: uuidV7(Number(this.nowUs / 1000n)),
      event_type: type,
      event_ts: formatInstant(this.nowUs),
      actor_id: this.owner,
      payload_hash: payloadHash,
      prev_hash: this.head.event_hash,
      signature: null,
    };
    const { seq, event_ts } = link;
    const event_hash = hashEvent(sha256, { ...link, tenant_id: this.tenantId });
    this.head = { seq, event_hash, event_ts };
    this.tree.append(leafHash(event_hash));
    const isLast = seq === this.events;
    const line = lineOf({ kind: 'event', ...link, payload: text, event_hash, hash_version: HASH_VERSION });
    return line + (seq % BATCH === 0 || isLast ? this.sign() : '') + (seq % ANCHOR_EVERY === 0 || isLast ? this.anchor() : '');
  }

  private sign(): string {
    this.heads += 1;
    const signature = signHead(this.key, { tenant_id: this.tenantId, ...this.head });
    return lineOf({ kind: 'head', ...this.head, kid: this.key.kid, signature });
  }

  private anchor(): string {
    this.anchors += 1;
    const { seq, event_ts } = this.head;
    const root_hash = this.tree.root();
    const checkpoint = signCheckpoint(this.key, { origin: originOf(this.tenantId), size: seq, root: Buffer.from(root_hash, 'hex') });
    const place = { id: randomUUID(), from_seq: this.anchoredTo + 1, to_seq: seq, created_at: event_ts };
    this.anchoredTo = seq;
    const unseen = { anchored_at: null, anchor_ref: null, time_stamp: null };
    return lineOf({ kind: 'anchor', ...place, root_hash, checkpoint, kid: this.key.kid, ...unseen });
  }

  private post(): JsonObject {
    const n = this.head.seq;
    const [debit, credit] = [this.accounts[n % ACCOUNTS], this.accounts[(n + 1 + (n % (ACCOUNTS - 1))) % ACCOUNTS]];
    if (debit === undefined || credit === undefined || debit === credit) throw new Error('two accounts');
    const { tenantId, fxSnapshotId, owner } = this;
    const intentId = randomUUID();
    const request = bodyOf({ tenantId, fxSnapshotId, debit: debit.code, credit: credit.code }, intentId);
    debit.debitsE8 += AMOUNT_E8;
    credit.creditsE8 += AMOUNT_E8;
    debit.postings += 1;
    credit.postings += 1;
    const day = String(request['value_date']);
    const row = { line: 1, debit_account_id: debit.id, credit_account_id: credit.id, amount: formatAmountE8(AMOUNT_E8), currency: 'USD' };
    return {
      intent_id: intentId,
      actor_id: owner,
      use_case: 'manual_post',
      value_date: day,
      fingerprint: this.head.event_hash,
      request,
      snapshot_ids: { fx: fxSnapshotId },
      evidence_ref: `intents/${intentId}`,
      rows: [{ ...row, value_date: day, narrative: 'Invoice 2026-004711' }],
      checks: { signature: 'absent', signing_kid: null },
    };
  }
}

/** Answers the bytes it wrote; the chain key is beside it, in a file with `.key` to its name. */
export async function makeArchive(file: string, events: number): Promise<number> {
  const log = new Log(events);
  await pipeline(Readable.from(inPieces(log.lines())), createWriteStream(file));
  const opened = await open(file, 'r+');
  await opened.write(log.manifest(), 0);
  const { size } = await opened.stat();
  await opened.close();
  await writeFile(`${file}.key`, JSON.stringify(log.jwk));
  return size;
}

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece: string[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length < LINES_A_PIECE) continue;
    yield piece.join('');
    piece = [];
  }
  yield piece.join('');
}
