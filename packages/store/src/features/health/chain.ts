// Walks the log in pages and re-derives every hash and link from what is stored; and the root of the tree at each anchor.

import { hash } from 'node:crypto';
import { checkLink, type LinkFault, type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import type { Tx } from '../../reader.ts';
import { hashBytes } from '../../sha256.ts';

const PAGE_EVENTS = 2_000;

export interface ChainFault extends Omit<LinkFault, 'what'> {
  /** `head`: the log does not end where its head says; `anchor`: it is not the one that was anchored. */
  readonly what: LinkFault['what'] | 'head' | 'anchor';
}

interface LinkRow {
  readonly tenant_id: string;
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload: string;
  readonly payload_hash: string;
  readonly prev_hash: string;
  readonly event_hash: string;
  readonly signature: string | null;
  readonly hash_version: number;
}

export interface ChainCheck {
  readonly faults: readonly ChainFault[];
  readonly to: Position;
}

interface CheckOptions {
  readonly from?: Position;
  readonly faultsMax?: number;
  /** Hears of each page; may throw to stop. */
  readonly onPage?: (seq: number) => Promise<void>;
}

/** Roots of the anchors, checked as the tree grows past them. */
class Anchors {
  private readonly tree = new GrowingTree();
  private readonly waiting: { readonly to_seq: number; readonly root: Buffer }[];

  constructor(anchors: readonly { readonly to_seq: number; readonly root: Buffer }[]) {
    this.waiting = anchors.toSorted((a, b) => b.to_seq - a.to_seq);
  }

  /** Takes the next event; the fault, where its seq is anchored and the root another one. */
  next(seq: number, eventHash: string): ChainFault | null {
    hashBytes(this.tree.append(hashBytes(hashLeaf(Buffer.from(eventHash, 'hex')))));
    if (this.waiting.at(-1)?.to_seq !== seq) return null;
    const expected = toHex(this.waiting.pop()?.root ?? Buffer.alloc(0));
    const found = toHex(hashBytes(this.tree.root()));
    return found === expected ? null : { seq, what: 'anchor', found, expected };
  }

  /** An anchor beyond the end: the log was longer. */
  beyond(end: Position): ChainFault | null {
    const missed = this.waiting[0];
    return missed === undefined ? null : { seq: missed.to_seq, what: 'anchor', found: end.hash, expected: toHex(missed.root) };
  }
}

/**
 * Checks every event after `from` up to the end of the log, the head against the last one and, from the first event on, the anchors.
 * Stops after `faultsMax` faults. After a fault it goes on from what is stored, so that one change is one fault.
 */
export async function checkChain(
  tx: Tx,
  tenantId: string,
  { from = startOfChain, faultsMax = 100, onPage = () => Promise.resolve() }: CheckOptions = {},
): Promise<ChainCheck> {
  const faults: ChainFault[] = [];
  const anchors = from.seq === 0 ? await readAnchors(tx, tenantId) : null;
  let at = from;
  for (;;) {
    const page = await tx.query<LinkRow>(
      `select tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version
       from events where tenant_id = $1 and seq > $2 order by seq limit $3`,
      [tenantId, at.seq, PAGE_EVENTS],
    );
    for (const event of page.rows) {
      const fault = checkLink((text) => hash('sha256', text), at, event);
      if (fault !== null) faults.push(fault);
      const unlike = anchors?.next(event.seq, event.event_hash) ?? null;
      // A break before it says it already.
      if (unlike !== null && faults.length === 0) faults.push(unlike);
      at = { seq: event.seq, hash: event.event_hash, ts: event.event_ts };
      if (faults.length >= faultsMax) return { faults, to: at };
    }
    await onPage(at.seq);
    if (page.rows.length < PAGE_EVENTS) break;
  }
  const head = await tx.query<{ seq: number; event_hash: string }>('select seq, event_hash from chain_heads where tenant_id = $1', [
    tenantId,
  ]);
  const stored = head.rows[0] ?? { seq: 0, event_hash: startOfChain.hash };
  if (stored.seq !== at.seq || stored.event_hash !== at.hash) {
    faults.push({ seq: stored.seq, what: 'head', found: stored.event_hash, expected: at.hash });
  }
  const missing = anchors?.beyond(at) ?? null;
  if (missing !== null && faults.length === 0) faults.push(missing);
  return { faults, to: at };
}

async function readAnchors(tx: Tx, tenantId: string): Promise<Anchors> {
  const found = await tx.query<{ to_seq: number; root: Buffer }>('select to_seq, root from anchors where tenant_id = $1', [tenantId]);
  return new Anchors(found.rows);
}
