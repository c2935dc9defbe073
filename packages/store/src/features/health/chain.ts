// Walks the log in pages and derives again what must hold of it: hashes and links, the root of the tree at each anchor, what the system signed,
// which anchors the log records, and the postings of each executed intent. Nothing is believed that is stored beside the log.

import { hash } from 'node:crypto';
import type { LogAnchored } from '@countinghouse/kernel/anchors/events';
import { checkLink, type LinkFault, type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import { listUnlikeRecords } from '../../anchors-recorded.ts';
import { LogPages } from '../../pruned/log-pages.ts';
import type { Tx } from '../../reader.ts';
import { hashBytes } from '../../sha256.ts';
import { executedOf, PostedContents, type UnlikePostings } from './posted.ts';
import { listKeyEvents, listStoredAnchors, listStoredKeys } from './rows.ts';
import { type SignedFault, SignedLog, type StoredAnchor, type VerifiedHeads } from './signed-log.ts';

const PAGE_EVENTS = 2_000;

export interface ChainFault extends Omit<LinkFault, 'what'> {
  /**
   * `head`: the log does not end where its head says; `anchor`: it is not the one that was anchored; `log_anchored`: its anchors, or signed
   * heads, are not those that it records; else of what was signed.
   */
  readonly what: LinkFault['what'] | 'head' | 'anchor' | 'log_anchored' | SignedFault['what'];
}

export interface ChainCheck {
  readonly faults: readonly ChainFault[];
  /** Executed intents whose postings are not exactly their rows, and postings that no executed intent explains. */
  readonly missingPostings: readonly UnlikePostings[];
  readonly to: Position;
  /** The last event that a signed head covers which holds and lies below the first fault; 0 where none does. */
  readonly through: number;
  /** Heads that need not be verified again as long as they are the same; null where there is a fault. */
  readonly verified: VerifiedHeads | null;
}

interface CheckOptions {
  readonly from?: Position;
  /** Of a check before, from the first event on. */
  readonly known?: VerifiedHeads | null;
  readonly faultsMax?: number;
  /** Hears of each page; may throw to stop. */
  readonly onPage?: (seq: number) => Promise<void>;
}

/** Anchors, checked as the tree grows past them. */
class Anchors {
  private readonly tree = new GrowingTree();
  private readonly waiting: StoredAnchor[];

  constructor(anchors: readonly StoredAnchor[]) {
    this.waiting = anchors.toSorted((a, b) => b.to_seq - a.to_seq);
  }

  /** Takes the next event; the anchor of its seq, and the fault where the root is another one. */
  next(seq: number, eventHash: string): { readonly anchor: StoredAnchor; readonly fault: ChainFault | null } | null {
    hashBytes(this.tree.append(hashBytes(hashLeaf(Buffer.from(eventHash, 'hex')))));
    if (this.waiting.at(-1)?.to_seq !== seq) return null;
    const anchor = this.waiting.pop() as StoredAnchor;
    const expected = toHex(anchor.root);
    const found = toHex(hashBytes(this.tree.root()));
    return { anchor, fault: found === expected ? null : { seq, what: 'anchor', found, expected } };
  }

  /** An anchor beyond the end: the log was longer. */
  beyond(end: Position): ChainFault | null {
    const missed = this.waiting[0];
    return missed === undefined ? null : { seq: missed.to_seq, what: 'anchor', found: end.hash, expected: toHex(missed.root) };
  }
}

/**
 * Checks every event after `from` up to the end of the log, what was signed and posted of them, the head against the last one and, from
 * the first event on, anchors and stored keys. Stops after `faultsMax` faults of the chain. After a fault it goes on from what is stored,
 * so that one change is one fault.
 */
export async function checkChain(
  tx: Tx,
  tenantId: string,
  { from = startOfChain, known = null, faultsMax = 100, onPage = () => Promise.resolve() }: CheckOptions = {},
): Promise<ChainCheck> {
  const isWhole = from.seq === 0;
  const links: ChainFault[] = [];
  const unlikeRoots: ChainFault[] = [];
  const missingPostings: UnlikePostings[] = [];
  const anchored: { readonly seq: number; readonly payload: LogAnchored }[] = [];
  const anchors = isWhole ? new Anchors(await listStoredAnchors(tx, tenantId)) : null;
  const signed = new SignedLog(tenantId, from.seq, isWhole ? known : null);
  for (const event of isWhole ? [] : await listKeyEvents(tx, tenantId, from.seq)) await signed.takeEvent(event);
  const contents = new PostedContents(isWhole);
  const pages = new LogPages(tx, tenantId, ['heads', 'postings']);
  let at = from;
  for (let isLast = false; !isLast && links.length < faultsMax; ) {
    const page = await pages.next(at.seq, Number.MAX_SAFE_INTEGER, PAGE_EVENTS);
    const { events: rows, heads, postings } = page;
    ({ isLast } = page);
    let nextHead = 0;
    missingPostings.push(
      ...contents.compare(
        rows.flatMap((event) => executedOf(event) ?? []),
        postings,
      ),
    );
    for (const event of rows) {
      const fault = checkLink((text) => hash('sha256', text), at, event);
      if (fault !== null) links.push(fault);
      await signed.takeEvent(event);
      if (event.event_type === 'log.anchored' && fault === null)
        anchored.push({ seq: event.seq, payload: JSON.parse(event.payload) as LogAnchored });
      for (let head = heads[nextHead]; head !== undefined && head.seq <= event.seq; head = heads[++nextHead])
        await signed.takeHead(head, head.seq === event.seq ? { hash: event.event_hash, ts: event.event_ts } : null);
      const passed = anchors?.next(event.seq, event.event_hash) ?? null;
      if (passed?.fault) unlikeRoots.push(passed.fault);
      else if (passed !== null) signed.takeAnchor(passed.anchor);
      at = { seq: event.seq, hash: event.event_hash, ts: event.event_ts };
      if (links.length >= faultsMax) break;
    }
    if (isLast) for (const head of heads.slice(nextHead)) await signed.takeHead(head, null);
    await onPage(at.seq);
  }
  const stored = isWhole ? await listStoredKeys(tx, tenantId) : null;
  const signedFaults = await signed.finish(at.seq, stored, links.length === 0);
  if (signed.isUnlikeKnown) return checkChain(tx, tenantId, { from, faultsMax, onPage });
  const end = links.length >= faultsMax ? null : await findHeadFault(tx, tenantId, at);
  const records = isWhole ? await listUnlikeRecords(tx, tenantId, anchored) : [];
  const beyond = anchors?.beyond(at) ?? null;
  const faults = [
    ...links,
    ...(end === null ? [] : [end]),
    // A break of the chain says it already: what is signed and anchored is then of another log.
    ...(links.length > 0 ? [] : [...unlikeRoots.slice(0, 1), ...(beyond === null ? [] : [beyond])]),
    ...(links.length > 0 || end !== null ? signedFaults.filter(({ what }) => what === 'stored_key') : signedFaults),
    ...records.map(({ seq, what }): ChainFault => ({ seq, what: 'log_anchored', found: what, expected: 'as recorded' })),
  ].slice(0, faultsMax);
  const below = Math.min(...[...faults, ...missingPostings].map(({ seq }) => seq));
  return {
    faults,
    missingPostings,
    to: at,
    through: signed.held.findLast((seq) => seq < below) ?? 0,
    verified: faults.length === 0 && isWhole ? signed.verified : null,
  };
}

async function findHeadFault(tx: Tx, tenantId: string, at: Position): Promise<ChainFault | null> {
  const head = await tx.query<{ seq: number; event_hash: string }>('select seq, event_hash from chain_heads where tenant_id = $1', [
    tenantId,
  ]);
  const stored = head.rows[0] ?? { seq: 0, event_hash: startOfChain.hash };
  if (stored.seq === at.seq && stored.event_hash === at.hash) return null;
  return { seq: stored.seq, what: 'head', found: stored.event_hash, expected: at.hash };
}
