// The data of a COPY in text format, line after line, encoded as it comes: by the time a batch is sent there is nothing left
// to do but to send it.

const BYTES_AT_FIRST = 16_384;
/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const BYTES_PER_UNIT_MAX = 3;

export class CopyData {
  private buffer = Buffer.allocUnsafe(BYTES_AT_FIRST);
  private length = 0;

  add(line: string): void {
    const needed = this.length + line.length * BYTES_PER_UNIT_MAX;
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    this.length += this.buffer.write(line, this.length);
  }

  /** Bytes so far. */
  get size(): number {
    return this.length;
  }

  /** What was added so far. Nothing may be added afterwards. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}
