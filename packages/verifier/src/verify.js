// Proves an archive, or finds its first fault. What it claims is in docs/reference/archive-format.md; nothing of the archive is
// believed that is not derived again here: only the keys the log brings, where none are given from outside.
// @ts-check

import { checkAnchor } from './anchors.js';
import { checkLink, parseManifest } from './block.js';
import { Books } from './books.js';
import { canonicalOf } from './canonical.js';
import { originOf } from './checkpoint.js';
import { Claims } from './claims.js';
import { earlier, NotAnArchive } from './faults.js';
import { KEY_BYTES } from './id-table.js';
import { headHeader, holds, importKey, parseDetached } from './jws.js';
import { Keys } from './keys.js';
import { Tree } from './merkle.js';
import { readBlocks } from './read.js';
import { checkBlocks } from './threads.js';

const LEAF_BYTES = 32;
const NEWLINE = 0x0a;
/** Signatures that are checked at once. */
const SIGNATURES_AT_ONCE = 64;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./faults.js').Fault} Fault */
/** Kinds of lines in the order in which they come. @type {Readonly<Record<string, number>>} */
const phases = { archive: 0, key: 1, event: 2, head: 2, anchor: 2, account: 3, end: 4 };

/**
 * @typedef {object} Options
 * @property {number} [threads] 0: all in this one
 * @property {readonly import('./keys.js').GivenKey[] | null} [keys] chain keys that are trusted; null: those the log brings
 * @property {readonly import('./checkpoint.js').Checkpoint[]} [kept] checkpoints that were kept from before
 * @property {(anchor: import('./anchors.js').AnchorProven) => void} [onAnchor] called for each that holds, in order
 */

/**
 * @typedef {object} Result
 * @property {Fault | null} fault
 * @property {string} tenantId
 * @property {string | null} name the last one that the log gives it
 * @property {number} events that were read and contradict nothing, from seq 1 on; up to the fault where there is one
 * @property {number} through the last event that a signed head covers which holds, is by a trusted key, and lies below the first fault; 0 where none does
 * @property {string | null} firstTs
 * @property {string | null} lastTs
 * @property {string} headHash
 * @property {string} root of the tree over all of them
 * @property {number} heads
 * @property {readonly { readonly kid: string, readonly seq: number }[]} chainKeys
 * @property {boolean} keysGiven
 * @property {number} clientSigned signatures of clients that hold
 * @property {number} clientUnknown signatures by keys that are not in the log and were not given
 * @property {number} intents executed
 * @property {number} postings sides
 * @property {number} accounts
 * @property {number} currencies
 * @property {number} anchors
 * @property {number} witnessed anchors that somebody outside has
 * @property {number} timeStamps tokens over the checkpoint
 * @property {number} timeStampsSigned of them signed by the certificate they bring
 * @property {import('./anchors.js').AnchorProven | null} lastAnchor
 * @property {import('./anchors.js').AnchorProven | null} lastTimeStamped
 * @property {readonly { readonly size: number, readonly root: string }[]} kept checkpoints from before that the log contains
 */

/**
 * Throws NotAnArchive, and what reading fails with.
 * @param {AsyncIterable<Uint8Array>} source
 * @param {Options} [options]
 * @returns {Promise<Result>}
 */
export async function verifyArchive(source, { threads = 0, keys = null, kept = [], onAnchor = () => {} } = {}) {
  const blocks = readBlocks(source);
  const first = await blocks.next();
  if (first.done === true) throw new NotAnArchive('the file is empty');
  const manifest = parseManifest(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      first.value.subarray(0, first.value.indexOf(NEWLINE) < 0 ? undefined : first.value.indexOf(NEWLINE)),
    ),
  );
  const verification = new Verification(manifest, keys, kept, onAnchor);
  const all = (async function* () {
    yield first.value;
    yield* blocks;
  })();
  for await (const block of checkBlocks(all, verification.tenantId, threads)) if (!(await verification.take(block))) break;
  return verification.finish();
}

