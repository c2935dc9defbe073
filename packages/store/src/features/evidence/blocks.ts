import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ObjectDamaged } from '../../objects/object-store.ts';

/** No block of a pack that is whole inflates to more: an event, or a bundle, has at most some megabytes. */
const INFLATED_BYTES_MAX = 64 * 1024 * 1024;

const inflate = promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(gunzip);

/** What a block of a pack says. Throws ObjectDamaged where the bytes are not what was compressed. */
export function inflateBlock(block: Buffer): Promise<Buffer> {
  return inflate(block, { maxOutputLength: INFLATED_BYTES_MAX }).catch((error: NodeJS.ErrnoException) => {
    // What zlib says of bytes that it did not write.
    if (error.code?.startsWith('Z_') === true || error.code === 'ERR_BUFFER_TOO_LARGE') throw new ObjectDamaged('altered');
    throw error;
  });
}
