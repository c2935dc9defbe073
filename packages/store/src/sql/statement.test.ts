import { fc, test as forAll } from '@fast-check/vitest';
import pg from 'pg';
import { expect, test } from 'vitest';
import { literal } from './statement.ts';

const awkward = fc.string({ unit: fc.constantFrom("'", '\\', '"', '$', '\n', 'é', '😀', 'a', '%') });

forAll.prop([
  fc.oneof(
    awkward,
    fc.string({ unit: 'binary' }).filter((t) => !t.includes('\0')),
  ),
])('text is quoted as the driver quotes it', (text) => {
  expect(literal(text)).toBe(pg.escapeLiteral(text));
});

test('text that holds NUL is refused: PostgreSQL cannot keep it', () => {
  expect(() => literal('a\0b')).toThrow(RangeError);
});

test('a large text takes a few times its length of memory, not a piece for each character', () => {
  const text = JSON.stringify(
    Array.from({ length: 50_000 }, (_, i) => ({ token: `token-${i}`, value: `{"description":"It's no. ${i}"}` })),
  );
  const before = process.memoryUsage().heapUsed;
  const quoted = literal(text);
  const tookBytes = process.memoryUsage().heapUsed - before;
  expect(quoted.length).toBeGreaterThan(text.length);
  expect(tookBytes / text.length).toBeLessThan(8);
});