class Verification {
  #head;
  #keys;
  #keysGiven;
  #kept;
  #onAnchor;
  #at = { seq: 0, hash: '0'.repeat(64), ts: '' };
  /** @type {string | null} */ #firstTs = null;
  #tree = new Tree();
  #books = new Books();
  #claims = new Claims();
  /** @type {Map<string, Line>} */ #storedKeys = new Map();
  /** @type {Fault | null} */ #fault = null;
  /** @type {Set<Promise<void>>} */ #signatures = new Set();
  #lines = 0;
  #phase = -1;
  #counts = { keys: 0, events: 0, heads: 0, anchors: 0, accounts: 0 };
  /** @type {Line | null} */ #end = null;
  #coveredTo = 0;
  /** The last event that a head of a trusted key covers. */
  #trustedTo = 0;
  /** Seqs of the heads by trusted keys whose signature holds. @type {number[]} */ #held = [];
  /** @type {string | null} */ #name = null;
  #intents = 0;
  #clientSigned = 0;
  #clientUnknown = 0;
  #witnessed = 0;
  #timeStamps = 0;
  #timeStampsSigned = 0;
  /** @type {import('./anchors.js').AnchorProven | null} */ #lastAnchor = null;
  /** @type {import('./anchors.js').AnchorProven | null} */ #lastTimeStamped = null;
  /** @type {{ size: number, root: string }[]} */ #keptFound = [];

  /**
   * @param {Line} manifest
   * @param {readonly import('./keys.js').GivenKey[] | null} keys
   * @param {readonly import('./checkpoint.js').Checkpoint[]} kept
   * @param {(anchor: import('./anchors.js').AnchorProven) => void} onAnchor
   */
  constructor(manifest, keys, kept, onAnchor) {
    const { tenant_id: tenantId, head } = manifest;
    const { seq, event_hash: hash } = /** @type {Line} */ (head ?? {});
    if (typeof tenantId !== 'string' || !UUID.test(tenantId)) throw new NotAnArchive('the first line does not name an organisation');
    if (typeof seq !== 'number' || (typeof hash !== 'string' && hash !== null))
      throw new NotAnArchive('the first line does not name a head');
    this.tenantId = tenantId;
    this.#head = { seq, hash };
    if (kept.some((checkpoint) => checkpoint.origin !== originOf(tenantId)))
      throw new NotAnArchive('a checkpoint that was given is of another log');
    this.#keys = new Keys(keys);
    this.#keysGiven = keys !== null;
    this.#kept = [...kept].sort((a, b) => a.size - b.size);
    this.#onAnchor = onAnchor;
  }

