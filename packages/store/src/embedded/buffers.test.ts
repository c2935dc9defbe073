import { expect, it } from 'vitest';
import { memoryOf, sharedBuffersOf } from './buffers.ts';

const GB = 2 ** 30;

it.each([
  [GB / 2, '256MB'],
  [2 * GB, '256MB'],
  [8 * GB, '1024MB'],
  [24 * GB, '3072MB'],
  [512 * GB, '4096MB'],
])('of %d bytes of memory %s hold pages', (bytes, buffers) => {
  expect(sharedBuffersOf(bytes)).toBe(buffers);
});

it('a container counts by what it is given', () => {
  expect(memoryOf(64 * GB, 0)).toBe(64 * GB);
  expect(memoryOf(64 * GB, 2 ** 64)).toBe(64 * GB);
  expect(memoryOf(64 * GB, 2 * GB)).toBe(2 * GB);
});
