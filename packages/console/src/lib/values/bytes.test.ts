import { expect, test } from 'vitest';
import { showBytes } from './bytes.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1434, '1.4 KB'],
  [10_485_760, '10 MB'],
  [10_485_761, '10 MB'],
  [11_000_000, '10.5 MB'],
])('%d bytes are %s', (bytes, shown) => {
  expect(showBytes(bytes)).toBe(shown);
});
