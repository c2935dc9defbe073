// Frames between servers of one version or the next: length, then a list of messages as the runtime writes values (numbers beyond 2^53,
// maps and bytes as they are). Only servers that proved themselves are read.

import { deserialize, serialize } from 'node:v8';

const LENGTH_BYTES = 4;
/** A call that carries 500 intents of a megabyte is larger than any server takes. */
const FRAME_BYTES_MAX = 64 * 2 ** 20;

/** Throws for what the runtime cannot write (a function), and RangeError for more than 64 MB. */
export function frame(messages: readonly unknown[]): Buffer {
  const body = serialize(messages);
  refuseLength(body.length);
  const head = Buffer.allocUnsafe(LENGTH_BYTES);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

function refuseLength(bytes: number): void {
  if (bytes > FRAME_BYTES_MAX) throw new RangeError(`a frame of ${bytes} bytes`);
}

/** Gathers what is sent in one turn of the event loop: it goes out as one frame, so as one record of TLS and one call of the system. */
export class Outbox<T> {
  private readonly write: (frame: Buffer) => void;
  private readonly refused: (message: T, error: unknown) => void;
  private messages: T[] = [];

  /** `refused` is told of a message that cannot be written. */
  constructor(write: (frame: Buffer) => void, refused: (message: T, error: unknown) => void) {
    this.write = write;
    this.refused = refused;
  }

  send(message: T): void {
    if (this.messages.push(message) === 1) setImmediate(() => this.flush());
  }

  private flush(): void {
    const { messages } = this;
    this.messages = [];
    if (!this.sendTogether(messages)) for (const message of messages) this.sendTogether([message]);
  }

  /** False: one of several cannot be written, or all are too long together. */
  private sendTogether(messages: readonly T[]): boolean {
    try {
      this.write(frame(messages));
      return true;
    } catch (error) {
      if (messages.length > 1) return false;
      for (const message of messages) this.refused(message, error);
      return true;
    }
  }
}

/** Puts together what arrives in pieces. Throws RangeError for a frame that is too long. */
export class FrameReader {
  private pieces: Buffer[] = [];
  private size = 0;

  /** The messages of the frames that are whole now, in order. */
  read(piece: Buffer): readonly unknown[] {
    this.pieces.push(piece);
    this.size += piece.length;
    const messages: unknown[] = [];
    while (this.size >= LENGTH_BYTES) {
      if ((this.pieces[0]?.length ?? 0) < LENGTH_BYTES) this.join();
      const length = this.pieces[0]?.readUInt32BE() ?? 0;
      refuseLength(length);
      if (this.size < LENGTH_BYTES + length) break;
      const all = this.join();
      messages.push(...(deserialize(all.subarray(LENGTH_BYTES, LENGTH_BYTES + length)) as readonly unknown[]));
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
