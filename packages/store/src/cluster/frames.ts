// Messages between servers of one version or the next: length, then the value as the runtime writes it (numbers beyond 2^53, maps and
// bytes as they are). Only servers that proved themselves are read.

import { deserialize, serialize } from 'node:v8';

const LENGTH_BYTES = 4;
/** A call that carries 500 intents of a megabyte is larger than any server takes. */
const FRAME_BYTES_MAX = 64 * 2 ** 20;

export function frame(message: unknown): Buffer {
  const body = serialize(message);
  const head = Buffer.allocUnsafe(LENGTH_BYTES);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

/** Puts together what arrives in pieces. Throws RangeError for a message that is too long. */
export class FrameReader {
  private pieces: Buffer[] = [];
  private size = 0;

  /** The messages that are whole now, in order. */
  read(piece: Buffer): readonly unknown[] {
    this.pieces.push(piece);
    this.size += piece.length;
    const messages: unknown[] = [];
    while (this.size >= LENGTH_BYTES) {
      if ((this.pieces[0]?.length ?? 0) < LENGTH_BYTES) this.join();
      const length = this.pieces[0]?.readUInt32BE() ?? 0;
      if (length > FRAME_BYTES_MAX) throw new RangeError(`a message of ${length} bytes`);
      if (this.size < LENGTH_BYTES + length) break;
      const all = this.join();
      messages.push(deserialize(all.subarray(LENGTH_BYTES, LENGTH_BYTES + length)));
      const rest = all.subarray(LENGTH_BYTES + length);
      this.pieces = rest.length === 0 ? [] : [rest];
      this.size = rest.length;
    }
    return messages;
  }

  private join(): Buffer {
    const all = this.pieces.length === 1 ? (this.pieces[0] as Buffer) : Buffer.concat(this.pieces);
    this.pieces = [all];
    return all;
  }
}
