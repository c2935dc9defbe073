import { afterEach, expect, test } from 'vitest';
import { DiskWatch } from './disk.ts';

const nobody = { ballastBytes: 0, mail: null };
let used = 0;
let notes: string[] = [];
let watch: DiskWatch;
const open = (): DiskWatch => {
  used = 0;
  notes = [];
  watch = new DiskWatch({ ...nobody, folder: '/', fullPercent: 95, note: (line) => notes.push(line), measure: async () => used });
  return watch;
};
afterEach(() => watch.stop());

test('tells once at each step up, is full from 95 % on, and heals by itself', async () => {
  const disk = open();
  const seen: [number, boolean, number][] = [];
  for (used of [50, 79.9, 80, 85, 90, 94.9, 95, 99, 94, 50, 91]) {
    await disk.look();
    seen.push([used, disk.full, notes.splice(0).length]);
  }
  expect(seen).toEqual([
    [50, false, 0],
    [79.9, false, 0],
    [80, false, 1],
    [85, false, 0],
    [90, false, 1],
    [94.9, false, 0],
    [95, true, 1],
    [99, true, 0],
    [94, false, 1],
    [50, false, 0],
    [91, false, 1],
  ]);
});

test('that cannot be measured is as full as it was', async () => {
  const disk = new DiskWatch({
    ...nobody,
    folder: '/',
    fullPercent: 95,
    note: () => {},
    measure: async () => {
      if (used === 0) throw new Error('gone');
      return used;
    },
  });
  watch = disk;
  used = 96;
  await disk.look();
  used = 0;
  await disk.look();
  expect(disk.full).toBe(true);
});

test('of this machine has a share that is used', async () => {
  watch = new DiskWatch({ ...nobody, folder: process.cwd(), fullPercent: 95, note: () => {} });
  await watch.look();
  expect(watch.usedPercent).toBeGreaterThan(0);
  expect(watch.usedPercent).toBeLessThanOrEqual(100);
});
