import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { extractTar } from './tar.ts';

let home: string;
let from: string;
let to: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-tar-'));
  [from, to] = [path.join(home, 'from'), path.join(home, 'to')];
  for (const folder of [from, to]) mkdirSync(folder);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const tar = (...args: readonly string[]): Buffer =>
  execFileSync('tar', ['--format=ustar', '-cf', '-', '-C', from, ...args], { maxBuffer: 64 * 1024 * 1024 });

async function* inPartsOf(bytes: number, content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}

test.each([1, 511, 512, 4096, 1_000_000])('files come out as they went in, read %i bytes at a time', async (bytes) => {
  mkdirSync(path.join(from, 'base/1'), { recursive: true });
  const contents = { 'base/1/empty': '', 'base/1/block': 'x'.repeat(512), 'base/1/odd': 'é'.repeat(3000), PG_VERSION: '18\n' };
  for (const [name, content] of Object.entries(contents)) writeFileSync(path.join(from, name), content, { mode: 0o600 });
  await extractTar(inPartsOf(bytes, tar('base', 'PG_VERSION')), to);
  for (const [name, content] of Object.entries(contents)) expect(readFileSync(path.join(to, name), 'utf8')).toBe(content);
  expect(statSync(path.join(to, 'PG_VERSION')).mode & 0o777).toBe(0o600);
});

test('what is cut off, altered in its header, a link, or leads elsewhere is refused', async () => {
  writeFileSync(path.join(from, 'file'), 'x'.repeat(2000));
  symlinkSync('/etc', path.join(from, 'link'));
  const whole = tar('file');
  const read = (content: Buffer): Promise<void> => extractTar(inPartsOf(700, content), to);
  await expect(read(whole.subarray(0, 1500))).rejects.toThrow('cut off');
  await expect(read(Buffer.from(whole.map((byte, at) => (at === 3 ? byte ^ 1 : byte))))).rejects.toThrow('not a tar file');
  await expect(read(tar('link'))).rejects.toThrow('neither a file nor a folder');
  const outside = tar('-P', '--transform=s,^file,../outside,', 'file');
  await expect(read(outside)).rejects.toThrow('leads elsewhere');
});
