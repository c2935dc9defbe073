import { describe, expect, test } from 'vitest';
import { IdTable } from './id-table.js';

describe('a table of ids', () => {
  test('knows what it was given, and takes ids of one moment as fast as others', () => {
    const table = new IdTable();
    // As UUIDs of version 7 that were made in one millisecond: all alike but for their end.
    const idOf = (n: number): Uint8Array => Uint8Array.from([...Array.from({ length: 12 }, () => 7), n >>> 24, n >>> 16, n >>> 8, n]);
    const before = performance.now();
    for (let n = 1; n <= 50_000; n++) table.set(idOf(n), 0, n);
    expect(performance.now() - before).toBeLessThan(5_000);
    expect([table.size, table.get(idOf(1)), table.get(idOf(50_000)), table.get(idOf(50_001))]).toEqual([50_000, 1, 50_000, 0]);
    table.set(idOf(1), 0, 9);
    expect([table.size, table.get(idOf(1))]).toEqual([50_000, 9]);
  });
});
