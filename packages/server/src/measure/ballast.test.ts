import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepBallast } from './ballast.ts';

const BYTES = 3 * 2 ** 20 + 5;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ballast-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('takes the room that it says, and is left as it is', async () => {
  await keepBallast(folder, BYTES);
  const { size, blocks, ino } = statSync(path.join(folder, 'ballast'));
  expect(size).toBe(BYTES);
  expect(blocks * 512, 'on the disk').toBeGreaterThanOrEqual(BYTES);
  await keepBallast(folder, BYTES);
  expect(statSync(path.join(folder, 'ballast')).ino).toBe(ino);
  expect(readdirSync(folder)).toEqual(['ballast']);
});

test('is made again after it was freed, and after it was begun and not ended', async () => {
  await keepBallast(folder, BYTES);
  rmSync(path.join(folder, 'ballast'));
  writeFileSync(path.join(folder, 'ballast.new'), 'half');
  await keepBallast(folder, BYTES);
  expect(readdirSync(folder)).toEqual(['ballast']);
  expect(statSync(path.join(folder, 'ballast')).size).toBe(BYTES);
});

test('is not made where it would take much of the room that is left', async () => {
  const { bavail, bsize } = statfsSync(folder);
  await keepBallast(folder, Math.floor((bavail * bsize) / 3));
  expect(readdirSync(folder)).toEqual([]);
});

test('of another size is made anew, and of none is taken away', async () => {
  await keepBallast(folder, BYTES);
  await keepBallast(folder, 10);
  expect(statSync(path.join(folder, 'ballast')).size).toBe(10);
  await keepBallast(folder, 0);
  expect(readdirSync(folder)).toEqual([]);
});
