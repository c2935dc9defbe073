// Proofs as the server sent them, checked in this browser with the arithmetic of the kernel and the functions of WebCrypto: the event hashes to
// what it says, the path leads from it to the root, the root is in a checkpoint that a trusted chain key signed.
import type { anchors } from '@countinghouse/contract/features/anchors';
import { events, type LedgerEvent } from '@countinghouse/contract/features/events';
import type { RouteOk } from '@countinghouse/contract/wire';
import { equalHashes, fromHex, hashLeaf } from '@countinghouse/kernel/merkle/hashing';
import { verifyConsistency, verifyInclusion } from '@countinghouse/kernel/merkle/verify';
import { call } from '../../lib/calls/client.ts';
import { deriveHashes, runInBrowser } from '../../lib/signing/hashing.ts';
import { isCheckpointOf, readPinned, trustedKeys } from '../../lib/signing/trusted-keys.ts';

export type Proof = RouteOk<typeof anchors.proof>;
export type Consistency = RouteOk<typeof anchors.consistency>;

/**
 * - `proven`: by the key that the reader pinned, or one that it endorsed
 * - `consistent`: by the key that the log itself brings: whoever makes up a whole log has one
 * - `unsigned`: the path holds, and nobody has signed the root yet
 * - `refused`: something of it does not hold
 */
export type ProofVerdict = 'proven' | 'consistent' | 'unsigned' | 'refused';

/** What a proof is held against. */
export interface Against {
  readonly tenantId: string;
  /** Thumbprint of the chain key that the reader knows; null where they pinned none. */
  readonly pinned: string | null;
  /** The events of keys, as the log has them. */
  readonly keyEvents: readonly LedgerEvent[];
}

const KEY_EVENTS_MAX = 500;

/** What the log says of its keys, and which key this browser was told of. */
export async function readAgainst(tenantId: string): Promise<Against> {
  const { events: keyEvents } = await call(events.list, { query: { type: 'key.', limit: KEY_EVENTS_MAX } });
  return { tenantId, pinned: readPinned(tenantId), keyEvents };
}

/** The event that a proof is of; null where the log has none there. */
export async function readEvent(seq: number): Promise<LedgerEvent | null> {
  const found = await call(events.list, { query: { from_seq: seq, to_seq: seq, limit: 1 } });
  return found.events[0] ?? null;
}

/** What is not a hash is no hash of anything. */
const bytes = (hex: string): Uint8Array<ArrayBuffer> => fromHex(hex) ?? new Uint8Array();

export async function checkInclusion(proof: Proof, event: LedgerEvent | null, against: Against): Promise<ProofVerdict> {
  if (event === null || event.seq !== proof.seq || event.event_hash !== proof.event_hash) return 'refused';
  for (const { found, derived } of await deriveHashes(against.tenantId, event)) if (found !== derived) return 'refused';
  const leaf = await runInBrowser(hashLeaf(bytes(proof.event_hash)));
  const root = bytes(proof.root_hash);
  const isIncluded =
    equalHashes(leaf, bytes(proof.leaf_hash)) &&
    proof.leaf_index === proof.seq - 1 &&
    (await runInBrowser(verifyInclusion(leaf, { index: proof.leaf_index, size: proof.tree_size, path: proof.path.map(bytes) }, root)));
  if (!isIncluded) return 'refused';
  const { anchor } = proof;
  if (anchor === null) return 'unsigned';
  if (anchor.to_seq !== proof.tree_size || anchor.root_hash !== proof.root_hash) return 'refused';
  return checkCheckpoints([anchor], against);
}

export async function checkConsistency({ from, to, path }: Consistency, against: Against): Promise<ProofVerdict> {
  const proof = { before: from.to_seq, size: to.to_seq, path: path.map(bytes) };
  if (!(await runInBrowser(verifyConsistency(bytes(from.root_hash), proof, bytes(to.root_hash))))) return 'refused';
  return checkCheckpoints([from, to], against);
}

async function checkCheckpoints(signed: readonly Consistency['from'][], { tenantId, keyEvents, pinned }: Against): Promise<ProofVerdict> {
  // What is not even text of a key or a signature throws where it is read.
  try {
    const keys = await trustedKeys(tenantId, keyEvents, pinned);
    for (const anchor of signed) if (!(await isCheckpointOf(tenantId, anchor, keys))) return 'refused';
  } catch {
    return 'refused';
  }
  return pinned === null ? 'consistent' : 'proven';
}
