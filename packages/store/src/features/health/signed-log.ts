// What the system signed of a log, checked again as the log is walked: heads and checkpoints by the chain key of their seq, chain keys by the
// one before, stored keys by the events that brought them. Keys are those of the events: the table of keys is one of the suspects.

import { createHash, hash, type KeyObject } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { headToSign } from '@countinghouse/kernel/chain/event-hash';
import { isSigned, originOf } from '../../keys/checkpoint.ts';
import { holds, importChainKey } from '../../keys/detached.ts';

/** Signatures that are checked at once. */
const AT_ONCE = 256;

export interface SignedHead {
  readonly seq: number;
  readonly event_hash: string;
  readonly event_ts: string;
  readonly kid: string;
  readonly signature: string;
}

export interface StoredAnchor {
  readonly to_seq: number;
  readonly root: Buffer;
  readonly checkpoint: string;
  readonly kid: string;
  readonly anchor_ref: string | null;
  readonly with_token: boolean;
}

export interface StoredKey {
  readonly kid: string;
  readonly purpose: string;
  readonly algorithm: string;
  readonly public_jwk: string;
  readonly user_id: string | null;
}

export interface SignedFault {
  readonly seq: number;
  readonly what: 'signed_head' | 'uncovered' | 'checkpoint' | 'key' | 'stored_key';
  readonly found: string;
  readonly expected: string;
}

/** Heads that were found to hold before: as long as they, and the keys they are checked by, are the same, they hold. */
export interface VerifiedHeads {
  readonly through: number;
  readonly digest: string;
}

interface ChainKey {
  readonly kid: string;
  readonly jwk: JsonObject;
  readonly key: KeyObject;
}

interface Pending {
  readonly head: SignedHead;
  readonly key: ChainKey;
}

interface KeyEvent {
  readonly seq: number;
  readonly event_type: string;
  readonly payload: string;
}

export class SignedLog {
  /** Heads that hold, by seq, ascending. */
  readonly held: number[] = [];
  private readonly tenantId: string;
  private readonly known: VerifiedHeads | null;
  private readonly brought = new Map<string, StoredKey & { readonly seq: number }>();
  private readonly running = createHash('sha256');
  private readonly faults: SignedFault[] = [];
  private chain: ChainKey | null = null;
  private pending: Pending[] = [];
  /** Seqs of heads whose signatures are spared if all up to the last that is known are the same; of a long log there are a million. */
  private spared: number[] = [];
  private digest = '';
  private coveredTo = 0;
  private isFinished = false;

  /** Of the events after a seq; `known` spares the signatures of heads that were verified before. */
  constructor(tenantId: string, after: number, known: VerifiedHeads | null) {
    this.tenantId = tenantId;
    this.coveredTo = after;
    this.known = known;
  }

  /** Heads up to the last one taken, to be spared the next time. Only of a log without a fault. */
  get verified(): VerifiedHeads {
    return { through: this.coveredTo, digest: this.digest };
  }

  /** Takes the next event: what matters is whether it brings a key. */
  async takeEvent({ seq, event_type: type, payload: text }: KeyEvent): Promise<void> {
    if (!type.startsWith('key.')) return;
    const payload = parsed(text);
    const { kid, purpose, algorithm, public_jwk: jwk, user_id: userId, endorsement } = payload;
    if (typeof kid !== 'string' || typeof jwk !== 'object' || jwk === null) return;
    const user_id = typeof userId === 'string' ? userId : null;
    this.brought.set(kid, { seq, kid, purpose: String(purpose), algorithm: String(algorithm), public_jwk: canonicalize(jwk), user_id });
    if (purpose !== 'chain') return;
    const before = this.chain;
    const key = importChainKey(jwk);
    const thumbprint = hash('sha256', canonicalize(jwk), 'base64url');
    if (key === null || kid !== thumbprint) return this.fault({ seq, what: 'key', found: kid, expected: thumbprint });
    this.chain = { kid, jwk: jwk as JsonObject, key };
    if (before === null) return;
    const { kid: by, signature } = (endorsement ?? {}) as Readonly<Record<string, unknown>>;
    const signed = canonicalize({ kid, public_jwk: jwk, tenant_id: this.tenantId });
    if (by !== before.kid || typeof signature !== 'string' || !(await holds(signature, before.kid, signed, before.key)))
      this.fault({ seq, what: 'key', found: kid, expected: `endorsed by ${before.kid}` });
  }

