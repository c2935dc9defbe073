// Proofs as the server sent them, checked in this browser with the arithmetic of the kernel and the hash of WebCrypto.
import type { anchors } from '@countinghouse/contract/features/anchors';
import type { RouteOk } from '@countinghouse/contract/wire';
import { equalHashes, fromHex, type Hashing, hashLeaf } from '@countinghouse/kernel/merkle/hashing';
import { verifyConsistency, verifyInclusion } from '@countinghouse/kernel/merkle/verify';

export type Proof = RouteOk<typeof anchors.proof>;
export type Consistency = RouteOk<typeof anchors.consistency>;

/** Runs a computation of the kernel with the browser's hash. */
async function runInBrowser<T>(hashing: Hashing<T>): Promise<T> {
  let step = hashing.next();
  while (step.done !== true) step = hashing.next(new Uint8Array(await crypto.subtle.digest('SHA-256', step.value)));
  return step.value;
}

/** What is not a hash is no hash of anything. */
const bytes = (hex: string): Uint8Array<ArrayBuffer> => fromHex(hex) ?? new Uint8Array();

/** Third line of a checkpoint: the root that was signed, in base64. */
const rootOfCheckpoint = (checkpoint: string): string => checkpoint.split('\n')[2] ?? '';
const base64 = (hash: Uint8Array): string => btoa(String.fromCharCode(...hash));

export async function checkInclusion(proof: Proof): Promise<boolean> {
  const leaf = await runInBrowser(hashLeaf(bytes(proof.event_hash)));
  const root = bytes(proof.root_hash);
  const { anchor } = proof;
  if (anchor !== null && (anchor.to_seq !== proof.tree_size || rootOfCheckpoint(anchor.checkpoint) !== base64(root))) return false;
  return (
    equalHashes(leaf, bytes(proof.leaf_hash)) &&
    proof.leaf_index === proof.seq - 1 &&
    runInBrowser(verifyInclusion(leaf, { index: proof.leaf_index, size: proof.tree_size, path: proof.path.map(bytes) }, root))
  );
}

export async function checkConsistency({ from, to, path }: Consistency): Promise<boolean> {
  for (const anchor of [from, to]) if (rootOfCheckpoint(anchor.checkpoint) !== base64(bytes(anchor.root_hash))) return false;
  const proof = { before: from.to_seq, size: to.to_seq, path: path.map(bytes) };
  return runInBrowser(verifyConsistency(bytes(from.root_hash), proof, bytes(to.root_hash)));
}
