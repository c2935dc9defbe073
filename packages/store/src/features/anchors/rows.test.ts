import { randomBytes } from 'node:crypto';
import { HASH_BYTES } from '@countinghouse/kernel/merkle/hashing';
import { rootOver as rootOfKernel, rowAbove as rowAboveOfKernel } from '@countinghouse/kernel/merkle/tiles';
import { expect, test } from 'vitest';
import { hashBytes } from '../../sha256.ts';
import { rootOver, rowAbove } from './rows.ts';

const apart = (row: Buffer): readonly Buffer[] =>
  Array.from({ length: row.length / HASH_BYTES }, (_, i) => row.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));

test.each([0, 1, 2, 3, 7, 8, 255, 256])('the row over %i hashes is that of the kernel', (count) => {
  const row = randomBytes(count * HASH_BYTES);
  expect(rowAbove(row)).toEqual(Buffer.concat(hashBytes(rowAboveOfKernel(apart(row)))));
});
test.each([1, 2, 64, 256])('the root over %i hashes is that of the kernel', (count) => {
  const row = randomBytes(count * HASH_BYTES);
  expect(rootOver(row)).toEqual(Buffer.from(hashBytes(rootOfKernel(apart(row)))));
});
test.each([0, 3, 255])('%i hashes have no root of their own', (count) => {
  expect(() => rootOver(randomBytes(count * HASH_BYTES))).toThrow('power of two');
});
