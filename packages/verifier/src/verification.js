// Proves an archive, or finds its first fault. What it claims is in docs/reference/archive-format.md; nothing of the archive is
// believed that is not derived again here: only the keys the log brings, where none are given from outside.
// @ts-check

import { Anchors } from './anchors.js';
import { Books } from './books.js';
import { canonicalOf } from './canonical.js';
import { Claims } from './claims.js';
import { Clients } from './clients.js';
import { earlier, NotAnArchive } from './faults.js';
import { Heads } from './heads.js';
import { KEY_BYTES } from './id-table.js';
import { Kept } from './kept.js';
import { Keys } from './keys.js';
import { Kinds, parseManifest } from './lines.js';
import { checkLink } from './link.js';
import { Tree } from './merkle.js';
import { Once } from './once.js';
import { quorumText } from './policy.js';
import { Signatures } from './signatures.js';
import { StoredKeys } from './stored-keys.js';

const LEAF_BYTES = 32;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./faults.js').Fault} Fault */
/**
 * @typedef {object} Options
 * @property {readonly import('./keys.js').GivenKey[] | null} [keys] chain keys that are trusted; null: those the log brings
 * @property {readonly import('./checkpoint.js').Checkpoint[]} [kept] checkpoints that were kept from before
 * @property {readonly import('./kept.js').KeptHead[]} [keptHeads] signed heads that were kept from before
 * @property {import('./policy.js').Policy | null} [policy] whose cosignatures an anchor must have; null: nobody’s
 * @property {(anchor: import('./anchors.js').AnchorProven) => void} [onAnchor] called for each that holds, in order
 * @property {Books} [books] what it posts to: whoever gave them can ask them afterwards
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
 * @property {number} keptOutside anchors that are kept outside of the database, by an authority or in the object store
 * @property {number} timeStamps tokens over the checkpoint
 * @property {number} timeStampsSigned of them signed by the certificate they bring
 * @property {import('./anchors.js').AnchorProven | null} lastAnchor
 * @property {import('./anchors.js').AnchorProven | null} lastTimeStamped
 * @property {import('./anchors.js').AnchorProven | null} lastCosigned
 * @property {{ readonly to: number, readonly by: import('./policy.js').Judgement['by'], readonly demanded: string } | null} quorum the policy, and the last event under an anchor that has it; null without one
 * @property {number} recordedTo the size of the last anchor that an event records; 0 where none does
 * @property {import('./heads.js').SignedHead | null} lastHead
 * @property {readonly { readonly size: number, readonly root: string }[]} kept checkpoints from before that the log contains
 * @property {readonly number[]} keptHeads seqs of the signed heads from before that the log contains
 */

/**
 * Throws NotAnArchive, and what reading fails with.
 * @param {string} firstLine
 * @param {(tenantId: string) => AsyncIterable<import('./block.js').Block>} check says of each run of lines, in their order, what can be said of it alone
 * @param {Options} [options]
 * @returns {Promise<Result>}
 */
export async function verifyBlocks(firstLine, check, options = {}) {
  const verification = new Verification(parseManifest(firstLine), options);
  try {
    for await (const block of check(verification.tenantId)) if (!(await verification.take(block))) break;
    return await verification.finish();
  } catch (error) {
    // What nobody can read is behind what was found in all before it.
    if (error instanceof NotAnArchive && (await verification.isOver())) return verification.finish();
    throw error;
  } finally {
    verification.end();
  }
}

class Verification {
  #head;
  #keysGiven;
  #onAnchor;
  #policy;
  #at = { seq: 0, hash: '0'.repeat(64), ts: '' };
  /** @type {string | null} */ #firstTs = null;
  /** @type {Fault | null} */ #fault = null;
  #tree = new Tree();
  #books;
  /** The size of the tree when the fault was found, where that is not at its own seq. */
  #faultAt = 0;
  #once = new Once();
  #claims = new Claims(this.#once);
  #isSettled = false;
  #storedKeys = new StoredKeys();
  #signatures = new Signatures((fault, at) => this.#fail(fault, at));
  #keys;
  #heads;
  #clients;
  #anchors;
  #kept;
  #lines = 0;
  #kinds = new Kinds();
  #accountLines = 0;
  /** @type {Line | null} */ #end = null;
  /** @type {string | null} */ #name = null;
  #intents = 0;

