import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ClockFile } from './clock-file.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-clock-'));
const file = path.join(folder, 'clock.json');
const moment = { wallMs: 1_772_366_400_000, uptimeMs: 50_000.25 };
beforeEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('keeps the last moment for a start on the same boot, in one file', () => {
  new ClockFile(folder, 'boot-1').write({ ...moment, wallMs: 1 });
  new ClockFile(folder, 'boot-1').write(moment);
  expect(new ClockFile(folder, 'boot-1').read()).toEqual(moment);
  expect(readdirSync(folder)).toEqual(['clock.json']);
});

test('says nothing of another boot, and keeps nothing where boots have no names', () => {
  new ClockFile(folder, null).write(moment);
  expect(readdirSync(folder)).toEqual([]);
  new ClockFile(folder, 'boot-1').write(moment);
  expect([new ClockFile(folder, 'boot-2').read(), new ClockFile(folder, null).read()]).toEqual([null, null]);
});

test.each(['', '{', 'null', '{"bootId":"boot-1","wallMs":"1","uptimeMs":2}'])('a file that holds %j says nothing', (text) => {
  writeFileSync(file, text);
  expect(new ClockFile(folder, 'boot-1').read()).toBeNull();
});

test('where it cannot be written nothing is thrown', () => {
  const nowhere = new ClockFile(path.join(folder, 'gone'), 'boot-1');
  nowhere.write(moment);
  expect(nowhere.read()).toBeNull();
});
