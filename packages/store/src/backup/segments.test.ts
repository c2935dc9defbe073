import { expect, test } from 'vitest';
import { beginOf, formatPosition, numberOf, parsePosition, parseSegment, segmentName } from './segments.ts';

const MB = 1024 * 1024;

test('a position is read and written as PostgreSQL does', () => {
  expect(parsePosition('16/B374D848')).toBe(0x16_b374d848n);
  for (const text of ['0/0', '0/15D68C8', '16/B374D848', 'FFFFFFFF/FFFFFFFF']) expect(formatPosition(parsePosition(text))).toBe(text);
  for (const text of ['', '16', '16/', 'x/1', '123456789/1']) expect(() => parsePosition(text)).toThrow(RangeError);
});

// As pg_walfile_name() answers for these positions.
test.each([
  ['0/15D68C8', 16 * MB, 1, '000000010000000000000001'],
  ['16/B374D848', 16 * MB, 1, '0000000100000016000000B3'],
  ['1/0', 16 * MB, 3, '000000030000000100000000'],
  ['1/FFFFFFFF', 64 * MB, 10, '0000000A000000010000003F'],
])('position %s, of segments of %i bytes on timeline %i, is in %s', (text, segmentBytes, timeline, name) => {
  const position = parsePosition(text);
  const number = numberOf(position, segmentBytes);
  expect(segmentName(timeline, number, segmentBytes)).toBe(name);
  expect(parseSegment(name, segmentBytes)).toEqual({ timeline, number });
  expect(beginOf(position, segmentBytes)).toBe(number * BigInt(segmentBytes));
});

test.each(['00000002.history', '000000010000000000000001.partial', '00000001000000000000000', 'backup.json'])('%s is no segment', (name) =>
  expect(parseSegment(name, 16 * MB)).toBeNull(),
);
