// Roots that are signed when a proof is asked for: that of the log as it is now, where no anchor covers it yet, and one that a checkpoint has, once more as
// a COSE receipt.

import { createPublicKey } from 'node:crypto';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { isSigned, originOf, signCheckpoint } from '../../keys/checkpoint.ts';
import { type CoseReceipt, signCoseReceipt } from '../../keys/cose-receipt.ts';
import type { Keyring } from '../../keys/keyring.ts';
import type { Tx } from '../../reader.ts';
import { StoredTree } from './tree.ts';

export interface SignedRoot {
  readonly tree: StoredTree;
  readonly root: Uint8Array;
  readonly checkpoint: string;
  readonly kid: string;
  readonly publicJwk: JsonObject;
}

type Writer = Parameters<Keyring['load']>[0];

/** Of the key that signs now, where the log ends; makes it usable. Throws KeyUnavailable. */
async function loadActive(tx: Tx, writer: Writer, tenantId: string, keyring: Keyring) {
  const found = await tx.query<{ seq: number; kid: string; public_jwk: string }>(
    `select h.seq, k.kid, k.public_jwk from chain_heads h
     join signing_keys k on k.tenant_id = h.tenant_id and k.purpose = 'chain' and k.status = 'ACTIVE'
     where h.tenant_id = $1`,
    [tenantId],
  );
  const [end] = found.rows;
  if (end === undefined) throw new Error('a log without a chain key');
  await keyring.load(writer, tenantId, end.kid);
  return end;
}

/**
 * Signs the root of a log with its chain key; `writer` reads the key. Whether the log went back is for the caller to ask before. Throws
 * KeyUnavailable.
 */
export async function signRoot(tx: Tx, writer: Writer, tenantId: string, keyring: Keyring): Promise<SignedRoot> {
  const { seq: size, kid, public_jwk } = await loadActive(tx, writer, tenantId, keyring);
  const tree = new StoredTree(tx, tenantId, size);
  const root = await tree.root();
  const checkpoint = signCheckpoint(keyring.get(kid), { origin: originOf(tenantId), size, root });
  return { tree, root, checkpoint, kid, publicJwk: JSON.parse(public_jwk) as JsonObject };
}

/** What a COSE receipt says beside the root that it is signed over. */
interface Said {
  readonly seq: number;
  /** Signatures of witnesses, behind that of the log. */
  readonly cosignatures: string;
  /** For the key that signs. */
  readonly extraOf: (kid: string) => Promise<string>;
}

/**
 * Signs the root of a checkpoint once more, with the chain key of now, as a COSE receipt. It is signed only where a key of ours signed the checkpoint over
 * the very root to which the tree leads: so a receipt never says more than a checkpoint did. Whether the log went back is for the caller to ask before.
 * Throws KeyUnavailable, and Error where the checkpoint is not ours.
 */
export async function signCose(
  { tree, checkpoint, kid }: Pick<SignedRoot, 'tree' | 'checkpoint' | 'kid'>,
  { seq, cosignatures, extraOf }: Said,
  { tx, writer, tenantId, keyring }: { readonly tx: Tx; readonly writer: Writer; readonly tenantId: string; readonly keyring: Keyring },
): Promise<Buffer> {
  const [origin, root] = [originOf(tenantId), await tree.root()];
  await keyring.load(writer, tenantId, kid);
  // By the private part that only we can unwrap: what the database says of public keys could be made up with the checkpoint.
  const { x = '' } = createPublicKey(keyring.get(kid).privateKey).export({ format: 'jwk' });
  if (!isSigned(checkpoint, { origin, size: tree.size, root }, x))
    throw new Error('a checkpoint that no key of ours signed over this tree');
  const active = await loadActive(tx, writer, tenantId, keyring);
  const receipt: CoseReceipt = {
    origin,
    size: tree.size,
    index: seq - 1,
    path: await tree.inclusion(seq - 1),
    root,
    checkpoint: checkpoint + cosignatures,
    extra: await extraOf(active.kid),
  };
  return signCoseReceipt(keyring.get(active.kid), receipt);
}
