import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'make-folder-'));
afterAll(() => rmSync(home, { recursive: true }));
const isFolder = (folder: string): boolean => statSync(folder).isDirectory();

test('a folder is made with those above it; one that is there is no fault', () => {
  const folder = path.join(home, 'a', 'b', 'c');
  makeFolder(folder, 0o700);
  makeFolder(folder);
  expect(isFolder(folder)).toBe(true);
  expect(statSync(path.dirname(folder)).mode & 0o777).toBe(0o700);
});

test('a file in its place, or above it, is told', () => {
  const file = path.join(home, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(() => makeFolder(path.join(file, 'a'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
});

test.runIf(process.platform === 'linux')('where no folder can be made, that is told, and nobody goes round for ever', () => {
  expect(() => makeFolder('/proc/none')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  expect(() => makeFolder('/proc/none/below/it')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
