// @ts-check

import { isSignedBy, originOf, parseCheckpoint } from './checkpoint.js';
import { Faulty } from './evidence-fault.js';
import { importKey } from './jws.js';

/**
 * The thumbprint of the key that signed a tree. Throws Faulty.
 * @param {unknown} note
 * @param {unknown} jwk that the evidence brings
 * @param {{ readonly tenantId: string, readonly size: number, readonly root: string }} tree
 * @param {readonly import('./keys.js').GivenKey[] | null} trusted null: whatever key the evidence brings
 */
export async function signerOf(note, jwk, { tenantId, size, root }, trusted) {
  const checkpoint = typeof note === 'string' ? parseCheckpoint(note) : null;
  if (checkpoint === null || checkpoint.origin !== originOf(tenantId) || checkpoint.size !== size || checkpoint.root !== root)
    throw new Faulty('checkpoint', 'the checkpoint is not that of its organisation, size and root');
  const key = importKey(jwk);
  if (key === null || !(await isSignedBy(checkpoint, key)))
    throw new Faulty('checkpoint', 'the checkpoint is not signed by the key that it brings');
  if (trusted !== null && !trusted.some((t) => t.thumbprint === key.thumbprint))
    throw new Faulty('key', `the key ${key.thumbprint} is none of those given with --key`);
  return key.thumbprint;
}