  /** @param {Line} manifest @param {Options} options */
  constructor(manifest, { keys = null, kept = [], keptHeads = [], policy = null, onAnchor = () => {}, books = new Books() }) {
    const { tenant_id: tenantId, head } = manifest;
    const { seq, event_hash: hash } = /** @type {Line} */ (head ?? {});
    if (typeof tenantId !== 'string' || !UUID.test(tenantId)) throw new NotAnArchive('the first line does not name an organisation');
    if (typeof seq !== 'number' || (typeof hash !== 'string' && hash !== null))
      throw new NotAnArchive('the first line does not name a head');
    this.tenantId = tenantId;
    this.#head = { seq, hash };
    this.#keys = new Keys(keys);
    this.#keysGiven = keys !== null;
    this.#heads = new Heads(tenantId, this.#keys, this.#signatures);
    this.#clients = new Clients(this.#keys, this.#signatures);
    this.#anchors = new Anchors(tenantId, policy);
    this.#policy = policy;
    this.#kept = new Kept(tenantId, kept, keptHeads);
    this.#onAnchor = onAnchor;
    this.#books = books;
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
        const at = leaf * LEAF_BYTES;
        this.#tree.append(block.leaves, at);
        this.#once.addEvent(this.#tree.size, block.eventIds, leaf * KEY_BYTES);
        this.#fail(
          this.#kept.take(this.#tree.size, block.leaves, at, () => this.#tree.root()),
          this.#tree.size,
        );
      }
      for (; (block.decided.seqs[decided] ?? Number.POSITIVE_INFINITY) <= this.#tree.size; decided++)
        this.#once.addDecision(block.decided, decided);
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
    if (block.unreadable !== null) throw new NotAnArchive(`line ${this.#lines + block.unreadable.line}: ${block.unreadable.why}`);
    this.#at = block.last ?? this.#at;
    this.#intents += block.intents;
    this.#lines += block.lines;
    return true;
  }

  /** @returns {Promise<Result>} */
  async finish() {
    if (await this.isOver()) this.#fail(this.#storedKeys.compare(this.#keys.all, null));
    else this.#checkEnd();
    return this.#result();
  }

  /** Whether there is a fault in what was read, so that nothing behind it is. */
  async isOver() {
    await this.#signatures.settle();
    if (!this.#isSettled) this.#settle();
    return this.#isOver;
  }

  /** Goes through what can be said once only. */
  #settle() {
    this.#isSettled = true;
    const again = this.#once.find();
    if (again === null) return;
    // What was found behind it is none of the log that is read.
    if (this.#fault !== null && this.#fault.seq < again.seq && this.#faultAt >= again.seq) this.#fault = null;
    this.#fail(again);
  }

  end() {
    this.#once.end();
  }

  /** @returns {Result} */
  #result() {
    const below = this.#fault?.seq ?? Number.POSITIVE_INFINITY;
    const events = Math.min(below - 1, this.#tree.size);
    return {
      fault: this.#fault,
      tenantId: this.tenantId,
      name: this.#name,
      events,
      through: this.#heads.through(below),
      firstTs: this.#firstTs,
      lastTs: this.#at.ts || null,
      headHash: this.#at.hash,
      root: this.#tree.root(),
      heads: this.#heads.count,
      chainKeys: this.#keys.all.filter((k) => k.purpose === 'chain').map(({ kid, seq }) => ({ kid, seq })),
      keysGiven: this.#keysGiven,
      clientSigned: this.#clients.signed,
      clientUnknown: this.#clients.unknown,
      intents: this.#intents,
      postings: this.#books.postings,
      accounts: this.#books.size,
      currencies: this.#books.currencies,
      anchors: this.#anchors.count,
      keptOutside: this.#anchors.keptOutside,
      timeStamps: this.#anchors.timeStamps,
      timeStampsSigned: this.#anchors.timeStampsSigned,
      lastAnchor: this.#anchors.last,
      lastTimeStamped: this.#anchors.lastTimeStamped,
      lastCosigned: this.#anchors.lastCosigned,
      quorum:
        this.#policy === null
          ? null
          : { to: this.#anchors.quorum?.size ?? 0, by: this.#anchors.quorum?.by ?? [], demanded: quorumText(this.#policy) },
      recordedTo: this.#anchors.recordedTo,
      lastHead: this.#heads.last,
      kept: this.#kept.found,
      keptHeads: this.#kept.foundHeads,
    };
  }

  /** There is a fault in the log: nothing behind it is read. Faults of the accounts as they are stored are none of the log. */
  get #isOver() {
    return this.#fault !== null && !this.#fault.code.startsWith('stored_');
  }

  /** @param {import('./sums.js').Sums} sums */
  #post(sums) {
    this.#fail(this.#books.post(sums));
    if (sums.dayFirstSeqs.length > 0) this.#fail(this.#claims.whyStopped(sums.dayFirstSeqs[0] ?? 0));
    for (const [nth, date] of sums.days.entries()) {
      const [lock, seq] = [this.#claims.lockAt(date), sums.dayFirstSeqs[nth] ?? 0];
      if (lock !== null)
        this.#fail({ seq, code: 'period', message: `event ${seq} posts to ${date}, which is locked (${lock.start} to ${lock.end})` });
    }
  }

  /** @param {Fault | null} fault @param {number} [at] the event behind which it was found, where it is at one before that */
  #fail(fault, at = fault?.seq ?? 0) {
    const before = this.#fault;
    this.#fault = earlier(before, fault);
    if (this.#fault !== before) this.#faultAt = at;
  }

  /** @param {unknown} kind @param {number} line */
  #enter(kind, line) {
    if (!this.#kinds.take(kind))
      throw new NotAnArchive(`line ${this.#lines + line + 1} or a little after it: a line “${String(kind)}” does not belong there`);
  }

  /** @param {import('./block.js').Item} item @param {import('./link.js').Position} at */
  async #takeItem(item, at) {
    switch (item.is) {
      case 'key': {
        const before = this.#keys.chain;
        const wrong = this.#keys.add(item.seq, item.payload, canonicalOf(item.payload['public_jwk'] ?? null));
        if (wrong !== null) return this.#fail({ seq: item.seq, code: 'key', message: wrong });
        if (before !== null) this.#fail(await this.#heads.takeSuccession(item.seq, item.payload, before));
        return;
      }
      case 'key-ends':
        return this.#keys.end(item.kid, item.seq);
      case 'account':
        return this.#fail(this.#books.open(item.seq, item.payload));
      case 'name':
        this.#name = item.name;
        return;
      case 'signed':
        return this.#fail(await this.#clients.take(item));
      case 'sums':
        return this.#post(item.sums);
      case 'account-state':
        return this.#fail(this.#books.setOpen(item.seq, item.id, item.open));
      case 'account-mapped':
        return this.#fail(this.#books.remap(item.seq, item.id, item.glAccountId));
      case 'anchored':
        return this.#fail(this.#anchors.takeRecord(item.seq, item.payload), item.seq);
      case 'claim':
        return this.#fail(
          this.#claims.take(item.claim, { root: () => (this.#tree.size === 0 ? null : this.#tree.root()), books: this.#books }),
        );
      case 'line':
        return this.#takeLine(item.line, at, item.at);
    }
  }

  /** @param {Line} line @param {import('./link.js').Position} at @param {number} lineAt */
  async #takeLine(line, at, lineAt) {
    const { kind } = line;
    this.#enter(kind, lineAt);
    switch (kind) {
      case 'key':
        return this.#storedKeys.take(line);
      case 'head':
        return this.#fail(await this.#heads.take(line, at, this.#anchors.last?.size ?? 0), at.seq);
      case 'anchor':
        return this.#takeAnchor(line, at);
      case 'account':
        this.#accountLines += 1;
        return this.#fail(this.#books.compare(line, this.#head.seq));
      case 'end':
        this.#end = line;
        return;
      default:
        return;
    }
  }

  /** @param {Line} line @param {import('./link.js').Position} at */
  async #takeAnchor(line, at) {
    const log = { at: at.seq, root: () => this.#tree.root(), key: this.#keys.chain, heads: this.#heads.count };
    const taken = await this.#anchors.take(line, log);
    if ('code' in taken) this.#fail(taken, at.seq);
    else this.#onAnchor(taken);
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
    const { coveredTo, trustedTo } = this.#heads;
    if (coveredTo < at.seq)
      this.#fail({ seq: coveredTo + 1, code: 'uncovered', message: `no signed head covers the events from ${coveredTo + 1} on` });
    else if (trustedTo < at.seq) {
      const message = `no head of the events from ${trustedTo + 1} on is signed by a key that was given, or endorsed by one; the chain key now is ${this.#keys.chain?.kid}`;
      this.#fail({ seq: trustedTo + 1, code: 'key', message });
    }
    if (this.#policy !== null && this.#anchors.quorum === null) {
      const message = `no anchor has the cosignatures that the policy demands: ${quorumText(this.#policy)}`;
      this.#fail({ seq: 1, code: 'quorum', message });
    }
    this.#fail(this.#kept.missed(at.seq));
    this.#fail(this.#storedKeys.compare(this.#keys.all, this.#head.seq));
    this.#fail(this.#books.findUntold(seq));
    const counts = {
      keys: this.#storedKeys.size,
      events: this.#tree.size,
      heads: this.#heads.count,
      anchors: this.#anchors.count,
      accounts: this.#accountLines,
    };
    for (const [kind, count] of Object.entries(counts)) {
      if (end[kind] !== count)
        this.#fail({ seq, code: 'end', message: `the closing line counts ${String(end[kind])} ${kind}; there are ${count}` });
    }
  }
}