  /**
   * Takes the next block. Answers false once there is a fault that nothing to come can precede.
   * @param {import('./block.js').Block} block
   */
  async take(block) {
    const unlinked = block.first === null ? null : checkLink(this.#at, block.first);
    this.#firstTs ??= block.first?.ts ?? null;
    let [leaf, decided, next] = [0, 0, 0];
    const grow = (/** @type {number} */ to) => {
      if (to > leaf) this.#enter('event', leaf);
      for (; leaf < to; leaf++) {
        this.#tree.append(block.leaves.subarray(leaf * LEAF_BYTES, (leaf + 1) * LEAF_BYTES));
        this.#fail(this.#claims.takeEventId(this.#tree.size, block.eventIds.subarray(leaf * KEY_BYTES, (leaf + 1) * KEY_BYTES)));
        this.#findKept();
      }
      for (; (block.decided[decided]?.seq ?? Number.POSITIVE_INFINITY) <= this.#tree.size; decided++)
        this.#fail(this.#claims.takeIntent(/** @type {import('./block.js').Decided} */ (block.decided[decided])));
    };
    // Accounts are held against all that was posted, and come after it: perhaps within this very block.
    let isPosted = false;
    const post = () => {
      // Of a block that is left early: what was posted before that.
      const left = block.items.slice(next).find((item) => item.is === 'sums');
      if (!isPosted) this.#post(left?.is === 'sums' ? left.sums : block.sums);
      isPosted = true;
    };
    for (; next < block.items.length; next++) {
      const item = /** @type {import('./block.js').Item} */ (block.items[next]);
      // What follows an event that is not linked to what came before says nothing.
      if (this.#isOver || (unlinked !== null && item.at > 0)) break;
      grow(item.at);
      if (item.is === 'line' && item.line['kind'] === 'account') post();
      if (this.#isOver) break;
      await this.#takeItem(item, item.after ?? this.#at);
    }
    this.#fail(unlinked);
    if (!this.#isOver) grow(block.leaves.length / LEAF_BYTES);
    post();
    for (const { asked, id, seq, code } of block.named)
      if (!this.#books.isNamed(asked, id))
        this.#fail({ seq, code, message: `event ${seq}: the account ${asked} is not the one that was posted to` });
    this.#fail(block.contradiction);
    this.#fail(block.fault);
    if (this.#isOver) return false;
    if (block.unreadable !== null) await Promise.all(this.#signatures);
    if (this.#isOver) return false;
    if (block.unreadable !== null) throw new NotAnArchive(`line ${this.#lines + block.unreadable.line}: ${block.unreadable.why}`);
    this.#at = block.last ?? this.#at;
    this.#intents += block.intents;
    this.#lines += block.lines;
    return true;
  }

  /** @returns {Promise<Result>} */
  async finish() {
    await Promise.all(this.#signatures);
    if (this.#isOver) this.#checkStoredKeys();
    else this.#checkEnd();
    const below = this.#fault?.seq ?? Number.POSITIVE_INFINITY;
    const events = Math.min(below - 1, this.#tree.size);
    const through = this.#held.reduce((last, seq) => (seq < below && seq > last ? seq : last), 0);
    return {
      fault: this.#fault,
      tenantId: this.tenantId,
      name: this.#name,
      events,
      through,
      firstTs: this.#firstTs,
      lastTs: this.#at.ts || null,
      headHash: this.#at.hash,
      root: this.#tree.root(),
      heads: this.#counts.heads,
      chainKeys: this.#keys.all.filter((k) => k.purpose === 'chain').map(({ kid, seq }) => ({ kid, seq })),
      keysGiven: this.#keysGiven,
      clientSigned: this.#clientSigned,
      clientUnknown: this.#clientUnknown,
      intents: this.#intents,
      postings: this.#books.postings,
      accounts: this.#books.size,
      currencies: this.#books.currencies,
      anchors: this.#counts.anchors,
      witnessed: this.#witnessed,
      timeStamps: this.#timeStamps,
      timeStampsSigned: this.#timeStampsSigned,
      lastAnchor: this.#lastAnchor,
      lastTimeStamped: this.#lastTimeStamped,
      kept: this.#keptFound,
    };
  }

  /** There is a fault in the log: nothing behind it is read. Faults of the accounts as they are stored are none of the log. */
  get #isOver() {
    return this.#fault !== null && !this.#fault.code.startsWith('stored_');
  }

  /** @param {import('./block.js').Sums} sums */
  #post({ accounts, dates }) {
    this.#fail(this.#books.post(accounts));
    for (const [date, seq] of dates) {
      const lock = this.#claims.lockAt(date);
      if (lock !== null)
        this.#fail({ seq, code: 'period', message: `event ${seq} posts to ${date}, which is locked (${lock.start} to ${lock.end})` });
    }
  }

  /** @param {Fault | null} fault */
  #fail(fault) {
    this.#fault = earlier(this.#fault, fault);
  }

  /** Kinds of lines come in their order, and the whole begins and ends once. @param {string} kind @param {number} line */
  #enter(kind, line) {
    const phase = phases[kind];
    const isAgain = phase === this.#phase && (phase === 0 || phase === 4);
    if (phase === undefined || phase < this.#phase || isAgain || (this.#phase === -1 && phase !== 0))
      throw new NotAnArchive(`line ${this.#lines + line + 1} or a little after it: a line “${kind}” does not belong there`);
    this.#phase = phase;
  }

  /** @param {import('./block.js').Item} item @param {import('./block.js').Position} at */
  async #takeItem(item, at) {
    switch (item.is) {
      case 'key': {
        const before = this.#keys.chain;
        const wrong = this.#keys.add(item.seq, item.payload, canonicalOf(item.payload['public_jwk'] ?? null));
        if (wrong !== null) return this.#fail({ seq: item.seq, code: 'key', message: wrong });
        return before === null ? undefined : this.#takeSuccession(item, before);
      }
      case 'key-ends':
        return this.#keys.end(item.kid, item.seq);
      case 'account':
        return this.#fail(this.#books.open(item.seq, item.payload));
      case 'name':
        this.#name = item.name;
        return;
      case 'signed':
        return this.#takeSigned(item);
      case 'sums':
        return this.#post(item.sums);
      case 'account-state':
        return this.#fail(this.#books.setOpen(item.seq, item.id, item.open));
      case 'claim':
        return this.#fail(
          this.#claims.take(item.claim, { root: () => (this.#tree.size === 0 ? null : this.#tree.root()), books: this.#books }),
        );
      case 'line':
        return this.#takeLine(item.line, at, item.at);
    }
  }

  /**
   * Each chain key is named by the one before it, unless it was given from outside.
   * @param {Extract<import('./block.js').Item, { is: 'key' }>} item
   * @param {import('./keys.js').Key} before
   */
  async #takeSuccession({ seq, payload }, before) {
    const { chain } = this.#keys;
    if (chain === null || chain === before || before.key === null || this.#keys.isGiven(chain)) return;
    /** @type {Fault} */
    const fault = {
      seq,
      code: 'key',
      message: `the chain key of event ${seq} is not endorsed by the one before it (${before.kid}): somebody else may have put it there`,
    };
    const { kid, signature } = /** @type {Line} */ (payload['endorsement'] ?? {});
    const jws = typeof signature === 'string' ? parseDetached(signature) : null;
    if (kid !== before.kid || jws === null || jws.header !== headHeader(before.kid)) return this.#fail(fault);
    const text = canonicalOf({ kid: chain.kid, public_jwk: payload['public_jwk'], tenant_id: this.tenantId });
    await this.#await(holds(jws, text, before.key), fault);
  }

  /** @param {Line} line @param {import('./block.js').Position} at @param {number} lineAt */
  async #takeLine(line, at, lineAt) {
    const kind = String(line['kind']);
    this.#enter(kind, lineAt);
    switch (kind) {
      case 'key':
        this.#counts.keys += 1;
        if (this.#storedKeys.has(String(line['kid']))) throw new NotAnArchive(`the key ${String(line['kid'])} is there twice`);
        this.#storedKeys.set(String(line['kid']), line);
        return;
      case 'head':
        this.#counts.heads += 1;
        return this.#takeHead(line, at);
      case 'anchor':
        this.#counts.anchors += 1;
        return this.#takeAnchor(line, at);
      case 'account':
        this.#counts.accounts += 1;
        return this.#fail(this.#books.compare(line, this.#head.seq));
      case 'end':
        this.#end = line;
        return;
      default:
        return;
    }
  }

  /** @param {Line} line @param {import('./block.js').Position} at */
  async #takeHead({ seq, event_hash: hash, event_ts: ts, kid, signature }, at) {
    if (typeof seq !== 'number' || typeof signature !== 'string') throw new NotAnArchive('a signed head lacks a member');
    // From the first event on that no head before this one covers, nothing is signed.
    const from = this.#coveredTo + 1;
    /** @type {(message: string, at?: number) => Fault} */
    const fault = (message, first = from) => ({ seq: first, code: 'head', message });
    if (seq > at.seq) return this.#fail(checkLink(at, { seq: seq + 1, prevHash: '', ts: null }));
    if (seq < at.seq) return this.#fail(fault(`in the place of the signed head of event ${at.seq} is that of event ${seq}`));
    if (this.#coveredTo === seq) return this.#fail(fault(`event ${seq} has a signed head twice`, seq));
    if (this.#lastAnchor?.size === seq) return this.#fail(fault(`the signed head of event ${seq} stands behind its anchor`, seq));
    if (hash !== at.hash || ts !== at.ts)
      return this.#fail(
        fault(
          `the signed head of event ${seq} is of another event than the one that is there: something from event ${from} on was replaced`,
        ),
      );
    const key = this.#keys.chain;
    if (key === null || key.key === null || key.kid !== kid)
      return this.#fail(fault(`the head of event ${seq} is not signed by the chain key of then (${key?.kid ?? 'there is none yet'})`));
    const jws = parseDetached(signature);
    if (jws === null || jws.header !== headHeader(key.kid))
      return this.#fail(fault(`the signature of the head of event ${seq} is not one`));
    this.#coveredTo = seq;
    if (key.isTrusted) this.#trustedTo = seq;
    const text = canonicalOf({ event_hash: hash, event_ts: ts, seq, tenant_id: this.tenantId });
    await this.#await(
      holds(jws, text, key.key),
      fault(`the signature of the head of event ${seq} does not hold: something from event ${from} on was replaced, or the signature`),
      key.isTrusted ? () => void this.#held.push(seq) : undefined,
    );
  }

  /** Goes on while a signature is checked, unless many are. @param {Promise<boolean>} holding @param {Fault} fault @param {() => void} [onHeld] */
  async #await(holding, fault, onHeld = () => {}) {
    const checked = holding.then((isHeld) => {
      this.#signatures.delete(checked);
      if (isHeld) onHeld();
      else this.#fail(fault);
    });
    this.#signatures.add(checked);
    if (this.#signatures.size >= SIGNATURES_AT_ONCE) await Promise.race(this.#signatures);
  }

  /** @param {Extract<import('./block.js').Item, { is: 'signed' }>} item */
  async #takeSigned({ seq, jws: text, text: signedText, payload }) {
    /** @type {(message: string) => Fault} */
    const fault = (message) => ({ seq, code: 'client_signature', message: `event ${seq}: ${message}` });
    const jws = parseDetached(text);
    if (jws === null) return this.#fail(fault('the signature of its client is not one'));
    const { signing_kid: told = null, signing_jwk: brought } = /** @type {Line} */ (payload['checks'] ?? {});
    if (told !== null && told !== jws.kid) return this.#fail(fault('it names another key than its client signed with'));
    // A key of a set of the organisation's own is in no other event.
    const known = brought === undefined ? this.#keys.find(jws.kid) : null;
    const key = brought === undefined ? (known?.key ?? this.#keys.findGiven(jws.kid)) : importKey(brought);
    if (brought !== undefined && key === null) return this.#fail(fault('the key it brings is none'));
    if (known !== null) {
      if (known.purpose !== 'intent' || known.userId !== payload['actor_id'])
        return this.#fail(fault(`the key ${jws.kid} is not one of who acted`));
      // What waited for approval was signed while the key was good.
      if (known.endedSeq !== null && payload['approval_id'] === undefined)
        return this.#fail(fault(`the key ${jws.kid} had ended with event ${known.endedSeq}`));
    }
    if (key === null) {
      this.#clientUnknown += 1;
      return;
    }
    if (key.algorithm !== jws.algorithm) return this.#fail(fault('its client signed in another way than the key is for'));
    await this.#await(holds(jws, signedText, key), fault('the signature of its client does not hold'), () => {
      this.#clientSigned += 1;
    });
  }

  /** @param {Line} line @param {import('./block.js').Position} at */
  #takeAnchor(line, at) {
    const { from_seq: from, to_seq: to } = line;
    if (typeof from !== 'number' || typeof to !== 'number') throw new NotAnArchive('an anchor lacks a member');
    const before = this.#lastAnchor?.size ?? 0;
    if (to !== at.seq) {
      const message = `an anchor covers events up to ${to}, but the event before it in the archive is ${at.seq}`;
      return this.#fail({ seq: Math.min(to, at.seq + 1), code: 'anchor', message });
    }
    if (to === before) return this.#fail({ seq: to, code: 'anchor', message: `there are two anchors over events 1 to ${to}` });
    if (from < 1 || from > before + 1)
      return this.#fail({
        seq: to,
        code: 'anchor',
        message: `the anchor over events 1 to ${to} begins at ${from}; the one before it ends at ${before}`,
      });
    const checked = checkAnchor(line, { tenantId: this.tenantId, root: this.#tree.root(), key: this.#keys.chain });
    if ('code' in checked) return this.#fail(checked);
    this.#lastAnchor = checked;
    if (checked.ref !== null) this.#witnessed += 1;
    if (checked.timeStamp !== null) {
      this.#timeStamps += 1;
      this.#timeStampsSigned += checked.timeStamp.signed ? 1 : 0;
      this.#lastTimeStamped = checked;
    }
    this.#onAnchor(checked);
  }

  /** A checkpoint kept from before must be one of this very log. */
  #findKept() {
    while (this.#kept[0]?.size === this.#tree.size) {
      const kept = /** @type {import('./checkpoint.js').Checkpoint} */ (this.#kept.shift());
      const root = this.#tree.root();
      const from = (this.#keptFound.at(-1)?.size ?? 0) + 1;
      if (kept.root !== root) {
        const message = `the checkpoint kept over events 1 to ${kept.size} is of another log: an event from ${from} to ${kept.size} was replaced since`;
        this.#fail({ seq: from, code: 'kept_checkpoint', message });
        return;
      }
      this.#keptFound.push({ size: kept.size, root });
    }
  }

  #checkEnd() {
    const end = this.#end;
    if (end === null) throw new NotAnArchive('the archive ends early: its closing line is missing');
    const { seq, hash } = this.#head;
    const at = this.#at;
    const first = Math.min(seq, at.seq) + 1;
    if (seq !== at.seq || hash !== at.hash) {
      const message =
        seq === at.seq
          ? `the head of the log is not its last event`
          : `the head of the log is event ${seq}, but it ends with event ${at.seq}`;
      this.#fail({ seq: seq === at.seq ? seq : first, code: 'archive_head', message });
    }
    if (this.#coveredTo < at.seq)
      this.#fail({
        seq: this.#coveredTo + 1,
        code: 'uncovered',
        message: `no signed head covers the events from ${this.#coveredTo + 1} on`,
      });
    else if (this.#trustedTo < at.seq) {
      const message = `no head of the events from ${this.#trustedTo + 1} on is signed by a key that was given, or endorsed by one; the chain key now is ${this.#keys.chain?.kid}`;
      this.#fail({ seq: this.#trustedTo + 1, code: 'key', message });
    }
    const missed = this.#kept[0];
    if (missed !== undefined)
      this.#fail({
        seq: at.seq + 1,
        code: 'kept_checkpoint',
        message: `the archive is of an older log: a checkpoint was kept over events 1 to ${missed.size}, it ends with event ${at.seq}`,
      });
    this.#checkStoredKeys();
    this.#fail(this.#books.findUntold(seq));
    for (const [kind, count] of Object.entries(this.#counts)) {
      const found = kind === 'events' ? this.#tree.size : count;
      if (end[kind] !== found)
        this.#fail({ seq, code: 'end', message: `the closing line counts ${String(end[kind])} ${kind}; there are ${found}` });
    }
  }

  #checkStoredKeys() {
    const isWhole = !this.#isOver;
    for (const key of this.#keys.all) {
      const stored = this.#storedKeys.get(key.kid);
      const isSame =
        stored !== undefined &&
        stored['purpose'] === key.purpose &&
        stored['algorithm'] === key.algorithm &&
        stored['public_jwk'] === key.jwk &&
        stored['user_id'] === key.userId;
      if (!isSame)
        this.#fail({
          seq: key.seq,
          code: 'stored_key',
          message: `the key ${key.kid} of event ${key.seq} is not stored as the event has it`,
        });
      this.#storedKeys.delete(key.kid);
    }
    const [extra] = this.#storedKeys.keys();
    if (isWhole && extra !== undefined)
      this.#fail({ seq: this.#head.seq, code: 'stored_key', message: `the key ${extra} is stored, but no event brings it` });
  }
}
