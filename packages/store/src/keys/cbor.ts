// CBOR (RFC 8949) in its one deterministic form (§4.2.1), of what COSE receipts consist of. What reads it is the verifier's own (cbor.js).

/** Whole numbers are safe integers. */
export type Cbor = number | string | null | Uint8Array | readonly Cbor[] | ReadonlyMap<number, Cbor> | Tagged;

export class Tagged {
  readonly tag: number;
  readonly value: Cbor;

  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

const NULL = Uint8Array.of(0xf6);
const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 };

export function encodeCbor(item: Cbor): Buffer {
  if (item === null) return Buffer.from(NULL);
  if (typeof item === 'number') return item < 0 ? head(MAJOR.negative, -1 - item) : head(MAJOR.unsigned, item);
  if (typeof item === 'string') return withLength(MAJOR.text, Buffer.from(item));
  if (item instanceof Uint8Array) return withLength(MAJOR.bytes, item);
  if (item instanceof Tagged) return Buffer.concat([head(MAJOR.tag, item.tag), encodeCbor(item.value)]);
  if (item instanceof Map) {
    const members = Array.from(item as ReadonlyMap<number, Cbor>, ([key, value]) => [encodeCbor(key), encodeCbor(value)] as const);
    return Buffer.concat([head(MAJOR.map, members.length), ...members.sort(([a], [b]) => Buffer.compare(a, b)).flat()]);
  }
  const items = item as readonly Cbor[];
  return Buffer.concat([head(MAJOR.array, items.length), ...items.map(encodeCbor)]);
}

const withLength = (major: number, bytes: Uint8Array): Buffer => Buffer.concat([head(major, bytes.length), bytes]);

/** A first byte with what it counts, in the shortest form. Throws RangeError for what is no safe integer. */
function head(major: number, count: number): Buffer {
  if (!Number.isSafeInteger(count)) throw new RangeError('no whole number that CBOR has here');
  const first = major << 5;
  if (count < 24) return Buffer.of(first | count);
  const size = count < 2 ** 8 ? 1 : count < 2 ** 16 ? 2 : count < 2 ** 32 ? 4 : 8;
  const bytes = Buffer.alloc(1 + 8);
  bytes.writeBigUInt64BE(BigInt(count), 1);
  bytes.fill(first | (24 + Math.log2(size)), 8 - size, 9 - size);
  return bytes.subarray(8 - size);
}
