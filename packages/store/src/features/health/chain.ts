// Walks the log in pages and re-derives every hash and link from what is stored.

import { hash } from 'node:crypto';
import { checkLink, type LinkFault, type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import type { Tx } from '../../reader.ts';

const PAGE_EVENTS = 2_000;

export interface ChainFault extends Omit<LinkFault, 'what'> {
  readonly seq: number;
  readonly what: LinkFault['what'] | 'head';
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

/**
 * Checks every event after `from` up to the end of the log, and the head against the last one.
 * Stops after `faultsMax` faults. After a fault it goes on from what is stored, so that one change is one fault.
 */
export async function checkChain(tx: Tx, tenantId: string, from: Position = startOfChain, faultsMax = 100): Promise<ChainCheck> {
  const faults: ChainFault[] = [];
  let at = from;
  for (;;) {
    const page = await tx.query<LinkRow>(
      `select tenant_id, seq, event_id, event_type, event_ts, actor_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version
       from events where tenant_id = $1 and seq > $2 order by seq limit $3`,
      [tenantId, at.seq, PAGE_EVENTS],
    );
    for (const event of page.rows) {
      const fault = checkLink((text) => hash('sha256', text), at, event);
      if (fault !== null) faults.push({ seq: event.seq, ...fault });
      at = { seq: event.seq, hash: event.event_hash };
      if (faults.length >= faultsMax) return { faults, to: at };
    }
    if (page.rows.length < PAGE_EVENTS) break;
  }
  const head = await tx.query<{ seq: number; event_hash: string }>('select seq, event_hash from chain_heads where tenant_id = $1', [
    tenantId,
  ]);
  const stored = head.rows[0] ?? { seq: 0, event_hash: startOfChain.hash };
  if (stored.seq !== at.seq || stored.event_hash !== at.hash) {
    faults.push({ seq: stored.seq, what: 'head', found: stored.event_hash, expected: at.hash });
  }
  return { faults, to: at };
}
