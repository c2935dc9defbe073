// Positions in the write-ahead log and the files that it consists of, as PostgreSQL names them.

/** A file of the write-ahead log: 24 hex digits, of the timeline and of its number on it. */
const SEGMENT = /^[0-9A-F]{24}$/;
const POSITIONS_A_LOG = 0x1_0000_0000n;

/** `16/B374D848` as a number of bytes from the beginning of the log. Throws RangeError for what is no position. */
export function parsePosition(text: string): bigint {
  const match = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text);
  if (match === null) throw new RangeError(`not a position of the write-ahead log: ${text}`);
  return BigInt(`0x${match[1]}`) * POSITIONS_A_LOG + BigInt(`0x${match[2]}`);
}

export const formatPosition = (position: bigint): string =>
  `${(position / POSITIONS_A_LOG).toString(16).toUpperCase()}/${(position % POSITIONS_A_LOG).toString(16).toUpperCase()}`;

/** The segment that a position is in, from 0. */
export const numberOf = (position: bigint, segmentBytes: number): bigint => position / BigInt(segmentBytes);

/** Where the segment begins that a position is in. */
export const beginOf = (position: bigint, segmentBytes: number): bigint => position - (position % BigInt(segmentBytes));

const hex = (n: bigint | number): string => n.toString(16).toUpperCase().padStart(8, '0');

export function segmentName(timeline: number, number: bigint, segmentBytes: number): string {
  const segmentsALog = POSITIONS_A_LOG / BigInt(segmentBytes);
  return `${hex(timeline)}${hex(number / segmentsALog)}${hex(number % segmentsALog)}`;
}

/** null for what is no name of a segment. */
export function parseSegment(name: string, segmentBytes: number): { readonly timeline: number; readonly number: bigint } | null {
  if (!SEGMENT.test(name)) return null;
  const part = (at: number): bigint => BigInt(`0x${name.slice(at, at + 8)}`);
  return { timeline: Number(part(0)), number: part(8) * (POSITIONS_A_LOG / BigInt(segmentBytes)) + part(16) };
}