  /** Takes a signed head, after its event; the hash and time of that one, null where there is none. */
  async takeHead(head: SignedHead, event: { readonly hash: string; readonly ts: string } | null): Promise<void> {
    const { seq, event_hash, event_ts, kid, signature } = head;
    const from = this.coveredTo + 1;
    if (event === null || event.hash !== event_hash || event.ts !== event_ts)
      return this.fault({ seq: from, what: 'signed_head', found: event_hash, expected: event?.hash ?? 'an event' });
    if (this.chain === null || this.chain.kid !== kid)
      return this.fault({ seq: from, what: 'signed_head', found: kid, expected: this.chain?.kid ?? 'a chain key' });
    this.coveredTo = seq;
    this.running.update(`${seq} ${event_hash} ${event_ts} ${kid} ${signature} ${this.chain.jwk['x']}\n`);
    this.digest = this.running.copy().digest('hex');
    if (this.known !== null && seq <= this.known.through) return this.spare(seq);
    this.pending.push({ head, key: this.chain });
    if (this.pending.length >= AT_ONCE) await this.settle();
  }

  private spare(seq: number): void {
    this.spared.push(seq);
    if (seq !== this.known?.through || this.known.digest !== this.digest) return;
    for (const spared of this.spared) this.held.push(spared);
    this.spared = [];
  }

  /** Once heads after a seq were taken, or all were: whether those up to what is known are others than they were. Their signatures are to be checked after all, from the first. */
  get isUnlikeKnown(): boolean {
    return this.spared.length > 0 && (this.isFinished || this.coveredTo >= (this.known?.through ?? 0));
  }

  /** An anchor whose root is the one of the tree: its checkpoint, and where it says that it is kept. */
  takeAnchor({ to_seq: seq, root, checkpoint, kid, anchor_ref: ref, with_token: withToken }: StoredAnchor): void {
    const x = this.chain?.jwk['x'];
    const isOurs =
      this.chain?.kid === kid && isSigned(checkpoint, { origin: originOf(this.tenantId), size: seq, root }, typeof x === 'string' ? x : '');
    const expected = `sha256:${hash('sha256', checkpoint)}`;
    if (!isOurs) this.fault({ seq, what: 'checkpoint', found: kid, expected: this.chain?.kid ?? 'a chain key' });
    else if (ref !== null && !withToken && ref !== expected) this.fault({ seq, what: 'checkpoint', found: ref, expected });
  }

  /**
   * At the end of the log: its last event is covered, and the stored keys (null: not looked at) are those of the events. Of a log whose chain
   * breaks it is not said that no event brings a key.
   */
  async finish(end: number, stored: readonly StoredKey[] | null, isUnbroken: boolean): Promise<readonly SignedFault[]> {
    await this.settle();
    this.isFinished = true;
    if (this.coveredTo < end)
      this.fault({ seq: this.coveredTo + 1, what: 'uncovered', found: String(this.coveredTo), expected: String(end) });
    const left = new Map(this.brought);
    for (const key of stored ?? []) {
      const event = left.get(key.kid);
      left.delete(key.kid);
      if (event === undefined && !isUnbroken) continue;
      if (event === undefined) this.fault({ seq: end, what: 'stored_key', found: key.kid, expected: 'a key of the log' });
      else if (textOf(event) !== textOf(key))
        this.fault({ seq: event.seq, what: 'stored_key', found: textOf(key), expected: textOf(event) });
    }
    if (stored !== null) for (const { seq, kid } of left.values()) this.fault({ seq, what: 'stored_key', found: 'nothing', expected: kid });
    return this.faults;
  }

  private async settle(): Promise<void> {
    const all = this.pending;
    this.pending = [];
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE);
      const results = await Promise.all(
        some.map(({ head, key }) => holds(head.signature, key.kid, headToSign({ tenant_id: this.tenantId, ...pick(head) }), key.key)),
      );
      for (const [i, isHeld] of results.entries()) {
        const { seq, signature } = (some[i] as Pending).head;
        if (isHeld) this.held.push(seq);
        else
          this.fault({ seq: (this.held.at(-1) ?? 0) + 1, what: 'signed_head', found: signature, expected: `a signature of event ${seq}` });
      }
    }
  }

  private fault(fault: SignedFault): void {
    this.faults.push(fault);
  }
}

const pick = ({ seq, event_hash, event_ts }: SignedHead) => ({ seq, event_hash, event_ts });
const textOf = ({ purpose, algorithm, public_jwk, user_id }: StoredKey): string => [purpose, algorithm, public_jwk, user_id].join(' ');

/** Empty for what is no object: that is a fault of the chain. */
function parsed(text: string): Readonly<Record<string, JsonObject[string]>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}
