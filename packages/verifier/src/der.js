// DER as far as time-stamps and certificates need it.
// @ts-check

/** One element. @typedef {{ readonly tag: number, readonly whole: Uint8Array, readonly body: Uint8Array }} Element */

export const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  bmp: 0x1e,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
};
/** Octets of a length that is not in its first one. */
const LENGTH_OCTETS_MAX = 6;

/**
 * The elements one behind the other. Throws RangeError for what is not DER.
 * @param {Uint8Array} bytes
 * @returns {readonly Element[]}
 */
export function elementsOf(bytes) {
  const octet = (/** @type {number} */ i) => {
    const value = bytes[i];
    if (value === undefined) throw new RangeError('cut off');
    return value;
  };
  const elements = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = octet(at);
    let length = octet(at + 1);
    let start = at + 2;
    if (length > 0x80) {
      const count = length - 0x80;
      if (count > LENGTH_OCTETS_MAX) throw new RangeError('not DER');
      length = 0;
      for (let i = 0; i < count; i++) length = length * 256 + octet(start + i);
      start += count;
    } else if (length === 0x80) throw new RangeError('not DER');
    if (start + length > bytes.length) throw new RangeError('cut off');
    elements.push({ tag, whole: bytes.subarray(at, start + length), body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}

/** @type {(elements: readonly Element[], index: number, tag: number) => Element} */
export function expect(elements, index, tag) {
  const element = elements[index];
  if (element?.tag !== tag) throw new RangeError('another element was expected');
  return element;
}

/** The parts of the element at a place. @type {(elements: readonly Element[], index: number, tag: number) => readonly Element[]} */
export const inside = (elements, index, tag) => elementsOf(expect(elements, index, tag).body);
