// Computations that need SHA-256 of bytes and do not bring it: they ask for one hash after the other. The server answers at once,
// a browser when its WebCrypto does; the computation is the same.

/** Yields what is to be hashed, takes the 32 bytes of its SHA-256. */
export type Hashing<T> = Generator<Uint8Array<ArrayBuffer>, T, Uint8Array>;

export const HASH_BYTES = 32;

export function runHashing<T>(hashing: Hashing<T>, sha256: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): T {
  let step = hashing.next();
  while (step.done !== true) step = hashing.next(sha256(step.value));
  return step.value;
}

const LEAF_PREFIX = 0x00;
const NODE_PREFIX = 0x01;

/** Of a leaf: SHA-256(0x00 ‖ what it stands for). Source: RFC 9162 §2.1.1. */
export function* hashLeaf(entry: Uint8Array): Hashing<Uint8Array> {
  const bytes = new Uint8Array(1 + entry.length);
  bytes[0] = LEAF_PREFIX;
  bytes.set(entry, 1);
  return yield bytes;
}

/** Of a node: SHA-256(0x01 ‖ left ‖ right). Source: RFC 9162 §2.1.1. */
export function* hashNode(left: Uint8Array, right: Uint8Array): Hashing<Uint8Array> {
  const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
  bytes[0] = NODE_PREFIX;
  bytes.set(left, 1);
  bytes.set(right, 1 + HASH_BYTES);
  return yield bytes;
}

export function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** 32 bytes as 64 lower-case hexadecimal digits. */
export const toHex = (hash: Uint8Array): string => [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes of 64 lower-case hexadecimal digits; null for anything else. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/.test(hex)) return null;
  return Uint8Array.from({ length: HASH_BYTES }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
